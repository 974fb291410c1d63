// What breaks where a history that somebody has read is written over, or loses events without a word.

import type { Given } from '../../src/system/given';
import type { Harm } from './harms-of-money';
import { LONG, task } from './texts';

const PRUNED: Given = { ...task(LONG), cast: ['pruner'] };

export const LOG_HARMS: Readonly<Record<string, Harm>> = {
  'a text that grows in its row is another one than its reader has read': {
    design: { 'log.mutability': 'update_in_place' },
    given: task(LONG),
    schedule: ['after worker-1.appendDeltas: hold worker-1', 'quiet', 'release worker-1', 'quiet'],
    breaks: ['S06', 'S40'],
  },
  'deltas that are deleted without a trace leave a hole that no reader gets past': {
    design: { 'log.compaction': 'delete_deltas' },
    given: PRUNED,
    schedule: ['hold browser-1', 'quiet', 'release browser-1'],
    // The browser's own guard sees the gap and ends in "we do not know", so no view hangs for ever.
    breaks: ['S05'],
  },
};
