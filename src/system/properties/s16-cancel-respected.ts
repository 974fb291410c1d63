// A run that somebody asked to cancel succeeds only if money had moved: past that point there is nothing left
// to cancel, before it there is nothing left to do.

import { ofRun, type PropertySource } from './property-source';

export const s16: PropertySource = {
  id: 'S16',
  name: 'cancel respected',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r WHERE r.run_id=:run_id AND r.status='succeeded' AND r.cancel_requested=1
    AND NOT EXISTS (SELECT 1 FROM mon_effects f WHERE f.run_id=r.run_id AND f.effects>0)`,
  touches: { runs: ofRun, mon_effects: ofRun },
};
