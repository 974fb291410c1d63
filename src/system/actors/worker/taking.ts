// How a worker comes to hold a run: by a message and a claim, or by taking over when a lease is over.

import { type AnyOperation, only } from '../../../kernel/actor';
import type { Row } from '../../../kernel/store';
import { draft, plan } from '../../agent';
import { clockOf, leaseEnd, leaseIn, renewing } from './lease';
import { knownTo, lookingUp } from './stepping';
import { atSafePoint } from './stopping';
import {
  appendFree,
  appendHeld,
  holder,
  RECONCILE,
  refused,
  type Result,
  runOf,
  type View,
  worker,
} from './state';
import { supersedeTexts, written } from './writing';

function take(view: View): Result {
  const runId = view.message?.run ?? '';
  const says = {
    key: 'worker.take',
    values: { actor: view.actor, run: runId, message: view.message?.id ?? '' },
  };
  return { locals: { runId }, run: runId, says };
}

/** What the worker knows of the run from here on; a phantom message names none. */
function readRun(view: View): Result {
  const run = only(view.sql('read_run', { run_id: runOf(view) }));
  if (run === null)
    return { then: { to: 'ack' }, says: { key: 'worker.readRun.phantom', values: { run: runOf(view) } } };
  const { status, version, fence } = run;
  const says = {
    key: 'worker.readRun',
    values: { actor: view.actor, run: runOf(view), status: String(status) },
  };
  return {
    locals: { fence: Number(fence), version: Number(version), attemptId: run['attempt_id'] as string | null },
    says: { ...says, values: { ...says.values, version: Number(version) } },
  };
}

const tenure = (row: Row) => ({
  fence: Number(row['fence']),
  attemptId: String(row['attempt_id']),
  version: Number(row['version']),
  isClaimed: true,
});

function claim(view: View): Result {
  const { version = 0 } = view.locals;
  const row = only(
    view.sql('claim', { run_id: runOf(view), owner: view.actor, ttl: leaseIn(view).ms, version }),
  );
  if (row === null) {
    const facts = [{ fact: 'refused_claim', run_id: runOf(view) }];
    return { ...refused(view, 'claim', { to: 'ack' }), facts };
  }
  const says = {
    key: 'worker.claim',
    values: { actor: view.actor, run: runOf(view), fence: Number(row['fence']) },
  };
  return { locals: tenure(row), memory: renewing(view), says };
}

/** The next run in the queue; the claim that follows in the same transaction asks whether it is still there. */
function lockNext(view: View): Result {
  const row = only(view.sql('next_queued', {}));
  if (row === null)
    return { then: { end: true }, says: { key: 'worker.lockNext.none', values: { actor: view.actor } } };
  const runId = String(row['run_id']);
  const says = { key: 'worker.lockNext', values: { actor: view.actor, run: runId } };
  return { locals: { runId, version: Number(row['version']) }, run: runId, says };
}

/** The rest is the same, however the run was found; there is nothing to acknowledge. */
function workPolled(view: View): Result {
  const result = work(view);
  return { ...result, then: result.then ?? { procedure: 'worker.work', after: 'work' } };
}

/** A claim that changes no row is no refusal: the worker goes on with what it read (claim.mode=none). */
export const claimAnyway: AnyOperation = worker((view) => {
  const row = only(
    view.sql('claim', { run_id: runOf(view), owner: view.actor, ttl: leaseIn(view).ms, version: 0 }),
  );
  const values = { actor: view.actor, run: runOf(view) };
  if (row === null) return { locals: { isClaimed: false }, says: { key: 'worker.claim.ignored', values } };
  return {
    locals: tenure(row),
    memory: renewing(view),
    says: { key: 'worker.claim', values: { ...values, fence: Number(row['fence']) } },
  };
});

function appendStarted(view: View): Result {
  const { fence = 0, isClaimed } = view.locals;
  if (isClaimed === false) return {};
  if (!supersedeTexts(view)) return refused(view, 'appendStarted', { to: 'ack' });
  const data = { fence, number: fence, owner_label: view.actor, lease_until: leaseEnd(view) };
  return appendHeld(view, 'attempt.started', data) === null
    ? refused(view, 'appendStarted', { to: 'ack' })
    : {};
}

/** Asks the model, outside every transaction, and goes where its answer leads. */
function work(view: View): Result {
  const stop = atSafePoint(view);
  const stopped = { key: 'worker.work.stopped', values: { actor: view.actor, run: runOf(view) } };
  if (stop !== null) return { then: stop, says: stopped };
  const run = only(view.sql('read_run_input', { run_id: runOf(view) }));
  const { input } = JSON.parse(String(run?.['request_body'])) as {
    input: { message: string; order_id: string };
  };
  const { missing, done, found } = knownTo(view, input.message, input.order_id);
  if (missing.length > 0) return lookingUp(view, missing, done);
  const attempts = Number(run?.['budget_attempts']);
  const proposal = plan(input.message, input.order_id, view.locals.fence ?? 0);
  const text = draft(input.message, view.locals.fence ?? 0, found);
  const values = { actor: view.actor, run: runOf(view) };
  if (proposal === null || proposal === 'nothing') {
    const isRetried = proposal === null && attempts > 1;
    const failureCode = proposal === null ? 'attempts_exhausted' : 'non_retryable';
    const procedure = isRetried ? 'worker.retry' : 'worker.fail';
    const says = { key: 'worker.work.failed', values };
    return written(view, text, procedure, { locals: { failureCode, breaksOff: true }, says });
  }
  const says = { key: 'worker.work', values: { ...values, amount: proposal.amountCents } };
  const approval = proposal.needsApproval ? approvalStatus(view, proposal.stepKey) : 'approved';
  const outcome = { locals: { plan: proposal, breaksOff: false }, says };
  if (approval === 'approved') return written(view, text, null, outcome);
  return written(view, text, approval === 'rejected' ? 'worker.decline' : 'worker.propose', outcome);
}

function approvalStatus(view: View, stepKey: string): string | null {
  const row = only(view.sql('read_approval', { run_id: runOf(view), step_key: stepKey }));
  return row === null ? null : String(row['status']);
}

function readExpired(view: View): Result {
  const row = only(view.sql('read_expired', { worker_now: clockOf(view) }));
  if (row === null)
    return { then: { end: true }, says: { key: 'worker.readExpired.none', values: { actor: view.actor } } };
  const runId = String(row['run_id']);
  const says = {
    key: 'worker.readExpired',
    values: { actor: view.actor, run: runId, version: Number(row['version']) },
  };
  return {
    locals: {
      runId,
      ...{
        version: Number(row['version']),
        fence: Number(row['fence']),
        attemptId: String(row['attempt_id']),
      },
      ...{ leaseUntil: Number(row['lease_until']), budgetAttempts: Number(row['budget_attempts']) },
    },
    run: runId,
    says,
  };
}

/** Becomes the holder; who is taken over from is kept for the event that says so. */
function takeOver(view: View): Result {
  const row = only(
    view.sql('take_over', { ...holder(view), ttl: leaseIn(view).ms, worker_now: clockOf(view) }),
  );
  const values = { actor: view.actor, run: runOf(view) };
  if (row === null)
    return { refused: 'takeOver', then: { end: true }, says: { key: 'worker.takeOver.refused', values } };
  const facts = [{ fact: 'took_over', run_id: runOf(view) }];
  const locals = { version: Number(row['version']) };
  return { locals, memory: renewing(view), facts, says: { key: 'worker.takeOver', values } };
}

/** The end of the attempt whose lease ran out; the reader learns when it ran out and when it was taken. */
function appendLost(view: View): Result {
  const { fence = 0, attemptId = null, leaseUntil = null } = view.locals;
  const data = { fence, reason: 'lost', lease_until: leaseUntil, taken_at: view.now };
  appendFree(view, 'attempt.ended', data, attemptId, fence);
  return {};
}

/** What the lost attempt had begun to write is withdrawn, in the transaction that ends it. */
function supersede(view: View): Result {
  const run = only(view.sql('read_run', { run_id: runOf(view) }));
  const tenure = { fence: Number(run?.['fence']), attemptId: String(run?.['attempt_id']) };
  supersedeTexts({ ...view, locals: { ...view.locals, ...tenure } });
  return {};
}

/** The new attempt begins; what the lost one left unsettled comes first. */
function appendTakenOver(view: View): Result {
  const run = only(view.sql('read_run', { run_id: runOf(view) }));
  const [fence, attemptId] = [Number(run?.['fence']), String(run?.['attempt_id'])];
  const data = { fence, number: fence, owner_label: view.actor, lease_until: leaseEnd(view) };
  appendFree(view, 'attempt.started', data, attemptId, fence);
  const isUnsettled = view.sql('read_unsettled', { run_id: runOf(view) }).length > 0;
  return {
    locals: { fence, attemptId, isClaimed: true },
    then: isUnsettled ? RECONCILE : { procedure: 'worker.work', at: 'work' },
  };
}

export const taking: Readonly<Record<string, AnyOperation>> = {
  take: worker(take),
  readRun: worker(readRun),
  claim: worker(claim),
  appendStarted: worker(appendStarted),
  work: worker(work),
  lockNext: worker(lockNext),
  'worker.poll.work': worker(workPolled),
  readExpired: worker(readExpired),
  takeOver: worker(takeOver),
  appendLost: worker(appendLost),
  supersede: worker(supersede),
  'worker.takeOver.appendStarted': worker(appendTakenOver),
};
