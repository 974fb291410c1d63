// Somebody approves 60.00, the step is computed again, and 90.00 go out under the same yes. An approval names
// what was seen, by its digest, and money moves for nothing else. M06 §2.

import type { Decision } from '../../kernel/decision';
import { fragment } from '../../kernel/edit';

export const approvalBind: Decision = {
  id: 'approval.bind',
  kind: 'safety',
  properties: ['S19'],
  alternatives: [
    {
      name: 'id_only',
      safe: false,
      failure: 'approve A, execute B',
      edits: [fragment('bound', '1'), fragment('same_proposal', '1')],
    },
    {
      name: 'proposal_digest',
      safe: true,
      failure: '',
      edits: [
        fragment('bound', 'a.proposal_digest=operations.request_digest'),
        fragment('same_proposal', 'proposal_digest=:digest'),
      ],
    },
  ],
};
