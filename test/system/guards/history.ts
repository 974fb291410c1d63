// The past of a case: the transitions of CONTRACT §9, each one transaction of the service's own statements
// through the store, so that no case stands on rows which the service could not have written. Only people,
// conversations and orders are there from the start.

import type { Parameters, Row, Run, Store } from '../../../src/kernel/store';
import { append, appendFenced } from '../../../src/system/events';
import { APPROVAL_MS, LEASE_MS, RETRY_DELAY_MS } from '../../../src/system/time';
import { ground } from './ground';
import { changed, planning, type Proposal, type Reading } from './reading';

export class History {
  now = 0;
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    store.restore(ground);
  }

  wait(ms: number): void {
    this.now += ms;
  }

  /** T0. */
  submit(
    run_id: string,
    { by = 'alice', key = `key of ${run_id}`, attempts = 3, conversation_id = 'conv_1' } = {},
  ): void {
    this.step((sql) => {
      sql('insert_run', {
        ...{ run_id, conversation_id, principal: by, key, fingerprint: 'f1', body: '{}' },
        ...{ attempts, steps: 20, resumes: null },
      });
      this.tell(sql, run_id, this.append(sql, run_id, 'run.created'));
    });
  }

  /** The dispatcher sends the next message that is due. */
  pump(): void {
    this.step((sql) => {
      const { message_id = null } = changed(sql('read_unsent', {}), 'a message to send');
      changed(sql('mark', { message_id }), 'mark');
    });
  }

  /** The notifier gives a message effect. */
  notice(run_id: string, seq: number): void {
    const message_id = `${run_id}:${String(seq)}:runs.notify`;
    this.step((sql) => sql('insert_notice', { message_id, run_id, type: 'run.cancelled' }));
  }

  /** T1. */
  claim(run_id: string, owner = 'worker-1'): Reading {
    return this.step((sql) => {
      const row = changed(sql('claim', { run_id, owner, ttl: LEASE_MS }), 'claim');
      return this.started(sql, run_id, owner, row);
    });
  }

  /** T0 and T1. */
  held(run_id: string, { attempts = 3 } = {}): Reading {
    this.submit(run_id, { attempts });
    return this.claim(run_id);
  }

  /** An idle worker reads a run whose lease is over. */
  expired(run_id: string, owner = 'worker-2'): Reading {
    return this.step((sql) => {
      const row = changed(sql('read_expired', {}), 'an expired run');
      if (row['run_id'] !== run_id) throw new Error(`${String(row['run_id'])} is over before ${run_id}`);
      return { run_id, owner, fence: Number(row['fence']), version: Number(row['version']) };
    });
  }

  /** T2, once the lease has run out. */
  takeOver(run_id: string, owner = 'worker-2'): Reading {
    this.wait(LEASE_MS);
    const read = this.expired(run_id, owner);
    return this.step((sql) => {
      const row = changed(sql('take_over', { ...read, ttl: LEASE_MS }), 'take_over');
      this.append(sql, run_id, 'attempt.ended', read.fence);
      return this.started(sql, run_id, owner, row);
    });
  }

  /** The holder plans an operation; returns its id. */
  plan(reading: Reading, proposal: Proposal = {}, requires_approval = 0): string {
    const planned = planning(reading, proposal, requires_approval);
    return this.step((sql) =>
      String(changed(sql('plan_operation', planned), 'plan_operation')['operation_id']),
    );
  }

  /** Intent, before the call. */
  start(reading: Reading, operation_id: string): void {
    this.step((sql) => {
      changed(
        sql('reserve', { ...changed(sql('operation_start', { ...reading, operation_id }), 'start') }),
        'reserve',
      );
      this.appendHeld(sql, reading, 'operation.started');
    });
  }

  /** Plans and starts an operation of a run; returns its id. */
  called(reading: Reading, proposal: Proposal = {}): string {
    const operation = this.plan(reading, proposal);
    this.start(reading, operation);
    return operation;
  }

  /** The call was sent and nobody knows what became of it. */
  unknown(reading: Reading, operation_id: string): void {
    this.step((sql) => {
      changed(sql('operation_unknown', { ...reading, operation_id, code: 'timeout' }), 'operation_unknown');
    });
  }

  commit(reading: Reading, operation_id: string): void {
    this.step((sql) => {
      const settled = { ...reading, operation_id, ref: `ref_${operation_id}` };
      changed(
        sql('order_commit', { ...changed(sql('operation_commit', settled), 'commit') }),
        'order_commit',
      );
      this.appendHeld(sql, reading, 'refund.committed');
    });
  }

  /** The provider refused. */
  refuse(reading: Reading, operation_id: string): void {
    this.step((sql) => {
      const settled = { ...reading, operation_id, code: 'declined' };
      changed(sql('order_release', { ...changed(sql('operation_fail', settled), 'fail') }), 'order_release');
      this.appendHeld(sql, reading, 'refund.failed');
    });
  }

  /** T3: returns the id of the question. */
  propose(reading: Reading, proposal: Proposal = {}): string {
    const operation_id = this.plan(reading, proposal, 1);
    return this.ask(reading, operation_id, proposal);
  }

  /** The rest of T3, for an operation that is planned. */
  ask(reading: Reading, operation_id: string, { digest = 'd1', approver = 'bob' }: Proposal = {}): string {
    return this.step((sql) => {
      const approval_id = `apr_${operation_id}`;
      const asked = { approval_id, run_id: reading.run_id, operation_id, digest };
      sql('request_approval', { ...asked, expires_at: this.now + APPROVAL_MS });
      sql('insert_assignee', { approval_id, principal_id: approver });
      this.appendHeld(sql, reading, 'approval.requested');
      this.appendHeld(sql, reading, 'attempt.ended');
      changed(sql('yield', reading), 'yield');
      return approval_id;
    });
  }

  /** T4: somebody decides, and the run is queued again. */
  decide(run_id: string, approval_id: string, decision: 'approved' | 'rejected', digest = 'd1'): void {
    this.step((sql) => {
      const decided = { approval_id, decision, principal: 'bob', reason: null, digest };
      changed(sql('decide', decided), 'decide');
      changed(sql('requeue', { run_id }), 'requeue');
      this.tell(sql, run_id, this.append(sql, run_id, 'approval.decided'));
    });
  }

  /** T6. */
  retry(reading: Reading): void {
    this.step((sql) => {
      const available_at = this.now + RETRY_DELAY_MS;
      const seq = this.appendHeld(sql, reading, 'attempt.ended');
      changed(sql('retry_later', { ...reading, available_at }), 'retry_later');
      this.tell(sql, reading.run_id, seq, 'runs.dispatch', available_at);
    });
  }

  /** T7. */
  succeed(reading: Reading): void {
    this.finish(reading, 'finish_succeeded', 'run.succeeded');
  }

  /** T8. */
  fail(reading: Reading): void {
    this.finish(reading, 'finish_failed', 'run.failed');
  }

  /** T9: somebody cancels a run that is queued, and is told so. */
  cancelQueued(run_id: string): void {
    this.step((sql) => {
      changed(sql('cancel_direct', { run_id }), 'cancel_direct');
      this.append(sql, run_id, 'run.cancel_requested');
      this.tell(sql, run_id, this.append(sql, run_id, 'run.cancelled'), 'runs.notify');
    });
  }

  /** T11: somebody asks that a run be cancelled; returns the seq of the event. */
  cancel(run_id: string): number {
    return this.step((sql) => {
      changed(sql('cancel_flag', { run_id }), 'cancel_flag');
      return this.append(sql, run_id, 'run.cancel_requested');
    });
  }

  /** The holder reads again: fence and status still fit, the version may be a newer one. */
  readAgain(reading: Reading): Reading {
    return this.step((sql) => {
      const row = changed(sql('read_run', { run_id: reading.run_id }), 'a run');
      if (row['fence'] !== reading.fence || row['status'] !== 'running')
        throw new Error('Not yours any more');
      return { ...reading, version: Number(row['version']) };
    });
  }

  renew(reading: Reading): void {
    this.step((sql) => changed(sql('renew', { ...reading, ttl: LEASE_MS }), 'renew'));
  }

  /** The provider remembers a key. */
  remember(operation_id: string): void {
    this.step((sql) =>
      sql('provider_remember', {
        ...{ operation_id, provider_ref: `ref_${operation_id}`, order_id: 'ord_1' },
        ...{ amount_cents: 2_500, window: 1 },
      }),
    );
  }

  /** A run has made something. */
  keep(run_id: string, artifact_id: string): void {
    const what = { name: 'a.txt', media_type: 'text/plain', size_bytes: 1, digest: 'd', body: 'a' };
    this.step((sql) => sql('insert_artifact', { run_id, artifact_id, ...what, expires_at: null }));
  }

  /** One statement alone, of whatever else may come to be in the tables. */
  once(name: string, parameters: Parameters): void {
    this.step((sql) => sql(name, parameters));
  }

  /** A worker's clock that is ahead. */
  ahead(worker: string): void {
    this.step((sql) => sql('set_clock', { worker, ahead_ms: 1 }));
  }

  /** A message to dispatch a run, told with an event. */
  message(run_id: string, seq: number): void {
    this.step((sql) => this.tell(sql, run_id, seq));
  }

  /** A transaction at this time; undone where it throws. */
  private step<T>(body: (sql: Run) => T): T {
    const run: Run = (name, parameters) =>
      this.store.run(name, { now: this.now, actor: 'test', ...parameters });
    this.store.begin();
    try {
      return body(run);
    } catch (error) {
      this.store.rollback();
      throw error;
    } finally {
      this.store.commit();
    }
  }

  private finish(reading: Reading, statement: string, type: string): void {
    this.step((sql) => {
      this.appendHeld(sql, reading, 'attempt.ended');
      this.appendHeld(sql, reading, type);
      changed(sql(statement, { ...reading, result: '{}', code: 'non_retryable' }), statement);
    });
  }

  private started(sql: Run, run_id: string, owner: string, row: Row): Reading {
    const reading = { run_id, owner, fence: Number(row['fence']), version: Number(row['version']) };
    this.appendHeld(sql, reading, 'attempt.started');
    return reading;
  }

  private append(sql: Run, runId: string, type: string, fence: number | null = null): number {
    return append(sql, { runId, type, data: {}, now: this.now, attemptId: null, fence });
  }

  private appendHeld(sql: Run, { run_id: runId, owner, fence }: Reading, type: string): number {
    const event = { runId, type, data: {}, now: this.now, attemptId: `${runId}.a${fence}`, fence };
    const seq = appendFenced(sql, event, { owner, fence });
    if (seq === null) throw new Error(`advance_fenced changed nothing for ${type}`);
    return seq;
  }

  private tell(
    sql: Run,
    run_id: string,
    seq: number,
    topic = 'runs.dispatch',
    available_at = this.now,
  ): void {
    sql('insert_outbox', { run_id, seq, topic, type: 'run.created', payload: '{}', available_at });
  }
}
