// SKIP LOCKED hands out some row that nobody has locked, not the one that has waited longest. Where nothing else
// says who comes first, new runs keep overtaking an old one, for as long as they keep coming: L1 then never holds,
// though every run that is finite ends. M06 §7.

import type { Decision } from '../../kernel/decision';
import { fragment } from '../../kernel/edit';

export const queueOrder: Decision = {
  id: 'queue.order',
  kind: 'liveness',
  properties: ['L1'],
  alternatives: [
    {
      name: 'any',
      safe: false,
      failure: 'starvation; SKIP LOCKED is not fair',
      // One order that "any" allows, so that a run can be repeated.
      edits: [fragment('queue_order', 'run_id DESC')],
    },
    {
      name: 'oldest_first',
      safe: true,
      failure: '',
      edits: [fragment('queue_order', 'available_at, run_id')],
    },
  ],
};
