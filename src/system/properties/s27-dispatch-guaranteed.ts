// A queued run still has something that will start it: an unsent outbox row, a message, a procedure that is
// about to publish, a task that a second store keeps, or somebody who looks through the table. Without any, the
// person waits for ever (CONTRACT §4, outbox; M06 §6).

import { found, ofPendingRun, ofRun, type PropertySource } from './property-source';

export const s27: PropertySource = {
  id: 'S27',
  name: 'dispatch guaranteed',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r WHERE r.run_id=:run_id AND r.status='queued'
    AND NOT EXISTS (SELECT 1 FROM outbox x WHERE x.run_id=r.run_id AND x.topic='runs.dispatch' AND x.sent=0)
    AND NOT EXISTS (SELECT 1 FROM now_messages m WHERE m.run_id=r.run_id AND m.topic='runs.dispatch'
      AND m.ready+m.unacked>0)
    AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=r.run_id AND p.pending=1)
    AND NOT EXISTS (SELECT 1 FROM cached_tasks c WHERE c.run_id=r.run_id)
    AND NOT EXISTS (SELECT 1 FROM now_pollers)`,
  lookups: { 'S27.queued': `SELECT run_id FROM runs WHERE status='queued'` },
  touches: {
    runs: ofRun,
    outbox: ofRun,
    now_messages: ofRun,
    cached_tasks: ofRun,
    now_procedures: ofPendingRun,
    // The last poller to go takes the excuse of every queued run with it.
    now_pollers: found('S27.queued'),
  },
};
