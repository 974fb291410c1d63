// An acknowledgement tells the broker to forget. Given before the work is committed, it makes a crash in
// between final: the message is gone, nothing was done, and nobody will deliver it again. M06 §6.

import type { Decision } from '../../kernel/decision';
import { drop, move } from '../../kernel/edit';

/** Wherever the work leads, the message was let go of before it began. */
const LATER = ['propose', 'retry', 'reconcile', 'decline', 'fail', 'stop'];

export const consumerAck: Decision = {
  id: 'consumer.ack',
  kind: 'safety',
  properties: ['S27', 'L6'],
  alternatives: [
    {
      name: 'before_commit',
      safe: false,
      failure: 'at-most-once loss',
      edits: [
        move('worker.work.ack', 'outside after take'),
        ...LATER.map((procedure) => drop(`worker.${procedure}.ack`)),
        move('notifier.notice.ack', 'outside after take'),
      ],
    },
    { name: 'after_commit', safe: true, failure: '', edits: [] },
  ],
};
