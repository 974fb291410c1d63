// A message comes again, and a person reads the same news twice. Remembering the message in a transaction of
// its own is worse: after a crash between the two it counts as done, and nobody was ever told. What is
// remembered and what was done have to be one commit. M06 §6.

import type { Decision } from '../../kernel/decision';
import { drop, split } from '../../kernel/edit';

export const inboxMode: Decision = {
  id: 'inbox.mode',
  kind: 'safety',
  properties: ['S29', 'L6'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'duplicate processing',
      edits: [drop('notifier.notice.acceptInbox')],
    },
    {
      name: 'separate_tx',
      safe: false,
      failure: 'lost effect',
      edits: [split('notifier.notice.insertNotice')],
    },
    { name: 'same_tx', safe: true, failure: '', edits: [] },
  ],
};
