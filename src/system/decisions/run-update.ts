// Two writers read the same version; the later one overwrites what it never saw. Naming the version that
// was read in the statement lets the database refuse it, and the writer reads again. M06 §8.

import type { Decision } from '../../kernel/decision';
import { fragment, without } from '../../kernel/edit';

// At most one attempt left: a take-over that only reconciles leaves none, and its run must end all the same.
const STILL_EXHAUSTED =
  "version=:version AND status='running' AND {lease_over} AND budget_attempts<=1 AND NOT EXISTS " +
  "(SELECT 1 FROM operations o WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown'))";

export const runUpdate: Decision = {
  id: 'run.update',
  kind: 'safety',
  properties: ['S17'],
  alternatives: [
    {
      name: 'last_write_wins',
      safe: false,
      failure: 'lost update',
      edits: [
        fragment('version', '1'),
        fragment('still_exhausted', '1'),
        without('runs_transition'),
        without('runs_owned'),
      ],
    },
    {
      name: 'compare_and_set',
      safe: true,
      failure: '',
      edits: [fragment('version', 'version=:version'), fragment('still_exhausted', STILL_EXHAUSTED)],
    },
  ],
};
