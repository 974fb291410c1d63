// The id of a frame is where a reader goes on from. Without one it starts where it started the first time, and all
// that it knows is sent again; a bare number does not say of which run it is; and a number that the server counts in
// its memory begins again with the server, below what its readers have seen. Position means (run_id, seq).
// durable-sse-recovery, "Event Identity".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const streamId: Decision = {
  id: 'stream.id',
  kind: 'safety',
  properties: ['duplicates_ignored', 'S34', 'L7'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'cannot resume',
      edits: [parameter('frame_id', 'none')],
    },
    {
      name: 'bare_seq',
      safe: false,
      failure: 'cursor of another run',
      edits: [parameter('frame_id', 'seq')],
    },
    {
      name: 'process_counter',
      safe: false,
      failure: 'numbers begin again',
      edits: [parameter('frame_id', 'counted')],
    },
    { name: 'run_and_seq', safe: true, failure: '', edits: [] },
  ],
};
