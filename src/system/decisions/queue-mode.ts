// Who hands the work out is not what makes it safe: a broker that delivers at least once and a table that
// idle workers look through both need the claim, the lease and the fence. The table needs no second system;
// the broker needs no polling. M06 §7.

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const queueMode: Decision = {
  id: 'queue.mode',
  kind: 'both_safe',
  properties: [],
  alternatives: [
    { name: 'broker', safe: true, failure: '', edits: [] },
    { name: 'database', safe: true, failure: '', edits: [parameter('handout', 'poll')] },
  ],
};
