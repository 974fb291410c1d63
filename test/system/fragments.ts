// Every fragment with every text, as CONTRACT §10 has them: the naive ones first, the safe one last.

const fragments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  key_scope: {
    global: 'idempotency_key=:key',
    per_principal: 'principal=:principal AND idempotency_key=:key',
  },
  stored_key: { none: ':run_id', key_only: ':key', key_and_fingerprint: ':key' },
  holder: {
    none: '1',
    owner_only: `owner=:owner AND status='running'`,
    fence: `fence=:fence AND status='running'`,
  },
  version: { last_write_wins: '1', compare_and_set: 'version=:version' },
  still_exhausted: {
    last_write_wins: '1',
    compare_and_set: `version=:version AND status='running' AND lease_until<=:now AND budget_attempts=1
      AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))`,
  },
  claimable: {
    none: `status='queued' AND available_at<=:now`,
    read_then_write: '1',
    compare_and_set: `status='queued' AND available_at<=:now`,
  },
  next_seq: {
    max_plus_one: 'last_seq+1',
    db_sequence: `MAX(last_seq,COALESCE((SELECT s.last FROM sequences s WHERE s.name=runs.run_id),0))+1`,
    row_counter: 'last_seq+1',
  },
  lease_over: { worker_clock: 'lease_until<=:worker_now', db_clock: 'lease_until<=:now' },
  spend_loss: { none: 'budget_attempts', spent_in_statement: 'MAX(0,budget_attempts-1)' },
  attempts_left: { none: '1', spent_in_statement: 'budget_attempts>1' },
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
    one_winner: `status IN ('queued','waiting_approval') AND cancel_requested=0 AND NOT EXISTS (SELECT 1
      FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown','committed'))`,
  },
  undecided: {
    last_write_wins: `status IN ('pending','approved','rejected')`,
    first_valid_wins: `status='pending'`,
  },
  same_proposal: { id_only: '1', proposal_digest: 'proposal_digest=:digest' },
  proper_approver: {
    any_member: '1',
    assignee_not_submitter: `:principal<>(SELECT principal FROM runs r WHERE r.run_id=approvals.run_id)
      AND EXISTS (SELECT 1 FROM approval_assignees g
        WHERE g.approval_id=approvals.approval_id AND g.principal_id=:principal)`,
  },
  bound: { id_only: '1', proposal_digest: 'a.proposal_digest=operations.request_digest' },
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
  unsent: {
    id_watermark: `((number IS NULL AND sent=0)
      OR number>(SELECT COALESCE(MAX(m.number),0) FROM outbox m WHERE m.sent=1))`,
    unsent_flag: 'sent=0',
  },
  place_before: { conversation_seq: 'last_seq', run_seq: '0' },
  queue_order: { any: 'run_id DESC', oldest_first: 'available_at, run_id' },
  poll_order: { id_watermark: 'number, run_id, seq, topic', unsent_flag: 'run_id, seq, topic' },
  known_key: {
    forgets: 'operation_id=:operation_id AND known_until>:now',
    remembers: 'operation_id=:operation_id',
  },
  known_until: { forgets: ':now+:window', remembers: 'NULL' },
  outbox_head: {
    parallel: '(o.taken_by IS NULL OR o.taken_by=:actor)',
    per_aggregate: `NOT EXISTS (SELECT 1 FROM outbox p WHERE p.run_id=o.run_id AND p.topic=o.topic AND p.sent=0
      AND p.seq<o.seq)`,
  },
  after: { inclusive: 'seq>=:after_seq', exclusive: 'seq>:after_seq' },
};

/** The safe text of every fragment, some of them replaced. */
export function filled(text: string, replaced: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const alternative = replaced[name] ?? Object.values(fragments[name] ?? {}).at(-1);
    if (alternative === undefined) throw new Error(`No text for the fragment ${name}`);
    return alternative;
  });
}

/** A statement under every combination of its fragments' texts. */
export function everyFilling(text: string): readonly string[] {
  const names = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))];
  let fillings: readonly Readonly<Record<string, string>>[] = [{}];
  for (const name of names) {
    const texts = Object.values(fragments[name] ?? {});
    fillings = fillings.flatMap((filling) => texts.map((each) => ({ ...filling, [name]: each })));
  }
  return fillings.map((filling) => filled(text, filling));
}
