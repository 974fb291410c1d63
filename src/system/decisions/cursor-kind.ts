// A time names a moment and no place: two events of one moment are one position to it, and "after this time" passes
// over the second of them for ever. A place in the history is counted, one after the other. durable-sse-recovery,
// "Event Identity".

import type { Decision } from '../../kernel/decision';
import { fragment, withTrigger } from '../../kernel/edit';

const TOLD = (seq: string) => `(SELECT t.told_at FROM event_times t WHERE t.run_id=:run_id AND t.seq=${seq})`;

export const cursorKind: Decision = {
  id: 'cursor.kind',
  kind: 'safety',
  properties: ['S33', 'L7'],
  alternatives: [
    {
      name: 'timestamp',
      safe: false,
      failure: 'lossy cursor',
      breaksAlways: true,
      edits: [
        withTrigger('events_timed'),
        fragment('after', `${TOLD('events.seq')}{beyond}COALESCE(${TOLD(':after_seq')},-1)`),
      ],
    },
    { name: 'seq', safe: true, failure: '', edits: [fragment('after', 'seq{beyond}:after_seq')] },
  ],
};
