// The status page and the event history must tell one story: a run that is "running" on one and "done" in
// the other is what a person sees after a dual write inside one database (CONTRACT §1 rule 7; M06 §3).

import { ofPendingRun, ofRun, type PropertySource } from './property-source';

/** Events that say what status the run has from then on. */
const TELLING = `('run.created','attempt.started','attempt.ended','approval.requested','approval.decided',
    'approval.withdrawn','run.succeeded','run.failed','run.cancelled','run.interrupted')`;

// Few of them follow the newest beginning of an attempt. To sort all would cost more with every attempt, to
// walk back from the end more with every word of text.
const NEWEST = `SELECT MAX(n.seq) FROM events n WHERE n.run_id=:run_id AND n.type IN ${TELLING}
    AND n.seq>=COALESCE((SELECT MAX(s.seq) FROM events s WHERE s.run_id=:run_id AND s.type='attempt.started'),0)`;

const TOLD = `SELECT CASE e.type
    WHEN 'attempt.started' THEN 'running' WHEN 'approval.requested' THEN 'waiting_approval'
    WHEN 'run.succeeded' THEN 'succeeded' WHEN 'run.failed' THEN 'failed'
    WHEN 'run.cancelled' THEN 'cancelled' WHEN 'run.interrupted' THEN 'interrupted'
    WHEN 'attempt.ended' THEN CASE json_extract(e.payload,'$.reason')
      WHEN 'yielded' THEN 'waiting_approval' ELSE 'queued' END
    ELSE 'queued' END
  FROM events e WHERE e.run_id=:run_id AND e.seq=(${NEWEST}) AND e.type IN ${TELLING}
  ORDER BY e.twin DESC LIMIT 1`;

// Where retention has removed every event that tells a status, the history contradicts nothing.
export const s04: PropertySource = {
  id: 'S04',
  name: 'one story',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r WHERE r.run_id=:run_id
    AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=r.run_id AND p.pending=1)
    AND r.status IS NOT COALESCE((${TOLD}), CASE WHEN r.min_retained_seq>1 THEN r.status END)`,
  touches: { runs: ofRun, events: ofRun, now_procedures: ofPendingRun },
};
