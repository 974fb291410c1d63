// "After 5" means that 5 is known. A cursor that includes the event it names brings that event again with every
// request: a reader that checks nothing shows it twice, and one that checks throws it away each time.
// durable-sse-recovery, "after_seq is an exclusive cursor".

import type { Decision } from '../../kernel/decision';
import { fragment } from '../../kernel/edit';

export const streamCursor: Decision = {
  id: 'stream.cursor',
  kind: 'safety',
  properties: ['S33', 'duplicates_ignored'],
  alternatives: [
    {
      name: 'inclusive',
      safe: false,
      failure: 'off by one',
      edits: [fragment('beyond', '>=')],
    },
    { name: 'exclusive', safe: true, failure: '', edits: [fragment('beyond', '>')] },
  ],
};
