// The decision that a person was told stays: nobody hears "approved" of something that is rejected later.

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s18: PropertySource = {
  id: 'S18',
  name: 'a decision counts',
  kind: 'always',
  key: ['approval_id'],
  keys: 'SELECT approval_id FROM mon_decisions',
  query: `SELECT m.approval_id FROM mon_decisions m LEFT JOIN approvals a ON a.approval_id=m.approval_id
    WHERE m.approval_id=:approval_id AND (m.contradicted=1 OR a.status IS NOT m.told)`,
  touches: { mon_decisions: keyed('approval_id'), approvals: keyed('approval_id') },
};
