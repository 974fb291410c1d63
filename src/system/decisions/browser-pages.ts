// A page has a length, and the history may be longer. Whoever stops after the first one shows the beginning of a
// story for the whole of it. durable-sse-recovery, "Pagination and the catch-up race".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const browserPages: Decision = {
  id: 'browser.pages',
  kind: 'liveness',
  properties: ['L7'],
  alternatives: [
    {
      name: 'first_page_only',
      safe: false,
      failure: 'truncated history',
      edits: [parameter('pages', 'first')],
    },
    { name: 'until_caught_up', safe: true, failure: '', edits: [] },
  ],
};
