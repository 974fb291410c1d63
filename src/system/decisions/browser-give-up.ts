// The attempts are spent and the log was not reached. "Failed" would be a claim about the run that nobody has made,
// and to go on for ever is a storm; the honest answer is that this page does not know. durable-sse-recovery,
// "Recovery is a state machine".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const browserGiveUp: Decision = {
  id: 'browser.give_up',
  kind: 'safety',
  properties: ['S36', 'L8'],
  alternatives: [
    {
      name: 'show_failed',
      safe: false,
      failure: 'indeterminate shown as failure',
      edits: [parameter('give_up', 'failed')],
    },
    {
      name: 'retry_forever',
      safe: false,
      failure: 'reconnect storm',
      edits: [parameter('give_up', 'never')],
    },
    { name: 'recovery_unknown', safe: true, failure: '', edits: [] },
  ],
};
