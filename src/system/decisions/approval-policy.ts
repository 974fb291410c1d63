// Whoever may see a task may not therefore grant it, least of all their own. Asking somebody else is the whole
// point of asking. M06 §2.

import type { Decision } from '../../kernel/decision';
import { fragment, parameter } from '../../kernel/edit';

const MEMBERS = { own: 'allowed', wri: 'allowed', vie: 'allowed', app: 'allowed', 'own+app': 'allowed' };

const ASSIGNEE_NOT_SUBMITTER =
  ':principal<>(SELECT principal FROM runs r WHERE r.run_id=approvals.run_id) AND EXISTS (SELECT 1 FROM ' +
  'approval_assignees g WHERE g.approval_id=approvals.approval_id AND g.principal_id=:principal)';

export const approvalPolicy: Decision = {
  id: 'approval.policy',
  kind: 'safety',
  properties: ['S20'],
  alternatives: [
    {
      name: 'any_member',
      safe: false,
      failure: 'missing separation of duties',
      edits: [fragment('proper_approver', '1'), parameter('matrix.decide', MEMBERS)],
      breaksAlways: true,
    },
    {
      name: 'assignee_not_submitter',
      safe: true,
      failure: '',
      edits: [fragment('proper_approver', ASSIGNEE_NOT_SUBMITTER)],
    },
  ],
};
