// Two runs refund one order. Each looks first, and finds that enough is left; then both pay. Whoever writes
// back the number that was read besides loses the other's refund from the books. One statement that looks and
// reserves lets the second one find what the first has taken. M06 §8.

import type { Decision, Edit } from '../../kernel/decision';
import { add, fragment, split, without } from '../../kernel/edit';
import { readOrder, rereadOrder } from '../actors/worker/order';

/** The look is a step between the plan and the reservation, which then no longer looks. */
const looksFirst: readonly Edit[] = [
  add('worker.work.readOrder', 'after planOperation', readOrder),
  split('worker.work.readOrder'),
  split('worker.work.reserveOrder'),
  fragment('refundable', '1'),
  without('orders_never_over'),
];

export const orderUpdate: Decision = {
  id: 'order.update',
  kind: 'safety',
  properties: ['S24', 'S23'],
  alternatives: [
    {
      name: 'read_modify_write',
      safe: false,
      failure: 'lost update',
      edits: [
        ...looksFirst,
        add('worker.reconcile.readOrder', 'outside before settleOperation', rereadOrder),
        fragment('refunded', ':refunded_read+:amount_cents'),
      ],
    },
    {
      name: 'check_only',
      safe: false,
      failure: 'write skew',
      edits: [...looksFirst, fragment('refunded', 'refunded_cents+:amount_cents')],
    },
    {
      name: 'reserve_guarded',
      safe: true,
      failure: '',
      edits: [
        fragment('refundable', 'refunded_cents+reserved_cents+:amount_cents<=total_cents'),
        fragment('refunded', 'refunded_cents+:amount_cents'),
      ],
    },
  ],
};
