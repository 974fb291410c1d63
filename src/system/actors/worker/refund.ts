// Money: intent before the call, the call outside every transaction, the outcome after it. What was sent
// and not settled is repeated with the same key, never guessed (CONTRACT §11).

import { type AnyOperation, only } from '../../../kernel/actor';
import type { Row } from '../../../kernel/store';
import { proposalDigest } from '../../proposal';
import { callProvider } from './provider';
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

/** Finds the operation of this step where an earlier attempt left one, or plans it. */
function planOperation(view: View): Result {
  const { plan, attemptId = null } = view.locals;
  if (plan === undefined) return { then: { procedure: 'worker.fail' } };
  const { stepKey, orderId, amountCents, currency, needsApproval } = plan;
  const identity = { run_id: runOf(view), step_key: stepKey, attempt_id: attemptId };
  const found = only(view.sql('find_operation', identity));
  const digest = proposalDigest(orderId, amountCents, currency);
  if (found?.['status'] === 'planned') return replanned(view, String(found['operation_id']), digest);
  if (found !== null) return goOn(view, found);
  // Where the call has been sent already, its name is the operation's.
  const calls = view.disk.calls + (view.locals.calls === undefined ? 1 : 0);
  const row = only(
    view.sql('plan_operation', {
      ...{
        ...identity,
        ...holder(view),
        call: calls,
        order_id: orderId,
        amount_cents: amountCents,
        currency,
      },
      ...{ digest, requires_approval: needsApproval ? 1 : 0 },
    }),
  );
  if (row === null) return refused(view, 'planOperation', RECONCILE);
  return { disk: { calls }, ...plannedCall(view, String(row['operation_id'])) };
}

/** The step was planned before; where the model says something else now, the plan follows it. */
function replanned(view: View, operationId: string, digest: string): Result {
  const { plan } = view.locals;
  const planned = only(view.sql('read_operation', { operation_id: operationId }));
  if (planned?.['request_digest'] !== digest) {
    const what = { operation_id: operationId, amount_cents: plan?.amountCents ?? 0, digest };
    const changed = view.sql('replan_operation', { ...holder(view), ...what });
    if (changed.length === 0) return refused(view, 'planOperation', RECONCILE);
  }
  return plannedCall(view, operationId);
}

function plannedCall(view: View, operationId: string): Result {
  const { plan } = view.locals;
  if (plan === undefined) return {};
  const { orderId, amountCents, stepKey, currency } = plan;
  const digest = proposalDigest(orderId, amountCents, currency);
  const sent = view.locals.calls?.find((call) => call.operationId === operationId);
  const providerRef = sent?.providerRef ?? null;
  const call: Call = { operationId, orderId, amountCents, stepKey, digest, providerRef };
  const says = {
    key: 'worker.planOperation',
    values: { actor: view.actor, run: runOf(view), operation: operationId },
  };
  return { locals: { operationId, calls: [call] }, says };
}

/** An operation that is past planning: settled ones lead to the end, unsettled ones are reconciled. */
function goOn(view: View, found: Row): Result {
  const status = String(found['status']);
  const values = { actor: view.actor, run: runOf(view), operation: String(found['operation_id']), status };
  const says = { key: 'worker.planOperation.found', values };
  if (status === 'committed') return { locals: { calls: [] }, then: { to: 'settleOperation' }, says };
  if (status === 'started' || status === 'unknown') return { then: RECONCILE, says };
  return { locals: { failureCode: 'non_retryable' }, then: { procedure: 'worker.fail' }, says };
}

const onlyCall = (view: View): Call | undefined => view.locals.calls?.[0];

function reserveOrder(view: View): Result {
  const call = onlyCall(view);
  if (call === undefined) return {};
  const reserved = view.sql('reserve', { order_id: call.orderId, amount_cents: call.amountCents });
  if (reserved.length > 0) return {};
  const failing = refused(view, 'reserveOrder', { procedure: 'worker.fail' });
  return { ...failing, locals: { failureCode: 'non_retryable' } };
}

function recordIntent(view: View): Result {
  const call = onlyCall(view);
  if (call === undefined) return {};
  const started = view.sql('operation_start', { ...holder(view), operation_id: call.operationId });
  // What forbids it is read again: a cancel, or an approval of something else.
  return started.length > 0 ? {} : refused(view, 'recordIntent', RECONCILE);
}

function appendIntent(view: View, drawn?: number): Result {
  const call = onlyCall(view);
  if (call === undefined) return {};
  const data = { operation_id: call.operationId, ...amountOf(call) };
  const seq = appendHeld(view, 'operation.started', data, drawn);
  if (seq === null) return refused(view, 'appendIntent', RECONCILE);
  const values = { actor: view.actor, run: runOf(view), operation: call.operationId, seq };
  return { says: { key: 'worker.appendIntent', values } };
}

/** The intent at the place that was drawn for it (seq.alloc). */
export const appendIntentDrawn: AnyOperation = worker((view) => appendIntent(view, view.locals.drawnSeq));

const amountOf = (call: Call) => {
  return { step_key: call.stepKey, order_id: call.orderId, amount_cents: call.amountCents, currency: 'EUR' };
};

/** The call of a plan that nothing was written down of: its key is made as the operation's would be. */
function unplannedCall(view: View): readonly Call[] {
  const { plan, attemptId = null } = view.locals;
  if (plan === undefined) return [];
  const { stepKey, orderId, amountCents, currency } = plan;
  const identity = { run_id: runOf(view), step_key: stepKey, attempt_id: attemptId };
  const row = only(view.sql('name_operation', { ...identity, call: view.disk.calls + 1 }));
  const digest = proposalDigest(orderId, amountCents, currency);
  const operationId = String(row?.['operation_id']);
  return [{ operationId, orderId, amountCents, stepKey, digest, providerRef: null }];
}

/** Sends each call that is not answered yet, each with its own key. */
function callRefund(view: View): Result {
  const isNamed = view.locals.calls !== undefined;
  const answered = (view.locals.calls ?? unplannedCall(view)).map((call) => {
    if (call.providerRef !== null) return { call, facts: [] };
    const { providerRef, isRefused, facts } = callProvider(view.sql, { ...call, runId: runOf(view) });
    return { call: { ...call, providerRef, ...(isRefused ? { isRefused } : {}) }, facts };
  });
  const calls = answered.map((one) => one.call);
  const facts = answered.flatMap((one) => one.facts);
  const values = { actor: view.actor, run: runOf(view), operation: calls[0]?.operationId ?? '' };
  const says = (how: string) => ({
    key: `worker.callRefund.${how}`,
    values: { ...values, amount: calls[0]?.amountCents ?? 0 },
  });
  const sent = { locals: { calls }, facts, ...(isNamed ? {} : { disk: { calls: view.disk.calls + 1 } }) };
  if (calls.some((call) => call.isRefused === true))
    return { ...sent, then: { procedure: 'worker.refuse' }, says: says('refused') };
  if (calls.some((call) => call.providerRef === null))
    return { ...sent, then: { procedure: 'worker.unknown' }, says: says('silent') };
  return { ...sent, says: says(facts.length > 0 ? 'paid' : 'known') };
}

/** The same once more: silence then changes nothing, and the call is repeated until there is an answer. */
function repeatCall(view: View): Result {
  const outcome = callRefund(view);
  const isSilent = outcome.says?.key === 'worker.callRefund.silent';
  return isSilent ? { ...outcome, then: { again: true } } : outcome;
}

/** What was sent and is not settled. A holder that finds nothing such decides again, or gives up. */
function readUnsettled(view: View): Result {
  const run = only(view.sql('read_run', { run_id: runOf(view) }));
  const isHolder = run?.['status'] === 'running' && run['fence'] === view.locals.fence;
  const values = { actor: view.actor, run: runOf(view) };
  if (!isHolder) return { then: { to: 'ack' }, says: { key: 'worker.readUnsettled.lost', values } };
  const version = Number(run['version']);
  const rows = view.sql('read_unsettled', { run_id: runOf(view) });
  if (rows.length > 0) {
    const says = { key: 'worker.readUnsettled', values: { ...values, count: rows.length } };
    return { locals: { version, calls: rows.map(callOf) }, says };
  }
  const again = { key: 'worker.readUnsettled.none', values: { ...values, version } };
  if (version !== view.locals.version)
    return { locals: { version }, then: { procedure: 'worker.work', at: 'work' }, says: again };
  const then = { procedure: 'worker.fail' };
  return {
    locals: { failureCode: 'non_retryable' },
    then,
    says: { ...again, key: 'worker.readUnsettled.fail' },
  };
}

function callOf(row: Row): Call {
  return {
    operationId: String(row['operation_id']),
    orderId: String(row['order_id']),
    amountCents: Number(row['amount_cents']),
    stepKey: String(row['step_key']),
    digest: String(row['request_digest']),
    providerRef: null,
  };
}

function settleOperation(view: View): Result {
  for (const { operationId, providerRef } of view.locals.calls ?? []) {
    const settled = view.sql('operation_commit', {
      ...holder(view),
      operation_id: operationId,
      ref: providerRef,
    });
    if (settled.length === 0) return refused(view, 'settleOperation', RECONCILE);
  }
  return {};
}

function commitOrder(view: View): Result {
  // A run has one order: what was read of it goes up by each of its refunds.
  let { refundedRead = 0 } = view.locals;
  for (const { orderId, amountCents } of view.locals.calls ?? []) {
    const settled = { order_id: orderId, amount_cents: amountCents };
    view.sql('order_commit', { ...settled, refunded_read: refundedRead });
    refundedRead += amountCents;
  }
  return {};
}

function appendCommitted(view: View): Result {
  for (const call of view.locals.calls ?? []) {
    const data = { operation_id: call.operationId, ...amountOf(call), provider_ref: call.providerRef };
    if (appendHeld(view, 'refund.committed', data) === null)
      return refused(view, 'appendCommitted', RECONCILE);
  }
  return {};
}

/** The model's word for it that the refund is done, before anybody has been asked for money (event.source=model_text). */
export const appendClaimed: AnyOperation = worker((view) => {
  const call = onlyCall(view);
  if (call === undefined) return {};
  const data = { operation_id: call.operationId, ...amountOf(call), provider_ref: null };
  const seq = appendHeld(view, 'refund.committed', data);
  if (seq === null) return refused(view, 'appendClaimed', RECONCILE);
  const values = { actor: view.actor, run: runOf(view), operation: call.operationId, seq };
  return { says: { key: 'worker.appendClaimed', values } };
});

export const refunding: Readonly<Record<string, AnyOperation>> = {
  planOperation: worker(planOperation),
  reserveOrder: worker(reserveOrder),
  recordIntent: worker(recordIntent),
  appendIntent: worker((view) => appendIntent(view)),
  callRefund: worker(callRefund),
  readUnsettled: worker(readUnsettled),
  repeatCall: worker(repeatCall),
  settleOperation: worker(settleOperation),
  commitOrder: worker(commitOrder),
  appendCommitted: worker(appendCommitted),
};
