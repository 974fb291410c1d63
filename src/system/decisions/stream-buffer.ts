// A reader that does not read. To keep everything for it costs memory without end; to drop the oldest leaves a hole;
// to wait for it lets everybody wait, the writer too. The log keeps it all, so a reader that cannot follow may be
// sent away: it comes back with its cursor. M06 §5.

import type { Decision } from '../../kernel/decision';
import { add, hold, parameter } from '../../kernel/edit';
import { lockRun } from '../actors/gateway/tailing';

export const streamBuffer: Decision = {
  id: 'stream.buffer',
  kind: 'safety',
  properties: ['S39', 'S33', 'L7', 'lock_waits', 'L1'],
  alternatives: [
    {
      name: 'unbounded',
      safe: false,
      failure: 'memory growth',
      edits: [parameter('buffer', 'unbounded')],
    },
    {
      name: 'drop_oldest',
      safe: false,
      failure: 'silent gap',
      edits: [parameter('buffer', 'drop_oldest')],
    },
    {
      name: 'block_writer',
      safe: false,
      failure: 'head-of-line blocking',
      edits: [
        parameter('buffer', 'block_writer'),
        add('gateway.tail.lockRun', 'before readPage', lockRun),
        hold('gateway.tail.writeFrames'),
      ],
    },
    { name: 'disconnect_slow', safe: true, failure: '', edits: [] },
  ],
};
