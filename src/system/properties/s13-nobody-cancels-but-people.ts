// A run that nobody asked to cancel does not end as cancelled: closing a page is no decision about the task.

import { ofRun, type PropertySource } from './property-source';

export const s13: PropertySource = {
  id: 'S13',
  name: 'nobody cancels but people',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r JOIN mon_runs m ON m.run_id=r.run_id
    WHERE r.run_id=:run_id AND r.status='cancelled' AND m.cancel_asked=0`,
  touches: { runs: ofRun, mon_runs: ofRun },
};
