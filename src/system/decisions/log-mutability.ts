// A text that grows in its row needs one row, and whoever read the row before has read something that the history
// no longer says: the same position, another text, and a cursor that will never ask for it again. What is in the
// log stays as it is; more is said by appending. durable-sse-recovery, "Event Log、Checkpoint、Read Model 不一样".

import type { Decision } from '../../kernel/decision';
import { replace, without } from '../../kernel/edit';
import { growDelta } from '../actors/worker/writing';

export const logMutability: Decision = {
  id: 'log.mutability',
  kind: 'safety',
  properties: ['S06', 'S40'],
  alternatives: [
    {
      name: 'update_in_place',
      safe: false,
      failure: 'history rewrite',
      breaksAlways: true,
      edits: [replace('worker.stream.appendDeltas', growDelta), without('events_immutable')],
    },
    { name: 'append_only', safe: true, failure: '', edits: [] },
  ],
};
