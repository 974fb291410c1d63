// Events arrive twice, and events of another run arrive. A browser that applies all of them shows things
// twice; one that compares the position and forgets the run takes a stranger's event for its own, or
// refuses the first event of a new run. Position means (run_id, seq). durable-sse-recovery,
// "Event Identity" and "Live / Replay Overlap". (With pages alone a browser takes only the answer to what it
// asked, which stands for this guard; a search finds no harm before there is a stream.)

import type { Decision } from '../../kernel/decision';
import { replace } from '../../kernel/edit';
import { guardWith } from '../actors/browser/accepting';

const acceptEverything = guardWith(() => 'apply');

const compareSeqOnly = guardWith((event, { cursor }) => {
  if (event.seq <= cursor) return 'duplicate';
  return event.seq === cursor + 1 ? 'apply' : 'gap';
});

export const browserGuard: Decision = {
  id: 'browser.guard',
  kind: 'safety',
  properties: ['S33', 'S34'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'duplicate or foreign apply',
      edits: [replace('browser.accept.guard', acceptEverything)],
    },
    {
      name: 'seq_only',
      safe: false,
      failure: 'foreign apply',
      edits: [replace('browser.accept.guard', compareSeqOnly)],
    },
    { name: 'run_and_seq', safe: true, failure: '', edits: [] },
  ],
};
