// The provider knows a key for a while only. A worker that died after its call is taken over when its lease is
// over, and if the key is forgotten by then, the repeated call is a new one. How long a provider remembers is
// part of its contract, and recovery has to be quicker. M06 §2.

import type { Decision } from '../../kernel/decision';
import { fragment } from '../../kernel/edit';

export const refundsDedupWindow: Decision = {
  id: 'refunds.dedup_window',
  kind: 'safety',
  properties: ['S21'],
  alternatives: [
    {
      name: 'forgets',
      safe: false,
      failure: 'expired idempotency key',
      edits: [
        fragment('known_key', 'operation_id=:operation_id AND known_until>:now'),
        fragment('known_until', ':now+:window'),
      ],
    },
    {
      name: 'remembers',
      safe: true,
      failure: '',
      edits: [fragment('known_key', 'operation_id=:operation_id'), fragment('known_until', 'NULL')],
    },
  ],
};
