// Whoever was promised a run must find their own request in it: a replayed answer that names the run of
// another person, or of another request, loses one task and shows another (CONTRACT §2.1; M06 §2).

import { ofRun, type PropertySource } from './property-source';

export const s02: PropertySource = {
  id: 'S02',
  name: 'faithful replay',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT DISTINCT run_id FROM mon_accepted',
  query: `SELECT a.run_id FROM mon_accepted a JOIN runs r ON r.run_id=a.run_id
    WHERE a.run_id=:run_id AND (a.principal<>r.principal OR a.fingerprint<>r.request_fingerprint)`,
  touches: { mon_accepted: ofRun, runs: ofRun },
};
