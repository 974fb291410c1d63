// What is left of an order, read in a step of its own by designs that do not let the reservation decide
// (order.update): by the time it is used another run may have used it too.

import { type AnyOperation, only } from '../../../kernel/actor';
import { type Result, runOf, type View, worker } from './state';

function read(view: View, orderId: string) {
  const { refunded_cents, reserved_cents, total_cents } =
    only(view.sql('read_order', { order_id: orderId })) ?? {};
  const refunded = Number(refunded_cents ?? 0);
  const left = Number(total_cents ?? 0) - refunded - Number(reserved_cents ?? 0);
  const values = { actor: view.actor, run: runOf(view), order: orderId, amount: left };
  return { refunded, left, values };
}

/** Looks whether the amount is left; nobody is kept from looking at the same time. */
export const readOrder: AnyOperation = worker((view): Result => {
  const { plan } = view.locals;
  if (plan === undefined) return {};
  const { refunded, left, values } = read(view, plan.orderId);
  if (plan.amountCents <= left)
    return { locals: { refundedRead: refunded }, says: { key: 'worker.readOrder', values } };
  const [locals, then] = [{ failureCode: 'non_retryable' }, { procedure: 'worker.fail' }];
  return { locals, then, says: { key: 'worker.readOrder.over', values } };
});

/** Money may have moved already: the order is read again to book that, and whether it was left is not asked. */
export const rereadOrder: AnyOperation = worker((view): Result => {
  const call = view.locals.calls?.[0];
  if (call === undefined) return {};
  const { refunded, values } = read(view, call.orderId);
  return { locals: { refundedRead: refunded }, says: { key: 'worker.readOrder', values } };
});
