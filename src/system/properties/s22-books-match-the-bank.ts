// What our books call committed was refunded with that amount, and what they call failed or abandoned was
// not: else a customer reads "not refunded" beside money that has arrived (CONTRACT §1 rule 6).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s22: PropertySource = {
  id: 'S22',
  name: 'books match the bank',
  kind: 'always',
  key: ['operation_id'],
  keys: 'SELECT operation_id FROM operations',
  query: `SELECT o.operation_id FROM operations o LEFT JOIN mon_effects f ON f.operation_id=o.operation_id
    WHERE o.operation_id=:operation_id AND ((o.status='committed' AND (COALESCE(f.effects,0)=0
      OR f.amount_cents<>o.amount_cents OR f.order_id<>o.order_id))
      OR (o.status IN ('failed','abandoned') AND f.effects>0))`,
  touches: { operations: keyed('operation_id'), mon_effects: keyed('operation_id') },
};
