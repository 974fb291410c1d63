// The broker stops waiting for a slow worker and delivers again; then the slow one acknowledges after all. If
// its receipt names no more than the message, it settles the newer delivery: should the worker that holds
// that one crash, nothing is left to deliver. A receipt has to name its delivery.
//
// Alone it breaks nothing here: a claim that was refused was refused because somebody else holds the run, a
// lease brings that run back, and the outbox tells of whatever is queued anew. It is the last line where the
// outbox does not (outbox.mode). nats-io/nats-server#6937. M06 §6.

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const brokerReceipts: Decision = {
  id: 'broker.receipts',
  kind: 'safety',
  properties: ['S27', 'L6'],
  alternatives: [
    {
      name: 'per_message',
      safe: false,
      failure: 'stale receipt',
      edits: [parameter('receipts', 'per_message')],
    },
    { name: 'per_delivery', safe: true, failure: '', edits: [] },
  ],
};
