// A run that has ended leaves no money in doubt: nobody looks after it any more, so an operation whose
// outcome is unknown then stays unknown (CONTRACT §11, external operation).

import { ofRun, type PropertySource } from './property-source';

export const s15: PropertySource = {
  id: 'S15',
  name: 'the end is settled',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT r.run_id FROM runs r JOIN operations o ON o.run_id=r.run_id
    WHERE r.run_id=:run_id AND r.status IN ('succeeded','failed','cancelled','interrupted')
      AND o.status IN ('started','unknown')`,
  touches: { runs: ofRun, operations: ofRun },
};
