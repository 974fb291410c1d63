// A model that says "refunded" has written a text. Where the history takes it for the outcome, a reader is
// told of money before anybody was asked for it, and of money that the provider then refuses. Only what came
// of the call may be told as what came of it. M06 §4.

import type { Decision } from '../../kernel/decision';
import { add, drop } from '../../kernel/edit';
import { appendClaimed } from '../actors/worker/refund';

export const eventSource: Decision = {
  id: 'event.source',
  kind: 'safety',
  properties: ['S26'],
  alternatives: [
    {
      name: 'model_text',
      safe: false,
      failure: 'hallucinated completion',
      // One source: who has been told by the model is not told again by the outcome, however that is learnt.
      edits: [
        add('worker.work.appendClaimed', 'after appendIntent', appendClaimed),
        drop('worker.work.appendCommitted'),
        drop('worker.reconcile.appendCommitted'),
      ],
    },
    { name: 'business_result', safe: true, failure: '', edits: [] },
  ],
};
