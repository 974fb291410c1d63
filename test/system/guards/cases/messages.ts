// The table messages, and the events that a text is made of.

import { type Cases, changes, nothing, rows } from '../guard-case';
import type { History } from '../history';
import { letGo, overtaken } from '../outdated';

const stored = (history: History, run_id: string): void => {
  history.once('store_message', {
    message_id: `${run_id}.a1.m1`,
    run_id,
    seq: 3,
    role: 'assistant',
    text: 'a',
  });
};

/** An event at this place, which is the next one. */
const told = (history: History, run_id: string, seq: number, type: string): void => {
  history.once('advance', { run_id });
  history.once('insert_event', { run_id, seq, type, attempt_id: null, fence: null, payload: '{}' });
};

export const messageCases: Cases = {
  store_message: [
    {
      claim: 'puts a text into the conversation of the run that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2', { conversation_id: 'conv_2' });
        return { message_id: 'run_2.a1.m1', run_id: 'run_2', seq: 3, role: 'assistant', text: 'a' };
      },
      expected: { rows: [{ conversation_id: 'conv_2' }], changes: ['messages run_2.a1.m1'] },
    },
    {
      claim: 'leaves a text that is there as it is',
      holds: [],
      play: (history) => {
        history.submit('run_1');
        stored(history, 'run_1');
        return { message_id: 'run_1.a1.m1', run_id: 'run_1', seq: 4, role: 'assistant', text: 'b' };
      },
      expected: changes(),
    },
  ],
  read_messages: [
    {
      claim: 'finds the texts of the conversation that is named and of no other',
      holds: ['conversation_id=:conversation_id'],
      play: (history) => {
        history.submit('run_1', { conversation_id: 'conv_2' });
        history.submit('run_2');
        for (const run of ['run_1', 'run_2']) stored(history, run);
        return { conversation_id: 'conv_1' };
      },
      expected: rows({ message_id: 'run_2.a1.m1' }),
    },
  ],
  run_messages: [
    {
      claim: 'finds the texts of the run that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        for (const run of ['run_1', 'run_2']) {
          history.submit(run);
          stored(history, run);
        }
        return { run_id: 'run_2' };
      },
      expected: rows({ message_id: 'run_2.a1.m1' }),
    },
  ],
  read_held: [
    {
      claim: 'finds the run that is named and no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.held('run_1');
        return history.held('run_2');
      },
      expected: rows({ last_seq: 2 }),
    },
    {
      claim: 'finds nothing for a worker that somebody has taken over from',
      holds: ['fence=:fence'],
      play: overtaken,
      expected: nothing,
    },
    {
      claim: 'finds nothing for a worker that has let go',
      holds: ["status='running'"],
      play: letGo,
      expected: nothing,
    },
  ],
  grow_event: [
    {
      claim: 'writes over an event of the run that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        for (const run of ['run_1', 'run_2']) history.submit(run);
        return { run_id: 'run_1', seq: 1, payload: '[]' };
      },
      expected: changes('events run_1/1/0'),
    },
    {
      claim: 'writes over the event that is named and over no other',
      holds: ['seq=:seq'],
      play: (history) => {
        history.held('run_1');
        return { run_id: 'run_1', seq: 1, payload: '[]' };
      },
      expected: changes('events run_1/1/0'),
    },
  ],
  text_events: [
    {
      claim: 'finds what was written and what was withdrawn, of the run that is named and of no other',
      holds: [
        'run_id=:run_id',
        "type IN ('text.delta','message.superseded')",
        "type IN 'text.delta'",
        "type IN 'message.superseded'",
      ],
      play: (history) => {
        for (const run of ['run_1', 'run_2']) {
          history.held(run);
          told(history, run, 3, 'text.delta');
          told(history, run, 4, 'message.superseded');
          told(history, run, 5, 'operation.planned');
        }
        return { run_id: 'run_1' };
      },
      expected: rows({ seq: 3, type: 'text.delta' }, { seq: 4, type: 'message.superseded' }),
    },
  ],
};
