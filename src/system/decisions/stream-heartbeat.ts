// A connection can be dead without anybody being told: no bytes come, and none come either from a run that is
// quiet; the same where somebody on the way keeps what comes. A sign of life now and then makes the difference, and
// whoever misses it opens another stream. durable-sse-recovery, "Recovery is a state machine". (Where no scenario stages
// the beats they are no steps: both ends notice a dead connection when the idle time is over, and the reader one whose
// pieces are kept.)

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const streamHeartbeat: Decision = {
  id: 'stream.heartbeat',
  kind: 'liveness',
  properties: ['L7'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'half-open connection',
      edits: [parameter('heartbeat', 'none')],
    },
    { name: 'noticed', safe: true, failure: '', edits: [] },
  ],
};
