// Money first and the note of it afterwards: a crash in between leaves an effect that our books know nothing
// of, and nobody who could settle it. Writing down what is about to be done, under the key that will be sent,
// leaves something to ask about. M06 §2.

import type { Decision } from '../../kernel/decision';
import { move } from '../../kernel/edit';

export const operationIntent: Decision = {
  id: 'operation.intent',
  kind: 'safety',
  properties: ['S25', 'S21'],
  alternatives: [
    {
      name: 'call_then_record',
      safe: false,
      failure: 'orphaned effect',
      edits: [move('worker.work.callRefund', 'outside before planOperation')],
    },
    { name: 'record_then_call', safe: true, failure: '', edits: [] },
  ],
};
