// What is shown before it is written may never be written: the process dies in between, and somebody has seen an
// event that the history does not have. What comes next takes its place, and whoever saw the ghost takes the real
// event for one that they know. Written first, an event can be shown late, and not falsely. durable-sse-recovery,
// "Append-before-deliver".

import type { Decision } from '../../kernel/decision';
import { add } from '../../kernel/edit';
import { pushDelta } from '../actors/gateway/pushing';

export const logDeliver: Decision = {
  id: 'log.deliver',
  kind: 'safety',
  properties: ['S31', 'S40'],
  alternatives: [
    {
      name: 'deliver_then_append',
      safe: false,
      failure: 'dirty read, phantom event',
      edits: [add('worker.stream.pushFrames', 'outside before appendDeltas', pushDelta)],
    },
    { name: 'append_then_deliver', safe: true, failure: '', edits: [] },
  ],
};
