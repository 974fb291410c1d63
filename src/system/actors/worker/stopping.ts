// How a holder answers a request to cancel: at a safe point, where nothing is half done (CONTRACT §9, T12).

import { type AnyOperation, type Goto, only } from '../../../kernel/actor';
import { textOf } from '../../../kernel/json';
import { appendHeld, holder, RECONCILE, refused, type Result, runOf, type View, worker } from './state';

type Looks = (view: View) => boolean;

/** Whether a holder looks at the flag at all, by design. */
const SAFE_POINTS: Readonly<Record<string, Looks>> = { none: () => false };

const isAsked: Looks = (view) =>
  only(view.sql('read_run', { run_id: runOf(view) }))?.['cancel_requested'] === 1;

/** Where a holder goes from a safe point: to the end if somebody asked for it and no money has moved. */
export function atSafePoint(view: View): Goto | null {
  const looks = SAFE_POINTS[textOf(view.parameters, 'safe_points')] ?? isAsked;
  if (!looks(view)) return null;
  const moved = view.sql('run_operations', { run_id: runOf(view) });
  return moved.some((one) => one['status'] === 'committed') ? null : { procedure: 'worker.stop' };
}

function appendEnding(view: View): Result {
  const attempt = appendHeld(view, 'attempt.ended', { fence: view.locals.fence ?? 0, reason: 'cancelled' });
  const run = attempt === null ? null : appendHeld(view, 'run.cancelled', { by: view.actor, reason: null });
  return run === null ? refused(view, 'appendEnding', RECONCILE) : {};
}

function finishCancelled(view: View): Result {
  const row = only(view.sql('finish_cancelled', holder(view)));
  if (row === null) return refused(view, 'finishCancelled', RECONCILE);
  return { says: { key: 'worker.finishCancelled', values: { actor: view.actor, run: runOf(view) } } };
}

export const stopping: Readonly<Record<string, AnyOperation>> = {
  'worker.stop.appendEnding': worker(appendEnding),
  finishCancelled: worker(finishCancelled),
};
