// Nobody approves their own request, and nobody who was not asked: the name under a decision is one of those
// to whom the question went.

import { keyed } from '../../kernel/property';
import { found, type PropertySource } from './property-source';

export const s20: PropertySource = {
  id: 'S20',
  name: 'proper approver',
  kind: 'always',
  key: ['approval_id'],
  keys: 'SELECT approval_id FROM approvals',
  query: `SELECT a.approval_id FROM approvals a JOIN runs r ON r.run_id=a.run_id
    WHERE a.approval_id=:approval_id AND a.decided_by IS NOT NULL AND (a.decided_by=r.principal
      OR NOT EXISTS (SELECT 1 FROM approval_assignees g WHERE g.approval_id=a.approval_id
        AND g.principal_id=a.decided_by))`,
  lookups: { 'S20.approvals': 'SELECT approval_id FROM approvals WHERE run_id=:run_id' },
  touches: {
    approvals: keyed('approval_id'),
    approval_assignees: keyed('approval_id'),
    runs: found('S20.approvals', 'run_id'),
  },
};
