// The stream has ended without an error: a proxy was restarted, a server drained, a time was over. That says nothing
// of the run. Only what the log holds ends a task on the screen. durable-sse-recovery, "Clean EOF".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const browserEof: Decision = {
  id: 'browser.eof',
  kind: 'safety',
  properties: ['S36'],
  alternatives: [
    {
      name: 'treat_as_done',
      safe: false,
      failure: 'false completion',
      edits: [parameter('eof', 'done')],
    },
    { name: 'recover', safe: true, failure: '', edits: [] },
  ],
};
