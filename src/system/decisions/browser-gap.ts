// An event arrives that is not the next one. To apply it all the same leaves a hole in the story that nobody will
// ever see again; the browser goes back to the log instead. durable-sse-recovery, "Live / Replay Overlap".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const browserGap: Decision = {
  id: 'browser.gap',
  kind: 'safety',
  properties: ['S33'],
  alternatives: [
    {
      name: 'apply_anyway',
      safe: false,
      failure: 'hole in the view',
      edits: [parameter('gap', 'apply')],
    },
    { name: 'recover', safe: true, failure: '', edits: [] },
  ],
};
