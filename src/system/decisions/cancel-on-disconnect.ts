// A connection ends for a hundred reasons, and hardly ever because somebody wants the task stopped. Who takes it for
// a wish to cancel kills a task with every reload. To cancel is a request of its own. durable-sse-recovery,
// "Disconnect ≠ Cancellation".

import type { Decision } from '../../kernel/decision';
import { add } from '../../kernel/edit';
import { cancelRunOfClosed } from '../actors/gateway/cancelling';

export const cancelOnDisconnect: Decision = {
  id: 'cancel.on_disconnect',
  kind: 'safety',
  properties: ['S13'],
  alternatives: [
    {
      name: 'cancel',
      safe: false,
      failure: 'accidental cancel',
      edits: [add('gateway.closed.cancelRun', 'after forget', cancelRunOfClosed)],
    },
    { name: 'continue', safe: true, failure: '', edits: [] },
  ],
};
