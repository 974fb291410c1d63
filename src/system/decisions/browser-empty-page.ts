// A page without events says that nothing more has been committed so far. The model may still be thinking; taking
// the silence for an end shows a task as done that has hardly begun. durable-sse-recovery, "Empty Page".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const browserEmptyPage: Decision = {
  id: 'browser.empty_page',
  kind: 'safety',
  properties: ['S36'],
  alternatives: [
    {
      name: 'treat_as_done',
      safe: false,
      failure: 'false completion',
      edits: [parameter('empty', 'done')],
    },
    { name: 'keep_waiting', safe: true, failure: '', edits: [] },
  ],
};
