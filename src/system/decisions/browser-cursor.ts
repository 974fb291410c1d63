// The cursor says where to go on after a crash. One that counts what was received points past events that
// the view never took, and they are never asked for again. Stored with the view, it counts what was
// accepted. durable-sse-recovery, "Cursor".

import type { Decision } from '../../kernel/decision';
import { move } from '../../kernel/edit';

export const browserCursor: Decision = {
  id: 'browser.cursor',
  kind: 'safety',
  properties: ['S35', 'S33'],
  alternatives: [
    {
      name: 'last_received',
      safe: false,
      failure: 'event skipped after a crash',
      edits: [move('browser.accept.storeCursor', 'after receive')],
    },
    { name: 'last_accepted', safe: true, failure: '', edits: [] },
  ],
};
