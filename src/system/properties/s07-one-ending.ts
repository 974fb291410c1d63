// A run ends once, and nothing follows: a person who was told "succeeded" must not find "cancelled" later,
// nor a history that goes on after its end (CONTRACT §9).

import { ofRun, type PropertySource } from './property-source';

export const s07: PropertySource = {
  id: 'S07',
  name: 'one ending',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r LEFT JOIN mon_runs m ON m.run_id=r.run_id
    WHERE r.run_id=:run_id AND ((m.ended_as IS NOT NULL AND r.status<>m.ended_as)
      OR (SELECT COUNT(*) FROM events e WHERE e.run_id=r.run_id
        AND e.type IN ('run.succeeded','run.failed','run.cancelled','run.interrupted'))>1
      OR EXISTS (SELECT 1 FROM events e WHERE e.run_id=r.run_id
        AND e.type IN ('run.succeeded','run.failed','run.cancelled','run.interrupted') AND e.seq<r.last_seq))`,
  touches: { runs: ofRun, mon_runs: ofRun, events: ofRun },
};
