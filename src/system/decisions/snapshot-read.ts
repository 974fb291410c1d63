// A snapshot that is put together from two reads shows a status from now with a position from before: a page
// that starts from it applies again what it shows already. One transaction reads one moment. M06 §3.

import type { Decision } from '../../kernel/decision';
import { add } from '../../kernel/edit';
import { readLastSeq } from '../actors/api/reading';

export const snapshotRead: Decision = {
  id: 'snapshot.read',
  kind: 'safety',
  properties: ['S40'],
  alternatives: [
    {
      name: 'separate_reads',
      safe: false,
      failure: 'read skew',
      edits: [add('api.read.readLastSeq', 'outside before readRun', readLastSeq)],
    },
    { name: 'one_transaction', safe: true, failure: '', edits: [] },
  ],
};
