// An order's refunded amount is the sum of its committed refunds: a lost update would let the shop give
// money back twice, or refuse to (CONTRACT §8).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s24: PropertySource = {
  id: 'S24',
  name: 'order is right',
  kind: 'always',
  key: ['order_id'],
  keys: 'SELECT order_id FROM orders',
  query: `SELECT d.order_id FROM orders d WHERE d.order_id=:order_id
    AND d.refunded_cents<>(SELECT COALESCE(SUM(o.amount_cents),0) FROM operations o
      WHERE o.order_id=d.order_id AND o.status='committed')`,
  touches: { orders: keyed('order_id'), operations: keyed('order_id') },
};
