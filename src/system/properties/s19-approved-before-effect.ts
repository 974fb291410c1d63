// Money that needs approval moves only for the proposal that was approved: the same order, the same amount.

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s19: PropertySource = {
  id: 'S19',
  name: 'approved before effect',
  kind: 'always',
  key: ['operation_id'],
  keys: 'SELECT operation_id FROM mon_effects',
  query: `SELECT f.operation_id FROM mon_effects f JOIN operations o ON o.operation_id=f.operation_id
    WHERE f.operation_id=:operation_id AND f.effects>0 AND o.requires_approval=1 AND NOT EXISTS
      (SELECT 1 FROM approvals a WHERE a.operation_id=o.operation_id AND a.status='approved'
        AND a.proposal_digest=f.digest)`,
  touches: {
    mon_effects: keyed('operation_id'),
    operations: keyed('operation_id'),
    approvals: keyed('operation_id'),
  },
};
