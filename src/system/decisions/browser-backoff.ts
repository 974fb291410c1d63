// How long to wait before the next attempt. Without a wait the attempts are spent before anything can have changed;
// with the same short wait each time every browser knocks at a service that has just come up. durable-sse-recovery,
// "Recovery is a state machine".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const browserBackoff: Decision = {
  id: 'browser.backoff',
  kind: 'cost',
  properties: ['reconnects'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'thundering herd',
      edits: [parameter('backoff', 'none')],
    },
    {
      name: 'same_delay',
      safe: false,
      failure: 'thundering herd',
      edits: [parameter('backoff', 'same')],
    },
    { name: 'growing_and_budget', safe: true, failure: '', edits: [] },
  ],
};
