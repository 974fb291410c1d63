// Ending a run at once leaves what it had begun in the open: a refund whose outcome nobody will learn. A flag
// that nobody looks at is no cancel either. The holder looks at it where nothing is half done. M06 §2, §8.

import type { Decision } from '../../kernel/decision';
import { fragment, parameter, replace, without } from '../../kernel/edit';
import { killRun } from '../actors/api/cancelling';

export const cancelMode: Decision = {
  id: 'cancel.mode',
  kind: 'safety',
  properties: ['S14', 'S15', 'S16', 'L3'],
  alternatives: [
    {
      name: 'kill',
      safe: false,
      failure: 'half-done work',
      edits: [
        replace('api.cancel.cancelRun', killRun),
        fragment('not_cancelled', 'cancel_requested=0'),
        without('runs_cancel_latch'),
      ],
    },
    {
      name: 'flag_unchecked',
      safe: false,
      failure: 'ignored cancel',
      edits: [parameter('safe_points', 'none'), fragment('not_cancelled', '1'), without('runs_cancel_latch')],
    },
    {
      name: 'cooperative_safe_points',
      safe: true,
      failure: '',
      edits: [fragment('not_cancelled', 'cancel_requested=0')],
    },
  ],
};
