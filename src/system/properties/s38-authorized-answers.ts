// Nobody gets an answer that they may not have: not of a read, not of an action in somebody else's name
// (CONTRACT §7).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

const KEY = ['principal', 'endpoint', 'run_id'] as const;

export const s38: PropertySource = {
  id: 'S38',
  name: 'authorized answers',
  kind: 'always',
  key: KEY,
  keys: 'SELECT principal, endpoint, run_id FROM mon_leaks',
  query: `SELECT principal FROM mon_leaks
    WHERE principal=:principal AND endpoint=:endpoint AND run_id=:run_id`,
  touches: { mon_leaks: keyed(...KEY) },
};
