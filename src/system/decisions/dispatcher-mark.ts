// A crash between telling and writing down either repeats the message or loses it. Marking first turns
// "at least once" into "at most once": after the crash nobody tells. M06 §6.

import type { Decision } from '../../kernel/decision';
import { move } from '../../kernel/edit';

export const dispatcherMark: Decision = {
  id: 'dispatcher.mark',
  kind: 'safety',
  properties: ['S27', 'L6'],
  alternatives: [
    {
      name: 'mark_then_publish',
      safe: false,
      failure: 'at-most-once loss',
      edits: [move('dispatcher.pump.publish', 'outside after mark')],
    },
    { name: 'publish_then_mark', safe: true, failure: '', edits: [] },
  ],
};
