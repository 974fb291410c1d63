// "I do not know" is a legal answer, but not the last one: what was sent is settled in the end, as done or as
// not done (CONTRACT §16).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const l05: PropertySource = {
  id: 'L5',
  name: 'unknown is resolved',
  kind: 'eventually',
  key: ['operation_id'],
  keys: 'SELECT operation_id FROM operations',
  query: `SELECT operation_id FROM operations WHERE operation_id=:operation_id AND status IN ('started','unknown')`,
  touches: { operations: keyed('operation_id') },
};
