// A worker that was only slow comes back after its lease was taken over and writes as if it still held
// the run. A name does not tell it from its successor where two processes share one; a fence that grows
// with every tenure does. M06 §7, §8. (No two processes on stage share a name, so a search finds no harm in the
// owner alone.)

import type { Decision } from '../../kernel/decision';
import { fragment, without } from '../../kernel/edit';

export const fenceCheck: Decision = {
  id: 'fence.check',
  kind: 'safety',
  properties: ['S10', 'S17'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'zombie writer, split brain',
      edits: [fragment('holder', '1'), without('approvals_one_pending')],
    },
    {
      name: 'owner_only',
      safe: false,
      failure: 'zombie writer where two processes share a name',
      edits: [fragment('holder', "owner=:owner AND status='running'"), without('approvals_one_pending')],
    },
    {
      name: 'fence',
      safe: true,
      failure: '',
      edits: [fragment('holder', "fence=:fence AND status='running'")],
    },
  ],
};
