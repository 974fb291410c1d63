// Statements of the tables approvals and approval_assignees: questions to people, bound to what was proposed.

/** What the Run body tells of a question (§2.2). */
const QUESTION = `SELECT a.approval_id, a.operation_id, o.order_id, o.amount_cents, o.currency,
      a.proposal_digest, a.expires_at
    FROM approvals a JOIN operations o ON o.operation_id=a.operation_id
    WHERE a.run_id=:run_id`;

export const approvals = {
  request_approval: `INSERT INTO approvals(approval_id,run_id,operation_id,proposal_digest,requested_at,expires_at)
    VALUES(:approval_id,:run_id,:operation_id,:digest,:now,:expires_at)`,

  /** What is asked, and what has been said; the run tells whether anybody still waits. */
  read_question: `SELECT a.run_id, a.operation_id, a.proposal_digest, a.status, a.expires_at, a.decided_by,
      r.status AS run_status
    FROM approvals a JOIN runs r ON r.run_id=a.run_id WHERE a.approval_id=:approval_id`,

  decide: `UPDATE approvals SET status=:decision, decided_by=:principal, decided_at=:now, reason=:reason
    WHERE approval_id=:approval_id AND {undecided} AND expires_at>:now AND {same_proposal} AND {proper_approver}
    RETURNING run_id, operation_id`,

  withdraw_approval: `UPDATE approvals SET status='withdrawn' WHERE run_id=:run_id AND status='pending'
    RETURNING approval_id`,

  read_due: `SELECT approval_id, run_id FROM approvals WHERE status='pending' AND expires_at<=:now
    ORDER BY expires_at, approval_id LIMIT 1`,

  expire_approval: `UPDATE approvals SET status='expired'
    WHERE approval_id=:approval_id AND status='pending' AND expires_at<=:now RETURNING run_id`,

  /** Whom the question goes to. */
  insert_assignee: `INSERT INTO approval_assignees(approval_id,principal_id) VALUES(:approval_id,:principal_id)`,

  /** What people have said about a step; with an operation per attempt, about its newest one. */
  read_approval: `SELECT a.approval_id, a.status FROM operations o
    JOIN approvals a ON a.operation_id=o.operation_id
    WHERE o.run_id=:run_id AND o.step_key=:step_key ORDER BY a.approval_id DESC LIMIT 1`,

  /** The question of the Run body (§2.2). */
  pending_approval: `${QUESTION} AND a.status='pending' ORDER BY a.approval_id LIMIT 1`,

  /** The same, whatever has become of it: a log that is closed does not tell. */
  last_approval: `${QUESTION} ORDER BY a.approval_id DESC, o.operation_id LIMIT 1`,

  /** An assignee may read the run, and keeps that after deciding (§7). */
  read_assignee_of_run: `SELECT g.approval_id FROM approvals a
    JOIN approval_assignees g ON g.approval_id=a.approval_id AND g.principal_id=:principal_id
    WHERE a.run_id=:run_id ORDER BY g.approval_id LIMIT 1`,

  approvals_ahead: `SELECT approval_id AS id, expires_at AS at FROM approvals
    WHERE status='pending' AND expires_at>:now ORDER BY expires_at, approval_id`,
} as const;
