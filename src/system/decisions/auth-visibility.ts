// "You may not" tells that there is something. To whom nothing of a thing is shown, it does not exist, and the
// answer is the same as for an id that was never given. M06 §2.

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const authVisibility: Decision = {
  id: 'auth.visibility',
  kind: 'safety',
  properties: ['S38b'],
  alternatives: [
    {
      name: 'forbidden_403',
      safe: false,
      failure: 'existence leak',
      edits: [parameter('hidden', 403)],
      breaksAlways: true,
    },
    { name: 'hidden_404', safe: true, failure: '', edits: [] },
  ],
};
