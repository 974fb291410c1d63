// Two people answer one question. If the later answer simply overwrites, the first person was told something
// that no longer holds. The statement asks whether the question is still open, and one answer wins. M06 §8.

import type { Decision } from '../../kernel/decision';
import { fragment, without } from '../../kernel/edit';

export const approvalDecide: Decision = {
  id: 'approval.decide',
  kind: 'safety',
  properties: ['S18'],
  alternatives: [
    {
      name: 'last_write_wins',
      safe: false,
      failure: 'lost update',
      edits: [
        fragment('undecided', "status IN ('pending','approved','rejected')"),
        without('approvals_write_once'),
      ],
    },
    {
      name: 'first_valid_wins',
      safe: true,
      failure: '',
      edits: [fragment('undecided', "status='pending'")],
    },
  ],
};
