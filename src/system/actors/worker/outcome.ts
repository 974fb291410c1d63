// What came of a call that was not simply answered. Silence is no answer: the call may have been carried out
// or not, and only the provider can tell, asked again with the same key (CONTRACT §1 rule 6, §11).

import { type AnyOperation, type Goto, only } from '../../../kernel/actor';
import {
  appendHeld,
  type Call,
  holder,
  RECONCILE,
  refused,
  type Result,
  runOf,
  type View,
  worker,
} from './state';

const callsOf = (view: View): readonly Call[] => view.locals.calls ?? [];

const operationOf = (view: View): string => callsOf(view)[0]?.operationId ?? '';

const told = (view: View, key: string): Pick<Result, 'says'> & object => ({
  says: { key, values: { actor: view.actor, run: runOf(view), operation: operationOf(view) } },
});

const isRecorded = (view: View, { operationId }: Call): boolean =>
  view.sql('read_operation', { operation_id: operationId }).length > 0;

/** As if it had failed: another attempt is made while there is one. */
function failedAttempt(view: View): Goto {
  const run = only(view.sql('read_run', { run_id: runOf(view) }));
  return { procedure: Number(run?.['budget_attempts']) > 1 ? 'worker.retry' : 'worker.fail' };
}

/** Nobody wrote down what was called: there is nothing whose outcome could be unknown. */
const forgotten = (view: View): Result => ({
  locals: { failureCode: 'attempts_exhausted' },
  then: failedAttempt(view),
  ...told(view, 'worker.markUnknown.forgotten'),
});

function markUnknown(view: View): Result {
  for (const call of callsOf(view)) {
    if (call.providerRef !== null) continue;
    if (!isRecorded(view, call)) return forgotten(view);
    const marked = { ...holder(view), operation_id: call.operationId, code: 'timeout' };
    if (view.sql('operation_unknown', marked).length === 0) return refused(view, 'markUnknown', RECONCILE);
  }
  return {};
}

function appendUnknown(view: View): Result {
  for (const { operationId, providerRef } of callsOf(view)) {
    if (providerRef !== null) continue;
    const seq = appendHeld(view, 'operation.unknown', { operation_id: operationId, cause: 'timeout' });
    if (seq === null) return refused(view, 'appendUnknown', RECONCILE);
  }
  return { then: RECONCILE, ...told(view, 'worker.appendUnknown') };
}

/** The operation failed, what was reserved for it is free again, and the log says so; null where somebody else holds the run. */
function fail(view: View, call: Call, code: string): Result | null {
  const failed = { ...holder(view), operation_id: call.operationId, code };
  if (view.sql('operation_fail', failed).length === 0) return refused(view, 'failOperation', RECONCILE);
  view.sql('order_release', { order_id: call.orderId, amount_cents: call.amountCents });
  const seq = appendHeld(view, 'operation.failed', { operation_id: call.operationId, code });
  return seq === null ? refused(view, 'appendFailed', RECONCILE) : null;
}

/** A time-out taken for a failure (operation.timeout=treat_as_failed): nothing is asked again. */
export const treatAsFailed: AnyOperation = worker((view) => {
  for (const call of callsOf(view)) {
    if (call.providerRef !== null) continue;
    if (!isRecorded(view, call)) return forgotten(view);
    const stopped = fail(view, call, 'timeout');
    if (stopped !== null) return stopped;
  }
  const locals = { failureCode: 'attempts_exhausted', calls: [] };
  return { locals, then: failedAttempt(view), ...told(view, 'worker.markUnknown.asFailed') };
});

/** The provider has said no: that is an answer, and the task cannot be done. */
function failOperation(view: View): Result {
  for (const call of callsOf(view)) {
    if (call.isRefused !== true || !isRecorded(view, call)) continue;
    const stopped = fail(view, call, 'refused');
    if (stopped !== null) return stopped;
  }
  return { locals: { failureCode: 'non_retryable' } };
}

export const outcomes: Readonly<Record<string, AnyOperation>> = {
  markUnknown: worker(markUnknown),
  appendUnknown: worker(appendUnknown),
  failOperation: worker(failOperation),
};
