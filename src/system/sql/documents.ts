// Statements of the table documents: what is known of a run as one JSON text. A text is written whole, so that
// whoever writes it back also writes back what others had put there when it was read.

export const documents = {
  read_document: `SELECT body FROM documents WHERE run_id=:run_id`,

  write_document: `INSERT INTO documents(run_id,body) VALUES(:run_id,:body)
    ON CONFLICT(run_id) DO UPDATE SET body=excluded.body`,

  /** A question as the document has it: what the document does not know of was never decided. */
  show_decision: `UPDATE approvals SET status=:status, decided_by=:decided_by,
      decided_at=CASE WHEN :decided_by IS NULL THEN NULL ELSE decided_at END,
      reason=CASE WHEN :decided_by IS NULL THEN NULL ELSE reason END
    WHERE approval_id=:approval_id`,
} as const;
