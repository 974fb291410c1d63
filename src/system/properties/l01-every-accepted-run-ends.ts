// Every accepted run ends: a person who was promised a result gets one, good or bad (CONTRACT §16). A run
// that waits for an approval waits for a person; where nobody on stage decides, that is no failure of the
// service.

import { ofRun, type PropertySource } from './property-source';

export const l01: PropertySource = {
  id: 'L1',
  name: 'every accepted run ends',
  kind: 'eventually',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT run_id FROM runs WHERE run_id=:run_id
    AND status NOT IN ('succeeded','failed','cancelled','interrupted')`,
  waits: `SELECT r.run_id FROM runs r JOIN approvals a ON a.run_id=r.run_id
    WHERE r.run_id=:run_id AND r.status='waiting_approval' AND a.status='pending'`,
  touches: { runs: ofRun, approvals: ofRun },
};
