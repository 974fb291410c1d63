// What breaks where a history that somebody has read is written over, loses events without a word, or begins in the
// middle.

import type { Given } from '../../src/system/given';
import type { Harm } from './harms-of-money';
import { ASKED } from './harms-of-stores';
import { LONG, task } from './texts';

const PRUNED: Given = { ...task(LONG), cast: ['pruner'] };

/** A run that is approved while it is over, and somebody who opens the one that goes on. */
const RESUMED: Given = {
  ...ASKED,
  cast: ['gateway', 'browser-3'],
  browsers: {
    'browser-1': { person: 'alice', watches: 'run_1' },
    'browser-2': { person: 'bob', watches: 'run_1', calls: ['approve run_1'] },
    'browser-3': { person: 'carol', watches: 'run_2' },
  },
};

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
  'a run that goes on with the numbers of another has a history that begins in the middle': {
    design: { 'resume.mode': 'new_run', 'resume.namespace': 'conversation_seq' },
    given: RESUMED,
    schedule: [],
    breaks: ['S05'],
  },
  'numbers that go on leave a hole in a view that begins with them': {
    design: {
      ...{ 'resume.mode': 'new_run', 'resume.namespace': 'conversation_seq' },
      'browser.gap': 'apply_anyway',
    },
    given: RESUMED,
    schedule: [],
    breaks: ['S05', 'S33'],
  },
};
