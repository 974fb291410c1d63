// A stream is opened again at the address of the first time, with the cursor of the first time in it; how far its
// reader has come since stands in Last-Event-ID. Whoever believes the address sends everything again after each cut.
// PROTOCOLS: HTML §9.2, "Reconnect"; durable-sse-recovery, "Cursor".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const streamCursorSource: Decision = {
  id: 'stream.cursor_source',
  kind: 'cost',
  properties: ['duplicates_ignored'],
  alternatives: [
    {
      name: 'query_first',
      safe: false,
      failure: 'repeated replay after reconnect',
      edits: [parameter('cursor_source', 'query')],
    },
    { name: 'header_first', safe: true, failure: '', edits: [] },
  ],
};
