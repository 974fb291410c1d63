// A submission whose answer was lost is sent again. Without a stored key it becomes a second task; with
// the key alone another request under the same key is answered with a run that it did not ask for.
// M06 §2. (Nobody on stage sends another body under a key that was used, so a search finds no harm in the
// key alone.)

import type { Decision } from '../../kernel/decision';
import { drop, fragment } from '../../kernel/edit';

export const submitDedup: Decision = {
  id: 'submit.dedup',
  kind: 'safety',
  properties: ['S01', 'S02'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'duplicate submission',
      edits: [
        drop('api.accept.findKey'),
        drop('api.accept.compareFingerprint'),
        fragment('stored_key', ':run_id'),
      ],
    },
    {
      name: 'key_only',
      safe: false,
      failure: 'wrong replay',
      edits: [drop('api.accept.compareFingerprint'), fragment('stored_key', ':key')],
    },
    { name: 'key_and_fingerprint', safe: true, failure: '', edits: [fragment('stored_key', ':key')] },
  ],
};
