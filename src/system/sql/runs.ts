// Statements of the table runs (CONTRACT §10). A text in braces is a fragment: a condition or value that
// one decision fills in. A guarded statement that changes no row rolls its transaction back.

export const runs = {
  find_key: `SELECT run_id, request_fingerprint FROM runs WHERE {key_scope} ORDER BY run_id LIMIT 1`,

  insert_run: `INSERT INTO runs(run_id,conversation_id,principal,idempotency_key,request_fingerprint,request_body,
      budget_attempts,budget_steps,resumes,created_at,updated_at)
    VALUES(:run_id,:conversation_id,:principal,{stored_key},:fingerprint,:body,:attempts,:steps,:resumes,:now,:now)
    RETURNING version`,

  advance: `UPDATE runs SET last_seq={next_seq}, updated_at=:now WHERE run_id=:run_id RETURNING last_seq AS seq`,

  advance_fenced: `UPDATE runs SET last_seq={next_seq}, updated_at=:now WHERE run_id=:run_id AND {holder}
    RETURNING last_seq AS seq`,

  /** For an event whose place was drawn before: others may stand behind it already. */
  advance_to: `UPDATE runs SET last_seq=MAX(last_seq,:seq), updated_at=:now WHERE run_id=:run_id
    RETURNING last_seq`,

  advance_to_fenced: `UPDATE runs SET last_seq=MAX(last_seq,:seq), updated_at=:now WHERE run_id=:run_id AND {holder}
    RETURNING last_seq`,

  read_run: `SELECT status,version,owner,lease_until,fence,attempt_id,cancel_requested,budget_attempts,last_seq,
      min_retained_seq
    FROM runs WHERE run_id=:run_id`,

  claim: `UPDATE runs SET status='running', owner=:owner, lease_until=:now+:ttl, fence=fence+1,
      attempt_id=run_id||'.a'||(fence+1), version=version+1, updated_at=:now
    WHERE run_id=:run_id AND {claimable} RETURNING fence, attempt_id, version`,

  next_queued: `SELECT run_id, version FROM runs WHERE status='queued' AND available_at<=:now
    ORDER BY {queue_order} LIMIT 1`,

  read_expired: `SELECT run_id, version, fence, attempt_id, lease_until, budget_attempts FROM runs
    WHERE status='running' AND {lease_over} ORDER BY run_id LIMIT 1`,

  take_over: `UPDATE runs SET owner=:owner, lease_until=:now+:ttl, fence=fence+1,
      attempt_id=run_id||'.a'||(fence+1), version=version+1, updated_at=:now, budget_attempts={spend_loss}
    WHERE run_id=:run_id AND status='running' AND {lease_over} AND {version} AND ({attempts_left}
      OR EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown')))
    RETURNING fence, attempt_id, version`,

  fail_exhausted: `UPDATE runs SET status='failed', owner=NULL, lease_until=NULL,
      failure_code='attempts_exhausted', budget_attempts=0, version=version+1, finished_at=:now, updated_at=:now
    WHERE run_id=:run_id AND {still_exhausted} RETURNING version`,

  renew: `UPDATE runs SET lease_until=:now+:ttl WHERE run_id=:run_id AND {holder}
    RETURNING cancel_requested, version`,

  /** Zero rows where no step is left, too. */
  spend_step: `UPDATE runs SET budget_steps=budget_steps-1, version=version+1, updated_at=:now
    WHERE run_id=:run_id AND {holder} AND {version} AND budget_steps>0 RETURNING version`,

  yield: `UPDATE runs SET status='waiting_approval', owner=NULL, lease_until=NULL, version=version+1,
      updated_at=:now
    WHERE run_id=:run_id AND {holder} AND {version} AND NOT EXISTS (SELECT 1 FROM operations o
      WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))
    RETURNING version`,

  /** Of resume.mode=new_run: the run ends, and its question stays open. */
  interrupt: `UPDATE runs SET status='interrupted', owner=NULL, lease_until=NULL, finished_at=:now,
      updated_at=:now, version=version+1
    WHERE run_id=:run_id AND {holder} AND {version} AND NOT EXISTS (SELECT 1 FROM operations o
      WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))
    RETURNING version`,

  /** The run that goes on where an interrupted one has ended; no request can bring a key with a space. */
  resume_run: `INSERT INTO runs(run_id,conversation_id,principal,idempotency_key,request_fingerprint,request_body,
      budget_attempts,budget_steps,last_seq,resumes,created_at,updated_at)
    SELECT :run_id,conversation_id,principal,'resumes '||run_id,request_fingerprint,request_body,
      budget_attempts,budget_steps,{place_before},run_id,:now,:now FROM runs WHERE run_id=:resumed AND status='interrupted'
    RETURNING conversation_id, request_fingerprint, budget_attempts, budget_steps`,

  resumed_run: `SELECT run_id FROM runs WHERE resumes=:run_id ORDER BY run_id LIMIT 1`,

  retry_later: `UPDATE runs SET status='queued', owner=NULL, lease_until=NULL, available_at=:available_at,
      budget_attempts={spend_loss}, version=version+1, updated_at=:now
    WHERE run_id=:run_id AND {holder} AND {version} AND {attempts_left} AND NOT EXISTS (SELECT 1 FROM operations o
      WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))
    RETURNING version`,

  finish_succeeded: `UPDATE runs SET status='succeeded', owner=NULL, lease_until=NULL, result=:result,
      finished_at=:now, updated_at=:now, version=version+1
    WHERE run_id=:run_id AND {holder} AND {version}
      AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id
        AND o.status IN ('planned','started','unknown'))
      AND ({not_cancelled} OR EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id
        AND o.status='committed'))
    RETURNING version`,

  finish_failed: `UPDATE runs SET status='failed', owner=NULL, lease_until=NULL, failure_code=:code,
      finished_at=:now, updated_at=:now, version=version+1
    WHERE run_id=:run_id AND {holder} AND {version} AND NOT EXISTS (SELECT 1 FROM operations o
      WHERE o.run_id=runs.run_id AND o.status IN ('planned','started','unknown'))
    RETURNING version`,

  requeue: `UPDATE runs SET status='queued', version=version+1, available_at=:now, updated_at=:now
    WHERE run_id=:run_id AND status='waiting_approval' RETURNING version`,

  finish_cancelled: `UPDATE runs SET status='cancelled', owner=NULL, lease_until=NULL, finished_at=:now,
      updated_at=:now, version=version+1
    WHERE run_id=:run_id AND {holder} AND {version} AND cancel_requested=1
      AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id
        AND o.status IN ('planned','started','unknown','committed'))
    RETURNING version`,

  cancel_direct: `UPDATE runs SET status='cancelled', cancel_requested=1, owner=NULL, lease_until=NULL,
      finished_at=:now, updated_at=:now, version=version+1
    WHERE run_id=:run_id AND {cancellable} RETURNING version`,

  cancel_flag: `UPDATE runs SET cancel_requested=1, version=version+1, updated_at=:now,
      status=CASE status WHEN 'waiting_approval' THEN 'queued' ELSE status END
    WHERE run_id=:run_id AND status IN ('queued','running','waiting_approval') AND cancel_requested=0
    RETURNING version, status`,

  /** Of cancel.mode=kill alone: it asks for nothing but that the run has not ended. */
  kill_run: `UPDATE runs SET status='cancelled', cancel_requested=1, owner=NULL, lease_until=NULL,
      finished_at=:now, updated_at=:now, version=version+1
    WHERE run_id=:run_id AND status IN ('queued','running','waiting_approval') RETURNING version`,

  fail_expired: `UPDATE runs SET status='failed', failure_code='approval_expired', finished_at=:now,
      updated_at=:now, version=version+1
    WHERE run_id=:run_id AND status='waiting_approval' RETURNING version`,

  /** The runs of a conversation: what a page that lost its memory goes on from (§2.7). */
  active_runs: `SELECT run_id,status,last_seq,min_retained_seq,resumes FROM runs
    WHERE conversation_id=:conversation_id ORDER BY run_id`,

  raise_minimum: `UPDATE runs SET min_retained_seq=:minimum, updated_at=:now
    WHERE run_id=:run_id AND :minimum>min_retained_seq AND :minimum<=last_seq RETURNING min_retained_seq`,

  /** Where a run belongs and who asked for it: what a relation to it is told from (§7). */
  read_run_scope: `SELECT conversation_id, principal FROM runs WHERE run_id=:run_id`,

  /** What a worker is to do. */
  read_run_input: `SELECT request_body, principal, conversation_id, budget_attempts, budget_steps, resumes
    FROM runs WHERE run_id=:run_id`,

  /** The columns of the Run body (§2.2). The fence counts attempts; owner and lease stay inside. */
  read_run_body: `SELECT run_id, conversation_id, status, version, attempt_id, fence, cancel_requested,
      budget_attempts, budget_steps, last_seq, min_retained_seq, resumes, result, failure_code, created_at,
      updated_at, finished_at
    FROM runs WHERE run_id=:run_id`,

  /** The first run whose lease is over, and what an idle worker may do about it: take over, or end it. */
  poll_expired: `SELECT run_id, version, fence, attempt_id, lease_until, budget_attempts,
      EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))
        AS unsettled
    FROM runs WHERE status='running' AND {lease_over} ORDER BY run_id LIMIT 1`,

  /** Whether a page after a cursor would hold anything, and whether it may still be asked for. */
  poll_page: `SELECT last_seq, min_retained_seq, status FROM runs WHERE run_id=:run_id`,

  /** A lock on the row and nothing more: stamps are for people. */
  lock_run: `UPDATE runs SET updated_at=updated_at+1 WHERE run_id=:run_id`,

  leases_ahead: `SELECT run_id AS id, lease_until AS at FROM runs WHERE status='running' AND lease_until>:now
    ORDER BY run_id`,

  queued_ahead: `SELECT run_id AS id, available_at AS at FROM runs WHERE status='queued' AND available_at>:now
    ORDER BY run_id`,
} as const;
