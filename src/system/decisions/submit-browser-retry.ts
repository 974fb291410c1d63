// No answer says nothing about what happened. A page that repeats its request under a new key asks for
// another task; under the same key it asks what became of this one. M06 §2.

import type { Decision } from '../../kernel/decision';
import { replace } from '../../kernel/edit';
import { resendWithNewKey } from '../actors/browser/submitting';

export const submitBrowserRetry: Decision = {
  id: 'submit.browser_retry',
  kind: 'safety',
  properties: ['S01'],
  alternatives: [
    {
      name: 'new_key',
      safe: false,
      failure: 'duplicate on retry',
      edits: [replace('browser.resend.sendPost', resendWithNewKey)],
    },
    { name: 'same_key', safe: true, failure: '', edits: [] },
  ],
};
