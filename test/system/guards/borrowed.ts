// What people and timers do to a run in CONTRACT §10 and the service does not do yet. A guard that stands
// against them can only be tried where they have happened. One that the service brings takes its line out of
// here.

export const borrowed: Readonly<Record<string, string>> = {
  decide: `UPDATE approvals SET status=:decision, decided_by=:principal, decided_at=:now, reason=:reason
    WHERE approval_id=:approval_id AND status='pending' AND expires_at>:now AND proposal_digest=:digest
      AND :principal<>(SELECT principal FROM runs r WHERE r.run_id=approvals.run_id)
      AND EXISTS (SELECT 1 FROM approval_assignees g
        WHERE g.approval_id=approvals.approval_id AND g.principal_id=:principal)
    RETURNING run_id, operation_id`,

  requeue: `UPDATE runs SET status='queued', version=version+1, available_at=:now, updated_at=:now
    WHERE run_id=:run_id AND status='waiting_approval' RETURNING version`,

  cancel_flag: `UPDATE runs SET cancel_requested=1, version=version+1, updated_at=:now,
      status=CASE status WHEN 'waiting_approval' THEN 'queued' ELSE status END
    WHERE run_id=:run_id AND status IN ('queued','running','waiting_approval') AND cancel_requested=0
    RETURNING version, status`,

  cancel_direct: `UPDATE runs SET status='cancelled', cancel_requested=1, owner=NULL, lease_until=NULL,
      finished_at=:now, updated_at=:now, version=version+1
    WHERE run_id=:run_id AND status IN ('queued','waiting_approval') AND cancel_requested=0
      AND NOT EXISTS (SELECT 1 FROM operations o
        WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown','committed'))
    RETURNING version`,
};
