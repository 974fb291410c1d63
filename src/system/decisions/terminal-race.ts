// Completing and cancelling race, and both write. A run ends once: the statement that ends it asks whether it
// has ended, and the later one finds that it has. M06 §8.

import type { Decision } from '../../kernel/decision';
import { fragment, without } from '../../kernel/edit';

const ONE_WINNER =
  "status IN ('queued','waiting_approval') AND cancel_requested=0 AND NOT EXISTS (SELECT 1 FROM operations o " +
  "WHERE o.run_id=runs.run_id AND o.status IN ('started','unknown','committed'))";

export const terminalRace: Decision = {
  id: 'terminal.race',
  kind: 'safety',
  properties: ['S07', 'S14'],
  alternatives: [
    {
      name: 'both_write',
      safe: false,
      failure: 'completed and cancelled',
      edits: [
        fragment('cancellable', "status<>'cancelled'"),
        ...[without('runs_final'), without('events_one_terminal'), without('events_closed')],
      ],
    },
    { name: 'one_winner', safe: true, failure: '', edits: [fragment('cancellable', ONE_WINNER)] },
  ],
};
