// A task that was promised must exist: who was told 202 goes away and waits for a result that never comes
// (CONTRACT §1, append before deliver). While the API is still accepting, nothing is lost yet.

import { ofAcceptedRun, ofRun, type PropertySource } from './property-source';

export const s03: PropertySource = {
  id: 'S03',
  name: 'durable acceptance',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT DISTINCT run_id FROM mon_accepted',
  query: `SELECT a.run_id FROM mon_accepted a WHERE a.run_id=:run_id
    AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id=a.run_id)
    AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=a.run_id AND p.procedure='api.accept')`,
  touches: { mon_accepted: ofRun, runs: ofRun, now_procedures: ofAcceptedRun },
};
