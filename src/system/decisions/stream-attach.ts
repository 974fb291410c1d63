// Between the last page and the first live event the log goes on. Who starts listening at its head misses what was
// written in between, and who reads first and listens afterwards misses what was written in that gap. A stream that
// reads the log from the cursor on has no such gap: replay and live are the same reading.
// durable-sse-recovery, "Pagination and the catch-up race".

import type { Decision } from '../../kernel/decision';
import { add, move, replace } from '../../kernel/edit';
import { headOf, readReplay, registerWith } from '../actors/gateway/opening';

export const streamAttach: Decision = {
  id: 'stream.attach',
  kind: 'safety',
  properties: ['L7', 'S33'],
  alternatives: [
    {
      name: 'live_only',
      safe: false,
      failure: 'missed event in the attach race',
      edits: [replace('gateway.open.register', registerWith(headOf))],
    },
    {
      name: 'replay_then_subscribe',
      safe: false,
      failure: 'missed event in the attach race',
      edits: [
        add('gateway.open.readReplay', 'outside before register', readReplay),
        replace('gateway.open.register', registerWith(headOf)),
        move('gateway.open.register', 'outside after sendHead'),
      ],
    },
    { name: 'log_tail', safe: true, failure: '', edits: [] },
  ],
};
