// Who hands the work out is not what makes it safe: a broker that delivers at least once and a table that
// idle workers look through both need the claim, the lease and the fence. The table needs no second system;
// the broker needs no polling. A worker that keeps the row locked while it works needs neither, and lets everybody
// else who would write the run wait for the model. M06 §7.

import type { Decision } from '../../kernel/decision';
import { hold, parameter } from '../../kernel/edit';

export const queueMode: Decision = {
  id: 'queue.mode',
  kind: 'both_safe',
  properties: ['L1', 'lock_waits'],
  alternatives: [
    {
      name: 'hold_lock_while_working',
      safe: false,
      failure: 'long transaction, lock held across a remote call',
      edits: [parameter('handout', 'poll'), hold('worker.poll.work')],
    },
    { name: 'broker', safe: true, failure: '', edits: [] },
    { name: 'database', safe: true, failure: '', edits: [parameter('handout', 'poll')] },
  ],
};
