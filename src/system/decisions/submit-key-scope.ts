// Keys are made by clients, and two clients may make the same one. A key that is looked up without asking
// whose it is answers one person with another one's run. M06 §2.

import type { Decision } from '../../kernel/decision';
import { fragment } from '../../kernel/edit';

export const submitKeyScope: Decision = {
  id: 'submit.key_scope',
  kind: 'safety',
  properties: ['S02', 'S38'],
  alternatives: [
    {
      name: 'global',
      safe: false,
      failure: 'confused deputy, cross-tenant replay',
      edits: [fragment('key_scope', 'idempotency_key=:key')],
      breaksAlways: true,
    },
    {
      name: 'per_principal',
      safe: true,
      failure: '',
      edits: [fragment('key_scope', 'principal=:principal AND idempotency_key=:key')],
    },
  ],
};
