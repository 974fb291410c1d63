// "Cancelled" says that nothing happened: a cancelled run has moved no money.

import { ofRun, type PropertySource } from './property-source';

export const s14: PropertySource = {
  id: 'S14',
  name: 'cancelled is clean',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r JOIN mon_effects f ON f.run_id=r.run_id
    WHERE r.run_id=:run_id AND r.status='cancelled' AND f.effects>0`,
  touches: { runs: ofRun, mon_effects: ofRun },
};
