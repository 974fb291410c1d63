// What a worker knows while it holds a run, and what it does when a write of its is refused.

import { type Decide, type Goto, only, operation, type Outcome, type StepView } from '../../../kernel/actor';
import type { Data } from '../../../kernel/json';
import type { LookUp, Plan } from '../../agent';
import { append, appendDrawnFenced, appendFenced } from '../../events';

export interface WorkerDisk {
  /** How many operation ids of its own this worker has made. */
  readonly calls: number;
  /** Set where it renews its leases by a timer; scenarios stage that. */
  readonly renews?: boolean;
}

export interface WorkerMemory {
  /** When its lease is half gone and it may renew it; null where it holds nothing that it renews. */
  readonly renewAt: number | null;
}

/** A call to the provider that was sent, or must be sent again, and is not settled. */
export interface Call {
  readonly operationId: string;
  readonly orderId: string;
  readonly amountCents: number;
  readonly stepKey: string;
  readonly digest: string;
  readonly providerRef: string | null;
  /** The provider has said no to it. */
  readonly isRefused?: boolean;
}

export interface WorkerLocals {
  readonly runId?: string;
  readonly fence?: number;
  readonly attemptId?: string | null;
  readonly version?: number;
  /** False where a claim changed no row and the worker went on all the same. */
  readonly isClaimed?: boolean;
  readonly budgetAttempts?: number;
  readonly leaseUntil?: number | null;
  readonly plan?: Plan;
  /** What is still to be looked up, the next first. */
  readonly lookUps?: readonly LookUp[];
  /** What the model writes, how much of it stands in the log, and the procedure that comes after it. */
  readonly draft?: string;
  readonly flushed?: number;
  readonly breaksOff?: boolean;
  readonly onward?: string | null;
  readonly calls?: readonly Call[];
  readonly operationId?: string;
  /** What was refunded of the order when it was read, where the books are written by that. */
  readonly refundedRead?: number;
  readonly requestedAt?: number;
  readonly failureCode?: string;
  readonly lastSeq?: number;
  /** The place of its next event, where that is drawn before. */
  readonly drawnSeq?: number;
}

export type View = StepView<WorkerMemory, WorkerDisk, WorkerLocals>;
export type Result = Outcome<WorkerMemory, WorkerDisk, WorkerLocals>;
export const worker = (decide: Decide<WorkerMemory, WorkerDisk, WorkerLocals>) => operation(decide);

export const runOf = (view: View): string => view.locals.runId ?? view.run ?? '';

/** The parameters of a guarded statement: whose lease, which tenure, which version. */
export function holder(view: View) {
  const { fence = 0, version = 0 } = view.locals;
  return { run_id: runOf(view), owner: view.actor, fence, version };
}

/** Appends an event of this attempt, if the worker still holds the run; at `seq` where a place was drawn before. */
export function appendHeld(view: View, type: string, data: Data, seq?: number): number | null {
  const { fence = 0, attemptId = null } = view.locals;
  const event = { runId: runOf(view), type, data, now: view.now, attemptId, fence };
  const held = { owner: view.actor, fence };
  if (seq === undefined) return appendFenced(view.sql, event, held);
  return appendDrawnFenced(view.sql, { ...event, seq }, held);
}

/** Appends an event about a run that somebody else held or nobody holds any more. */
export function appendFree(
  view: View,
  type: string,
  data: Data,
  attemptId: string | null,
  fence: number,
): number {
  return append(view.sql, { runId: runOf(view), type, data, now: view.now, attemptId, fence });
}

/**
 * A guarded write changed no row: the transaction rolls back and the worker reads again. Where it is no
 * longer the holder it lets go ("not yours any more" is never retried with a newer fence); where it is,
 * `held` says how to go on.
 */
export function refused(view: View, what: string, held: Goto): Result {
  const run = only(view.sql('read_run', { run_id: runOf(view) }));
  const isHolder = run?.['status'] === 'running' && run['fence'] === view.locals.fence;
  const values = { actor: view.actor, run: runOf(view), what, status: String(run?.['status'] ?? 'unknown') };
  const version = Number(run?.['version'] ?? 0);
  const says = { key: `worker.refused.${isHolder ? 'held' : 'lost'}`, values: { ...values, version } };
  const memory = isHolder ? {} : LETS_GO;
  return { refused: what, then: isHolder ? held : { to: 'ack' }, memory, says };
}

/** What a worker that holds nothing any more keeps in mind. */
export const LETS_GO: WorkerMemory = { renewAt: null };

export const RECONCILE: Goto = { procedure: 'worker.reconcile' };
