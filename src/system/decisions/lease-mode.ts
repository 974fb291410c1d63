// A worker that died holds its run for as long as its lease says. Without an end nobody ever takes the run
// over; with an end that a long task outlives, a worker that is alive loses it in the middle. Renewing lets a
// lease be short and a task long. M06 §7.

import type { Decision } from '../../kernel/decision';
import { drop, parameter, without } from '../../kernel/edit';

export const leaseMode: Decision = {
  id: 'lease.mode',
  kind: 'liveness',
  properties: ['L1', 'L2', 'take_overs'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'stuck run',
      // An owner without an end of its lease is what this alternative is about.
      edits: [parameter('lease', 'none'), without('runs_owned')],
    },
    {
      name: 'fixed_no_renew',
      safe: false,
      failure: 'premature take-over',
      edits: [parameter('lease', 'fixed'), drop('worker.renew.renewLease')],
    },
    { name: 'renewed', safe: true, failure: '', edits: [] },
  ],
};
