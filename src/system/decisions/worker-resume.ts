// An attempt that comes after a lost one does not know what that one has done, unless it is told. Whoever starts over
// pays for every step again, from the same budget: where the budget is tight, the task fails that had nearly come
// through. The completed steps are in the log; a next attempt reads them and continues behind the last.
// durable-sse-recovery, "Event Log、Checkpoint、Read Model 不一样".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const workerResume: Decision = {
  id: 'worker.resume',
  kind: 'cost',
  properties: ['events_stored'],
  alternatives: [
    {
      name: 'start_over',
      safe: false,
      failure: 'repeated work',
      edits: [parameter('checkpoint', 'own_attempt')],
    },
    { name: 'from_checkpoint', safe: true, failure: '', edits: [] },
  ],
};
