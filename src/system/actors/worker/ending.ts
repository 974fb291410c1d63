// How a run ends, and how a worker lets go of the message that brought it.

import { type AnyOperation, only } from '../../../kernel/actor';
import type { Data } from '../../../kernel/json';
import { clockOf } from './lease';
import { STEPS_EXHAUSTED } from './stepping';
import {
  appendFree,
  appendHeld,
  holder,
  LETS_GO,
  RECONCILE,
  refused,
  type Result,
  runOf,
  type View,
  worker,
} from './state';

const ended = (view: View, reason: string) => ({ fence: view.locals.fence ?? 0, reason });

/** The end of the attempt and of the run, for a worker that holds it. */
const appendEnding =
  (reason: string, type: string, data: (view: View) => Data) =>
  (view: View): Result => {
    const attempt = appendHeld(view, 'attempt.ended', ended(view, reason));
    const run = attempt === null ? null : appendHeld(view, type, data(view));
    return run === null ? refused(view, 'appendEnding', RECONCILE) : {};
  };

const succeeded = (outcome: string) =>
  appendEnding('completed', 'run.succeeded', () => ({ result: { outcome }, artifact_ids: [] }));

const failed = appendEnding('failed', 'run.failed', (view) => ({
  code: failureCode(view),
  message: 'The task cannot be done.',
}));

/** The same; where it is the budget of steps that ended it, the log says so first. */
function failedOrSpent(view: View): Result {
  if (failureCode(view) !== STEPS_EXHAUSTED) return failed(view);
  const seq = appendHeld(view, 'budget.exhausted', { kind: 'steps' });
  return seq === null ? refused(view, 'appendEnding', RECONCILE) : failed(view);
}

const failureCode = (view: View): string => view.locals.failureCode ?? 'non_retryable';

function finish(view: View, outcome: string): Result {
  const row = only(view.sql('finish_succeeded', { ...holder(view), result: JSON.stringify({ outcome }) }));
  if (row === null) return refused(view, 'finish', RECONCILE);
  const values = { actor: view.actor, run: runOf(view), version: Number(row['version']) };
  return { memory: LETS_GO, says: { key: 'worker.finish', values } };
}

function abandonPlanned(view: View): Result {
  for (const row of view.sql('abandon_planned', { run_id: runOf(view) })) {
    const data = { operation_id: String(row['operation_id']), code: failureCode(view) };
    if (appendHeld(view, 'operation.abandoned', data) === null)
      return refused(view, 'abandonPlanned', RECONCILE);
  }
  return {};
}

function finishFailed(view: View): Result {
  const row = only(view.sql('finish_failed', { ...holder(view), code: failureCode(view) }));
  if (row === null) return refused(view, 'finishFailed', RECONCILE);
  const values = { actor: view.actor, run: runOf(view) };
  return { memory: LETS_GO, says: { key: 'worker.finishFailed', values } };
}

/** Ends a run whose last attempt was lost. The writer holds nothing: its only guard is the version it read. */
function failExhausted(view: View): Result {
  const row = only(view.sql('fail_exhausted', { ...holder(view), worker_now: clockOf(view) }));
  const values = { actor: view.actor, run: runOf(view), version: view.locals.version ?? 0 };
  if (row === null) {
    return {
      refused: 'failExhausted',
      then: { end: true },
      says: { key: 'worker.failExhausted.refused', values },
    };
  }
  return { says: { key: 'worker.failExhausted', values } };
}

function appendExhausted(view: View): Result {
  const data = { code: 'attempts_exhausted', message: 'Every attempt was lost.' };
  appendFree(view, 'run.failed', data, null, view.locals.fence ?? 0);
  return {};
}

export const ending: Readonly<Record<string, AnyOperation>> = {
  'worker.work.appendEnding': worker(succeeded('refunded')),
  'worker.reconcile.appendEnding': worker(succeeded('refunded')),
  'worker.decline.appendEnding': worker(succeeded('declined')),
  'worker.fail.appendEnding': worker(failedOrSpent),
  'worker.refuse.appendEnding': worker(failed),
  'worker.exhaust.appendEnding': worker(appendExhausted),
  'worker.decline.finish': worker((view) => finish(view, 'declined')),
  finish: worker((view) => finish(view, 'refunded')),
  abandonPlanned: worker(abandonPlanned),
  finishFailed: worker(finishFailed),
  failExhausted: worker(failExhausted),
  ack: worker((view) => ({
    acknowledge: true,
    // Whoever found the run by itself has no message to be done with.
    says: {
      key: view.receipt === null ? 'worker.ack.nothing' : 'worker.ack',
      values: { actor: view.actor, run: runOf(view) },
    },
  })),
};
