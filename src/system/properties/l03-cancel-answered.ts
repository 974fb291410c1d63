// A request to cancel is answered in the end: the run ends, cancelled or with what could not be undone.

import { ofRun, type PropertySource } from './property-source';

export const l03: PropertySource = {
  id: 'L3',
  name: 'cancel answered',
  kind: 'eventually',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT run_id FROM runs WHERE run_id=:run_id AND cancel_requested=1
    AND status NOT IN ('succeeded','failed','cancelled','interrupted')`,
  touches: { runs: ofRun },
};
