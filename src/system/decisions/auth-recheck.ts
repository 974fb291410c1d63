// A stream is opened once and read for hours. Whoever is asked only at the door goes on reading after they were
// shown out; so who may read is asked again before each page, and with each sign of life on a quiet stream.
// durable-sse-recovery, "Recovery API and authorization".

import type { Decision } from '../../kernel/decision';
import { drop } from '../../kernel/edit';

export const authRecheck: Decision = {
  id: 'auth.recheck',
  kind: 'safety',
  properties: ['S38'],
  alternatives: [
    {
      name: 'at_open',
      safe: false,
      failure: 'stale authorization',
      edits: [drop('gateway.tail.recheck'), drop('gateway.beat.recheckAtBeat')],
    },
    { name: 'each_page', safe: true, failure: '', edits: [] },
  ],
};
