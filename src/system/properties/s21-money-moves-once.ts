// At most one refund for one step of one run, whatever keys were sent with it: the second one is lost money
// (CONTRACT §11; M06 §2).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s21: PropertySource = {
  id: 'S21',
  name: 'money moves once',
  kind: 'always',
  key: ['run_id', 'step_key'],
  keys: 'SELECT DISTINCT run_id, step_key FROM mon_effects',
  query: `SELECT run_id FROM mon_effects WHERE run_id=:run_id AND step_key=:step_key
    GROUP BY run_id, step_key HAVING SUM(effects)>1`,
  touches: { mon_effects: keyed('run_id', 'step_key') },
};
