// Every effect has an operation that someone can settle: money that moved and that no row speaks of is found
// by nobody but the customer (CONTRACT §11).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

const QUERY = `SELECT f.operation_id FROM mon_effects f LEFT JOIN operations o ON o.operation_id=f.operation_id
  WHERE f.operation_id=:operation_id AND f.effects>0 AND (o.status IS NULL OR o.status='planned')`;

export const s25: PropertySource = {
  id: 'S25',
  name: 'no orphaned effect',
  kind: 'always',
  key: ['operation_id'],
  keys: 'SELECT operation_id FROM mon_effects',
  query: `${QUERY} AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=f.run_id AND p.pending=1)`,
  suspicion: QUERY,
  touches: { mon_effects: keyed('operation_id'), operations: keyed('operation_id') },
};
