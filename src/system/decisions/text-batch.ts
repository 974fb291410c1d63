// A model says a word at a time, and each word that is written down alone costs an event, a position and a write
// of the run's row. A transaction for every word buys nothing: what matters is that nothing is told which does
// not stand in the log, and a batch is told as one. durable-sse-recovery, "Append-before-deliver".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const textBatch: Decision = {
  id: 'text.batch',
  kind: 'cost',
  properties: ['rows_written'],
  alternatives: [
    {
      name: 'per_token',
      safe: false,
      failure: 'write amplification',
      edits: [parameter('batch', 'token')],
    },
    { name: 'batched', safe: true, failure: '', edits: [] },
  ],
};
