// A log that keeps every word of every text for ever is most of it words that the completed text says again.
// Deleting them without a trace makes a hole that no reader can tell from a loss; a range in their place, written
// in the same transaction, says that nothing is missing. durable-sse-recovery, "Retention / Compaction".

import type { Decision } from '../../kernel/decision';
import { drop, parameter, without } from '../../kernel/edit';

export const logCompaction: Decision = {
  id: 'log.compaction',
  kind: 'safety',
  properties: ['S05', 'events_stored'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'unbounded growth',
      edits: [parameter('compaction', 'none')],
    },
    {
      name: 'delete_deltas',
      safe: false,
      failure: 'silent hole',
      breaksAlways: true,
      edits: [drop('pruner.compact.recordRange'), without('events_retention'), without('runs_retained')],
    },
    { name: 'record_range', safe: true, failure: '', edits: [] },
  ],
};
