// Refunds of an order never exceed what was paid for it (CONTRACT §8).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s23: PropertySource = {
  id: 'S23',
  name: 'no over-refund',
  kind: 'always',
  key: ['order_id'],
  keys: 'SELECT order_id FROM mon_orders',
  query: `SELECT m.order_id FROM mon_orders m JOIN orders d ON d.order_id=m.order_id
    WHERE m.order_id=:order_id AND m.paid_cents>d.total_cents`,
  touches: { mon_orders: keyed('order_id'), orders: keyed('order_id') },
};
