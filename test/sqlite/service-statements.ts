// The named statements of the modelled service under every text that a design may give their fragments. Like
// the schema beside it this is a fixture, and stands in for that of src/system.

/** Statements with the fragments that decisions fill. */
const statements: Readonly<Record<string, string>> = {
  find_key: 'SELECT run_id, request_fingerprint FROM runs WHERE {key_scope} ORDER BY run_id LIMIT 1',
  insert_run:
    'INSERT INTO runs(run_id,conversation_id,principal,idempotency_key,request_fingerprint,request_body,budget_attempts,budget_steps,resumes,created_at,updated_at) VALUES(:run_id,:conversation_id,:principal,{stored_key},:fingerprint,:body,:attempts,:steps,:resumes,:now,:now) RETURNING version',
  advance:
    'UPDATE runs SET last_seq=last_seq+1, updated_at=:now WHERE run_id=:run_id RETURNING last_seq AS seq',
  advance_fenced:
    'UPDATE runs SET last_seq=last_seq+1, updated_at=:now WHERE run_id=:run_id AND {holder} RETURNING last_seq AS seq',
  insert_event:
    'INSERT INTO events(run_id,seq,type,attempt_id,fence,actor,payload,created_at) VALUES(:run_id,:seq,:type,:attempt_id,:fence,:actor,:payload,:now)',
  insert_outbox: `INSERT INTO outbox(message_id,run_id,seq,topic,type,payload,available_at,created_at) VALUES(:run_id||':'||:seq||':'||:topic,:run_id,:seq,:topic,:type,:payload,:available_at,:now)`,
  read_run:
    'SELECT status,version,owner,lease_until,fence,attempt_id,cancel_requested,budget_attempts,last_seq,min_retained_seq FROM runs WHERE run_id=:run_id',
  read_unsent:
    'SELECT message_id,run_id,seq,topic,type,payload FROM outbox o WHERE sent=0 AND available_at<=:now AND {outbox_head} ORDER BY run_id, seq, topic LIMIT 1',
  mark: 'UPDATE outbox SET sent=1, sent_at=:now WHERE message_id=:message_id AND sent=0 RETURNING message_id',
  next_queued: `SELECT run_id, version FROM runs WHERE status='queued' AND available_at<=:now ORDER BY {queue_order} LIMIT 1`,
  claim: `UPDATE runs SET status='running', owner=:owner, lease_until=:now+:ttl, fence=fence+1, attempt_id=run_id||'.a'||(fence+1), version=version+1, updated_at=:now WHERE run_id=:run_id AND {claimable} RETURNING fence, attempt_id, version`,
  read_expired: `SELECT run_id, version, fence, attempt_id, lease_until, budget_attempts FROM runs WHERE status='running' AND {lease_over} ORDER BY run_id LIMIT 1`,
  take_over: `UPDATE runs SET owner=:owner, lease_until=:now+:ttl, fence=fence+1, attempt_id=run_id||'.a'||(fence+1), version=version+1, updated_at=:now, budget_attempts={spend_loss} WHERE run_id=:run_id AND status='running' AND {lease_over} AND {version} AND ({attempts_left} OR EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))) RETURNING fence, attempt_id, version`,
  fail_exhausted: `UPDATE runs SET status='failed', owner=NULL, lease_until=NULL, failure_code='attempts_exhausted', budget_attempts=0, version=version+1, finished_at=:now, updated_at=:now WHERE run_id=:run_id AND {still_exhausted} RETURNING version`,
  renew:
    'UPDATE runs SET lease_until=:now+:ttl WHERE run_id=:run_id AND {holder} RETURNING cancel_requested, version',
  spend_step:
    'UPDATE runs SET budget_steps=budget_steps-1, version=version+1, updated_at=:now WHERE run_id=:run_id AND {holder} AND {version} AND budget_steps>0 RETURNING version',
  plan_operation: `INSERT INTO operations(operation_id,run_id,step_key,kind,order_id,amount_cents,currency,request_digest,requires_approval,created_at) SELECT {operation_id},:run_id,:step_key,'refund',:order_id,:amount_cents,:currency,:digest,:requires_approval,:now WHERE EXISTS (SELECT 1 FROM runs WHERE run_id=:run_id AND {holder}) RETURNING operation_id`,
  find_operation:
    'SELECT operation_id, status, provider_ref FROM operations WHERE run_id=:run_id AND {same_operation}',
  operation_start: `UPDATE operations SET status='started', started_fence=:fence, started_at=:now WHERE operation_id=:operation_id AND status='planned' AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder} AND {not_cancelled}) AND (requires_approval=0 OR EXISTS (SELECT 1 FROM approvals a WHERE a.operation_id=operations.operation_id AND a.status='approved' AND {bound})) RETURNING order_id, amount_cents`,
  reserve:
    'UPDATE orders SET reserved_cents=reserved_cents+:amount_cents WHERE order_id=:order_id AND {refundable} RETURNING reserved_cents',
  operation_unknown: `UPDATE operations SET status='unknown', error_code=:code WHERE operation_id=:operation_id AND status='started' AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder}) RETURNING operation_id`,
  operation_commit: `UPDATE operations SET status='committed', provider_ref=:ref, settled_at=:now WHERE operation_id=:operation_id AND status IN ('started','unknown') AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder}) RETURNING order_id, amount_cents`,
  operation_fail: `UPDATE operations SET status='failed', error_code=:code, settled_at=:now WHERE operation_id=:operation_id AND status IN ('started','unknown') AND EXISTS (SELECT 1 FROM runs WHERE run_id=operations.run_id AND {holder}) RETURNING order_id, amount_cents`,
  order_commit:
    'UPDATE orders SET reserved_cents=reserved_cents-:amount_cents, refunded_cents={refunded} WHERE order_id=:order_id RETURNING refunded_cents',
  order_release:
    'UPDATE orders SET reserved_cents=reserved_cents-:amount_cents WHERE order_id=:order_id RETURNING reserved_cents',
  abandon_planned: `UPDATE operations SET status='abandoned', settled_at=:now WHERE run_id=:run_id AND status='planned' RETURNING operation_id`,
  request_approval:
    'INSERT INTO approvals(approval_id,run_id,operation_id,proposal_digest,requested_at,expires_at) VALUES(:approval_id,:run_id,:operation_id,:digest,:now,:expires_at)',
  yield: `UPDATE runs SET status='waiting_approval', owner=NULL, lease_until=NULL, version=version+1, updated_at=:now WHERE run_id=:run_id AND {holder} AND {version} AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown')) RETURNING version`,
  interrupt: `UPDATE runs SET status='interrupted', owner=NULL, lease_until=NULL, finished_at=:now, version=version+1, updated_at=:now WHERE run_id=:run_id AND {holder} AND {version} AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown')) RETURNING version`,
  decide:
    'UPDATE approvals SET status=:decision, decided_by=:principal, decided_at=:now, reason=:reason WHERE approval_id=:approval_id AND {undecided} AND expires_at>:now AND {same_proposal} AND {proper_approver} RETURNING run_id, operation_id',
  requeue: `UPDATE runs SET status='queued', version=version+1, available_at=:now, updated_at=:now WHERE run_id=:run_id AND status='waiting_approval' RETURNING version`,
  retry_later: `UPDATE runs SET status='queued', owner=NULL, lease_until=NULL, available_at=:available_at, budget_attempts={spend_loss}, version=version+1, updated_at=:now WHERE run_id=:run_id AND {holder} AND {version} AND {attempts_left} AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown')) RETURNING version`,
  finish_succeeded: `UPDATE runs SET status='succeeded', owner=NULL, lease_until=NULL, result=:result, finished_at=:now, updated_at=:now, version=version+1 WHERE run_id=:run_id AND {holder} AND {version} AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('planned','started','unknown')) AND ({not_cancelled} OR EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status='committed')) RETURNING version`,
  finish_failed: `UPDATE runs SET status='failed', owner=NULL, lease_until=NULL, failure_code=:code, finished_at=:now, updated_at=:now, version=version+1 WHERE run_id=:run_id AND {holder} AND {version} AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('planned','started','unknown')) RETURNING version`,
  finish_cancelled: `UPDATE runs SET status='cancelled', owner=NULL, lease_until=NULL, finished_at=:now, updated_at=:now, version=version+1 WHERE run_id=:run_id AND {holder} AND {version} AND cancel_requested=1 AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('planned','started','unknown','committed')) RETURNING version`,
  cancel_direct: `UPDATE runs SET status='cancelled', cancel_requested=1, owner=NULL, lease_until=NULL, finished_at=:now, updated_at=:now, version=version+1 WHERE run_id=:run_id AND {cancellable} RETURNING version`,
  cancel_flag: `UPDATE runs SET cancel_requested=1, version=version+1, updated_at=:now, status=CASE status WHEN 'waiting_approval' THEN 'queued' ELSE status END WHERE run_id=:run_id AND status IN ('queued','running','waiting_approval') AND cancel_requested=0 RETURNING version, status`,
  withdraw_approval: `UPDATE approvals SET status='withdrawn' WHERE run_id=:run_id AND status='pending' RETURNING approval_id`,
  expire_approval: `UPDATE approvals SET status='expired' WHERE approval_id=:approval_id AND status='pending' AND expires_at<=:now RETURNING run_id`,
  fail_expired: `UPDATE runs SET status='failed', failure_code='approval_expired', finished_at=:now, updated_at=:now, version=version+1 WHERE run_id=:run_id AND status='waiting_approval' RETURNING version`,
  page: 'SELECT seq,type,attempt_id,payload,created_at FROM events WHERE run_id=:run_id AND {after} ORDER BY seq, twin LIMIT :limit',
  page_ranges:
    'SELECT from_seq,to_seq FROM compactions WHERE run_id=:run_id AND to_seq>:after_seq ORDER BY to_seq',
  active_runs:
    'SELECT run_id,status,last_seq,min_retained_seq,resumes FROM runs WHERE conversation_id=:conversation_id ORDER BY run_id',
  raise_minimum:
    'UPDATE runs SET min_retained_seq=:minimum, updated_at=:now WHERE run_id=:run_id AND :minimum>min_retained_seq AND :minimum<=last_seq RETURNING min_retained_seq',
  delete_prefix: 'DELETE FROM events WHERE run_id=:run_id AND seq<:minimum',
  record_range:
    'INSERT INTO compactions(run_id,from_seq,to_seq,message_id) VALUES(:run_id,:from_seq,:to_seq,:message_id)',
  delete_deltas: `DELETE FROM events WHERE run_id=:run_id AND seq BETWEEN :from_seq AND :to_seq AND type='text.delta'`,
  move_operation: `UPDATE operations SET run_id=:new_run_id WHERE operation_id=:operation_id AND status='planned' RETURNING operation_id`,
  store_message:
    'INSERT INTO messages(message_id,conversation_id,run_id,seq,role,text) SELECT :message_id,conversation_id,run_id,:seq,:role,:text FROM runs WHERE run_id=:run_id RETURNING message_id',
  read_messages:
    'SELECT message_id,run_id,role,text FROM messages WHERE conversation_id=:conversation_id ORDER BY run_id, seq',
  inbox_accept:
    'INSERT INTO inbox(consumer,message_id) VALUES(:consumer,:message_id) ON CONFLICT(consumer,message_id) DO UPDATE SET received=received+1 RETURNING received',
  insert_notice:
    'INSERT INTO notices(message_id,copy,run_id,type) SELECT :message_id,COUNT(*)+1,:run_id,:type FROM notices WHERE message_id=:message_id',
};

/** The texts of each fragment by alternative, the safe one last. */
const fragments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  key_scope: {
    global: 'idempotency_key=:key',
    per_principal: 'principal=:principal AND idempotency_key=:key',
  },
  stored_key: {
    none: ':run_id',
    key_only: ':key',
    key_and_fingerprint: ':key',
  },
  holder: {
    none: '1',
    owner_only: `owner=:owner AND status='running'`,
    fence: `fence=:fence AND status='running'`,
  },
  version: {
    last_write_wins: '1',
    compare_and_set: 'version=:version',
  },
  still_exhausted: {
    last_write_wins: '1',
    compare_and_set: `version=:version AND status='running' AND lease_until<=:now AND budget_attempts=1 AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))`,
  },
  claimable: {
    none: `status='queued' AND available_at<=:now`,
    read_then_write: '1',
    compare_and_set: `status='queued' AND available_at<=:now`,
  },
  lease_over: {
    worker_clock: 'lease_until<=:worker_now',
    db_clock: 'lease_until<=:now',
  },
  spend_loss: {
    none: 'budget_attempts',
    spent_in_statement: 'MAX(0,budget_attempts-1)',
  },
  attempts_left: {
    none: '1',
    spent_in_statement: 'budget_attempts>1',
  },
  operation_id: {
    fresh_each_call: `'op_'||:actor||'_'||:call`,
    per_attempt: `'op_'||:attempt_id||'_'||:step_key`,
    per_step: `'op_'||:run_id||'_'||:step_key`,
  },
  same_operation: {
    fresh_each_call: '0',
    per_attempt: `operation_id='op_'||:attempt_id||'_'||:step_key`,
    per_step: 'step_key=:step_key',
  },
  not_cancelled: {
    kill: 'cancel_requested=0',
    flag_unchecked: '1',
    cooperative_safe_points: 'cancel_requested=0',
  },
  cancellable: {
    both_write: `status<>'cancelled'`,
    one_winner: `status IN ('queued','waiting_approval') AND cancel_requested=0 AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown','committed'))`,
  },
  bound: {
    id_only: '1',
    proposal_digest: 'a.proposal_digest=operations.request_digest',
  },
  same_proposal: {
    id_only: '1',
    proposal_digest: 'proposal_digest=:digest',
  },
  undecided: {
    last_write_wins: `status IN ('pending','approved','rejected')`,
    first_valid_wins: `status='pending'`,
  },
  proper_approver: {
    any_member: '1',
    assignee_not_submitter:
      ':principal<>(SELECT principal FROM runs r WHERE r.run_id=approvals.run_id) AND EXISTS (SELECT 1 FROM approval_assignees g WHERE g.approval_id=approvals.approval_id AND g.principal_id=:principal)',
  },
  refundable: {
    read_modify_write: '1',
    check_only: '1',
    reserve_guarded: 'refunded_cents+reserved_cents+:amount_cents<=total_cents',
  },
  refunded: {
    read_modify_write: ':refunded_read+:amount_cents',
    check_only: 'refunded_cents+:amount_cents',
    reserve_guarded: 'refunded_cents+:amount_cents',
  },
  outbox_head: {
    parallel: '1',
    per_aggregate:
      'NOT EXISTS (SELECT 1 FROM outbox p WHERE p.run_id=o.run_id AND p.topic=o.topic AND p.sent=0 AND p.seq<o.seq)',
  },
  queue_order: {
    any: 'run_id DESC',
    oldest_first: 'available_at, run_id',
  },
  after: {
    inclusive: 'seq>=:after_seq',
    exclusive: 'seq>:after_seq',
  },
};

/** Every statement as the safe design has it. */
export const safeStatements: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(statements).map(([name, text]) => [name, filledIn(text).at(-1)?.text ?? text]),
);

/** Every statement under every combination of its fragments, named `statement alternative alternative`. */
export const everyStatement: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(statements).flatMap(([name, text]) =>
    filledIn(text).map((filled) => [[name, ...filled.alternatives].join(' '), filled.text]),
  ),
);

interface Filled {
  readonly alternatives: readonly string[];
  readonly text: string;
}

function filledIn(text: string): readonly Filled[] {
  const fragment = /\{(\w+)\}/.exec(text)?.[1];
  if (fragment === undefined) return [{ alternatives: [], text }];
  return Object.entries(fragments[fragment] ?? {}).flatMap(([alternative, part]) =>
    filledIn(text.replaceAll(`{${fragment}}`, part)).map((filled) => ({
      alternatives: [alternative, ...filled.alternatives],
      text: filled.text,
    })),
  );
}
