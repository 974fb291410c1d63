// Statements of the tables approvals and approval_assignees: questions to people, bound to what was proposed.

export const approvals = {
  request_approval: `INSERT INTO approvals(approval_id,run_id,operation_id,proposal_digest,requested_at,expires_at)
    VALUES(:approval_id,:run_id,:operation_id,:digest,:now,:expires_at)`,

  /** Whom the question goes to. */
  insert_assignee: `INSERT INTO approval_assignees(approval_id,principal_id) VALUES(:approval_id,:principal_id)`,

  /** What people have said about a step; with an operation per attempt, about its newest one. */
  read_approval: `SELECT a.approval_id, a.status FROM operations o
    JOIN approvals a ON a.operation_id=o.operation_id
    WHERE o.run_id=:run_id AND o.step_key=:step_key ORDER BY a.approval_id DESC LIMIT 1`,

  /** The question of the Run body (§2.2). */
  pending_approval: `SELECT a.approval_id, a.operation_id, o.order_id, o.amount_cents, o.currency,
      a.proposal_digest, a.expires_at
    FROM approvals a JOIN operations o ON o.operation_id=a.operation_id
    WHERE a.run_id=:run_id AND a.status='pending' ORDER BY a.approval_id LIMIT 1`,

  /** An assignee may read the run, and keeps that after deciding (§7). */
  read_assignee_of_run: `SELECT g.approval_id FROM approvals a
    JOIN approval_assignees g ON g.approval_id=a.approval_id AND g.principal_id=:principal_id
    WHERE a.run_id=:run_id ORDER BY g.approval_id LIMIT 1`,

  approvals_ahead: `SELECT approval_id AS id, expires_at AS at FROM approvals
    WHERE status='pending' AND expires_at>:now ORDER BY expires_at, approval_id`,
} as const;
