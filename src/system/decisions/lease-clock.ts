// A lease is written by one clock and judged by another. A worker whose clock is ahead takes a run from a
// holder whose lease has long to go; one that is behind waits too long for the dead. Nothing says that clocks
// agree, so the database judges what it wrote, in one statement. M06 §7.

import type { Decision } from '../../kernel/decision';
import { fragment } from '../../kernel/edit';

export const leaseClock: Decision = {
  id: 'lease.clock',
  kind: 'safety',
  properties: ['S10', 'take_overs'],
  alternatives: [
    {
      name: 'worker_clock',
      safe: false,
      failure: 'clock skew, early take-over',
      edits: [fragment('lease_over', 'lease_until<=:worker_now')],
    },
    { name: 'db_clock', safe: true, failure: '', edits: [fragment('lease_over', 'lease_until<=:now')] },
  ],
};
