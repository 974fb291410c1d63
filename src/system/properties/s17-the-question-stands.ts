// A pending approval belongs to a waiting run, and a waiting run has one: else a person is asked about a
// task that has already failed, or a task waits for a question that nobody was asked (CONTRACT §2.4; M06
// §8). An interrupted run keeps its question: the decision creates the run that goes on.

import { ofPendingRun, ofRun, type PropertySource } from './property-source';

export const s17: PropertySource = {
  id: 'S17',
  name: 'the question stands',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r WHERE r.run_id=:run_id
    AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=r.run_id AND p.pending=1)
    AND (r.status='waiting_approval')<>(SELECT COUNT(*) FROM approvals a WHERE a.run_id=r.run_id
      AND a.status='pending')
    AND r.status<>'interrupted'`,
  touches: { runs: ofRun, approvals: ofRun, now_procedures: ofPendingRun },
};
