// No answer came in time. To call that a failure is a guess, and where the provider had done what it was asked,
// the books say "not refunded" beside money that has arrived. The outcome is unknown until the same call,
// under the same key, is answered. M06 §2.

import type { Decision } from '../../kernel/decision';
import { replace } from '../../kernel/edit';
import { treatAsFailed } from '../actors/worker/outcome';

export const operationTimeout: Decision = {
  id: 'operation.timeout',
  kind: 'safety',
  properties: ['S22'],
  alternatives: [
    {
      name: 'treat_as_failed',
      safe: false,
      failure: 'indeterminate reported as failure',
      edits: [replace('worker.unknown.markUnknown', treatAsFailed)],
    },
    { name: 'unknown_then_reconcile', safe: true, failure: '', edits: [] },
  ],
};
