// What a log may lose: the deltas of a complete text, and what lies before the events that are kept.

import { type Cases, changes, nothing, rows } from '../guard-case';
import type { History } from '../history';

/** An event at this place, which is the next one. */
function told(history: History, run_id: string, seq: number, type: string, text = `${run_id}.a1.m1`): void {
  const payload = JSON.stringify({ message_id: text });
  history.once('advance', { run_id });
  history.once('insert_event', { run_id, seq, type, attempt_id: null, fence: null, payload });
}

const completed = (history: History, run_id: string, seq: number, text = `${run_id}.a1.m1`): void => {
  history.once('store_message', { message_id: text, run_id, seq, role: 'assistant', text: 'a' });
};

/** Two deltas at 3 and 4, and the event that completes their text. */
function written(history: History, run_id: string): void {
  history.held(run_id);
  told(history, run_id, 3, 'text.delta');
  told(history, run_id, 4, 'text.delta');
  told(history, run_id, 5, 'message.completed');
  completed(history, run_id, 5);
}

const range = (history: History, run_id: string, from_seq: number, to_seq: number): void => {
  history.once('record_range', { run_id, from_seq, to_seq, message_id: 'm' });
};

const found = (from_seq: number, to_seq: number) =>
  rows({ run_id: 'run_1', message_id: 'run_1.a1.m1', from_seq, to_seq });

export const compactionCases: Cases = {
  page_ranges: [
    {
      claim: 'finds the ranges of the run that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        range(history, 'run_1', 3, 4);
        range(history, 'run_2', 6, 7);
        return { run_id: 'run_1', after_seq: 2 };
      },
      expected: rows({ from_seq: 3, to_seq: 4 }),
    },
    {
      claim: 'finds the ranges behind a cursor, and the one that it lies in',
      holds: ['to_seq>:after_seq'],
      play: (history) => {
        range(history, 'run_1', 3, 4);
        range(history, 'run_1', 6, 8);
        return { run_id: 'run_1', after_seq: 7 };
      },
      expected: rows({ from_seq: 6, to_seq: 8 }),
    },
  ],
  delete_deltas: [
    {
      claim: 'removes deltas of the run that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        for (const run of ['run_1', 'run_2']) {
          written(history, run);
          range(history, run, 3, 4);
        }
        return { run_id: 'run_1', from_seq: 3, to_seq: 4 };
      },
      expected: changes('events run_1/3/0', 'events run_1/4/0'),
    },
    {
      claim: 'removes nothing outside the range',
      holds: ['seq BETWEEN :from_seq AND :to_seq'],
      play: (history) => {
        written(history, 'run_1');
        range(history, 'run_1', 3, 4);
        return { run_id: 'run_1', from_seq: 3, to_seq: 3 };
      },
      expected: changes('events run_1/3/0'),
    },
    {
      claim: 'removes nothing but deltas',
      holds: ["type='text.delta'"],
      play: (history) => {
        written(history, 'run_1');
        range(history, 'run_1', 3, 5);
        return { run_id: 'run_1', from_seq: 3, to_seq: 5 };
      },
      expected: changes('events run_1/3/0', 'events run_1/4/0'),
    },
  ],
  next_compaction: [
    {
      claim: 'finds a complete text by the deltas of its own run',
      holds: ['e.run_id=m.run_id'],
      play: (history) => {
        written(history, 'run_1');
        history.held('run_2');
        told(history, 'run_2', 3, 'text.delta', 'run_1.a1.m1');
        return {};
      },
      expected: found(3, 4),
    },
    {
      claim: 'counts deltas and no other events of a text',
      holds: ["e.type='text.delta'"],
      play: (history) => {
        written(history, 'run_1');
        return {};
      },
      expected: found(3, 4),
    },
    {
      claim: 'counts the deltas of a text and of no other',
      holds: ["json_extract(e.payload,'$.message_id')=m.message_id"],
      play: (history) => {
        history.held('run_1');
        told(history, 'run_1', 3, 'text.delta', 'lost');
        told(history, 'run_1', 4, 'text.delta');
        completed(history, 'run_1', 5);
        return {};
      },
      expected: found(4, 4),
    },
    {
      claim: 'leaves a text alone where something stands between its deltas',
      holds: ['MAX(e.seq)-MIN(e.seq)+1=COUNT(*)'],
      play: (history) => {
        history.held('run_1');
        told(history, 'run_1', 3, 'text.delta');
        told(history, 'run_1', 4, 'run.cancel_requested');
        told(history, 'run_1', 5, 'text.delta');
        completed(history, 'run_1', 6);
        return {};
      },
      expected: nothing,
    },
  ],
  overlong_logs: [
    {
      claim: 'finds a log that holds more than is kept, and none that holds as much',
      holds: ['last_seq-:keep>=min_retained_seq'],
      play: (history) => {
        history.held('run_1');
        written(history, 'run_2');
        return { keep: 2 };
      },
      expected: rows({ run_id: 'run_2', last_seq: 5, min_retained_seq: 1 }),
    },
  ],
};
