// The tables inbox and notices, and the place of the event that a notice tells of.

import { type Cases, nothing, rows } from '../guard-case';

export const noticeCases: Cases = {
  newest_of: [
    {
      claim: 'finds the place of an event of the run that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2');
        history.claim('run_2');
        return { run_id: 'run_1', type: 'attempt.started' };
      },
      expected: nothing,
    },
    {
      claim: 'finds the place of an event of the type that is named and of no other',
      holds: ['type=:type'],
      play: (history) => {
        history.held('run_1');
        return { run_id: 'run_1', type: 'run.created' };
      },
      expected: rows({ seq: 1 }),
    },
  ],

  insert_notice: [
    {
      claim: 'counts the copies of its own message and of no other',
      holds: ['message_id=:message_id'],
      play: (history) => {
        history.notice('run_1', 3);
        return { message_id: 'run_1:5:runs.notify', run_id: 'run_1', type: 'run.cancelled' };
      },
      expected: { rows: [{ copy: 1 }], changes: ['notices run_1:5:runs.notify/1'] },
    },
  ],
};
