// A task that fails is not tried for ever: whoever asked for three attempts is not charged for a fourth, and
// other tasks get their turn (CONTRACT §9, T6 and T8b).

import { ofRun, type PropertySource } from './property-source';

export const s12: PropertySource = {
  id: 'S12',
  name: 'a failing task stops',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM mon_runs',
  query: 'SELECT run_id FROM mon_runs WHERE run_id=:run_id AND losses>allowed',
  touches: { mon_runs: ofRun },
};
