// "Accepted" is a promise. Given before the commit, it is one that a crash breaks: the person has a number,
// and there is no such run. M06 §2.

import type { Decision } from '../../kernel/decision';
import { move } from '../../kernel/edit';

export const submitAck: Decision = {
  id: 'submit.ack',
  kind: 'safety',
  properties: ['S03'],
  alternatives: [
    {
      name: 'before_commit',
      safe: false,
      failure: 'lost acknowledged write',
      edits: [move('api.accept.respond', 'outside before insertRun')],
    },
    { name: 'after_commit', safe: true, failure: '', edits: [] },
  ],
};
