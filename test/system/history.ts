// The service's transitions (CONTRACT §9) as the actors make them, statement by statement, so that tests
// stand on rows that the service itself could have written.

import type { Parameters, Value } from '../../src/kernel/store';
import type { Database } from './database';

const LEASE = 30_000;

export const column = (database: Database, run: string, name: string): Value =>
  database.execute(`SELECT * FROM runs WHERE run_id=:run`, { run })[0]?.[name] ?? null;

const version = (database: Database, run: string): Value => column(database, run, 'version');

function must(changed: readonly unknown[], what: string): void {
  if (changed.length === 0) throw new Error(`${what} changed no row`);
}

export function stage(database: Database): void {
  database.execute(`INSERT INTO principals(principal_id,tenant_id) VALUES('alice','acme')`);
  database.execute(`INSERT INTO conversations VALUES('conv_1','acme')`);
  database.execute(`INSERT INTO conversation_members VALUES('conv_1','alice','writer')`);
  database.execute(
    `INSERT INTO orders(order_id,tenant_id,currency,total_cents) VALUES('ord_1','acme','EUR',10000)`,
  );
}

/** Appends an event; a fenced one only if the caller holds the run. */
export function append(
  database: Database,
  run_id: string,
  type: string,
  data: object = {},
  fence: number | null = null,
): number {
  const advanced =
    fence === null
      ? database.run('advance', { run_id })
      : database.run('advance_fenced', { run_id, fence, owner: 'worker-1' });
  must(advanced, `appending ${type}`);
  const seq = Number(advanced[0]?.['seq']);
  const attempt_id = fence === null ? null : `${run_id}.a${String(fence)}`;
  database.run('insert_event', { run_id, seq, type, attempt_id, fence, payload: JSON.stringify(data) });
  return seq;
}

function dispatch(database: Database, run_id: string, seq: number, available_at = 0): void {
  const type = 'run.created';
  database.run('insert_outbox', { run_id, seq, topic: 'runs.dispatch', type, payload: '{}', available_at });
}

/** T0. */
export function submit(database: Database, run_id: string, more: Parameters = {}): void {
  database.run('insert_run', {
    ...{ run_id, conversation_id: 'conv_1', principal: 'alice', key: `key of ${run_id}`, fingerprint: 'f1' },
    ...{ body: '{}', attempts: 3, steps: 20, resumes: null },
    ...more,
  });
  dispatch(database, run_id, append(database, run_id, 'run.created'));
}

/** What the dispatcher does once the broker has the message. */
function send(database: Database, message_id: string): void {
  must(database.run('mark', { message_id }), 'mark');
}

/** T1. */
export function claim(database: Database, run_id: string, owner = 'worker-1'): number {
  const claimed = database.run('claim', { run_id, owner, ttl: LEASE });
  must(claimed, 'claim');
  const fence = Number(claimed[0]?.['fence']);
  append(database, run_id, 'attempt.started', { fence, lease_until: database.now + LEASE }, fence);
  return fence;
}

export function plan(database: Database, run_id: string, fence: number, more: Parameters = {}): string {
  const planned = database.run('plan_operation', {
    ...{ run_id, step_key: 's1', order_id: 'ord_1', amount_cents: 2500, currency: 'EUR', digest: 'd1' },
    ...{ requires_approval: 0, fence, owner: 'worker-1', attempt_id: `${run_id}.a${String(fence)}` },
    ...more,
  });
  must(planned, 'plan_operation');
  return String(planned[0]?.['operation_id']);
}

/** Intent, before the call. */
export function start(database: Database, run_id: string, operation_id: string, fence: number): void {
  const started = database.run('operation_start', { operation_id, fence, owner: 'worker-1' });
  must(started, 'operation_start');
  must(database.run('reserve', { ...started[0] }), 'reserve');
  append(database, run_id, 'operation.started', { operation_id }, fence);
}

export function commit(database: Database, run_id: string, operation_id: string, fence: number): void {
  const holder = { fence, owner: 'worker-1' };
  const settled = database.run('operation_commit', { operation_id, ref: `ref_${operation_id}`, ...holder });
  must(settled, 'operation_commit');
  must(database.run('order_commit', { ...settled[0], refunded_read: 0 }), 'order_commit');
  append(database, run_id, 'refund.committed', { operation_id }, fence);
}

/** T7. */
export function succeed(database: Database, run_id: string, fence: number): void {
  append(database, run_id, 'attempt.ended', { fence, reason: 'completed' }, fence);
  append(database, run_id, 'run.succeeded', { result: { outcome: 'refunded' } }, fence);
  const values = { run_id, fence, owner: 'worker-1', version: version(database, run_id), result: '{}' };
  must(database.run('finish_succeeded', values), 'finish_succeeded');
}

/** T0 to T7 without any trouble: ends at version 3 and seq 6, refund committed, message sent. */
export function complete(database: Database, run_id: string): void {
  submit(database, run_id);
  send(database, `${run_id}:1:runs.dispatch`);
  const fence = claim(database, run_id);
  const operation = plan(database, run_id, fence);
  start(database, run_id, operation, fence);
  commit(database, run_id, operation, fence);
  succeed(database, run_id, fence);
}

/** T2. */
export function takeOver(database: Database, run_id: string, owner = 'worker-2'): number {
  const expired = database.run('read_expired', { worker_now: database.now })[0];
  const values = {
    run_id,
    owner,
    ttl: LEASE,
    version: expired?.['version'] ?? null,
    worker_now: database.now,
  };
  const taken = database.run('take_over', values);
  must(taken, 'take_over');
  append(database, run_id, 'attempt.ended', { fence: Number(expired?.['fence']), reason: 'lost' });
  const fence = Number(taken[0]?.['fence']);
  append(database, run_id, 'attempt.started', { fence }, fence);
  return fence;
}

/** T3. */
export function propose(database: Database, run_id: string, fence: number): string {
  const operation_id = plan(database, run_id, fence, { requires_approval: 1 });
  const approval_id = `apr_${operation_id}`;
  append(database, run_id, 'operation.planned', { operation_id }, fence);
  const expires_at = database.now + 900_000;
  database.run('request_approval', { approval_id, run_id, operation_id, digest: 'd1', expires_at });
  database.run('insert_assignee', { approval_id, principal_id: 'bob' });
  append(database, run_id, 'approval.requested', { approval_id }, fence);
  append(database, run_id, 'attempt.ended', { fence, reason: 'yielded' }, fence);
  must(
    database.run('yield', { run_id, fence, owner: 'worker-1', version: version(database, run_id) }),
    'yield',
  );
  return approval_id;
}

/** The person who is asked answers; what becomes of the run is T4. */
export function decide(database: Database, approval_id: string, decision: string): void {
  const decided = { approval_id, decision, principal: 'bob', reason: null, digest: 'd1' };
  must(database.run('decide', decided), 'decide');
}

/** T6. */
export function retry(database: Database, run_id: string, fence: number, delay = 0): void {
  const seq = append(database, run_id, 'attempt.ended', { fence, reason: 'failed' }, fence);
  const available_at = database.now + delay;
  const values = { run_id, fence, owner: 'worker-1', version: version(database, run_id), available_at };
  must(database.run('retry_later', values), 'retry_later');
  dispatch(database, run_id, seq, available_at);
}

/** T8. */
export function fail(database: Database, run_id: string, fence: number): void {
  database.run('abandon_planned', { run_id });
  append(database, run_id, 'attempt.ended', { fence, reason: 'failed' }, fence);
  append(database, run_id, 'run.failed', { code: 'non_retryable' }, fence);
  const values = { run_id, fence, owner: 'worker-1', version: version(database, run_id) };
  must(database.run('finish_failed', { ...values, code: 'non_retryable' }), 'finish_failed');
}

/** T8b. */
export function exhaust(database: Database, run_id: string): void {
  const failed = database.run('fail_exhausted', { run_id, version: version(database, run_id) });
  must(failed, 'fail_exhausted');
  append(database, run_id, 'attempt.ended', { reason: 'lost' });
  append(database, run_id, 'run.failed', { code: 'attempts_exhausted' });
}
