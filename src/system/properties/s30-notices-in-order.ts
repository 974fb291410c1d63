// A person hears of a run in its order: nobody is asked to approve what they were just told is cancelled
// (CONTRACT §15; M06 §6).

import { ofRun, type PropertySource } from './property-source';

export const s30: PropertySource = {
  id: 'S30',
  name: 'notices in order',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM mon_notices',
  query: 'SELECT run_id FROM mon_notices WHERE run_id=:run_id AND regressed=1',
  touches: { mon_notices: ofRun },
};
