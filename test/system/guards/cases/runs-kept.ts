// What is kept of a log, and what waits in the queue.

import { type Cases, changes, nothing, rows } from '../guard-case';

export const keptCases: Cases = {
  next_queued: [
    {
      claim: 'finds no run that somebody works on',
      holds: ["status='queued'"],
      play: (history) => {
        history.held('run_1');
        return {};
      },
      expected: nothing,
    },
    {
      claim: 'finds no run that has to wait',
      holds: ['available_at<=:now'],
      play: (history) => {
        history.retry(history.held('run_1'));
        return {};
      },
      expected: nothing,
    },
    {
      claim: 'finds the run that has waited longest',
      holds: [],
      play: (history) => {
        history.submit('run_2');
        history.submit('run_1');
        return {};
      },
      expected: rows({ run_id: 'run_1' }),
    },
  ],
  raise_minimum: [
    {
      claim: 'moves what is kept of the log that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.held('run_2');
        history.held('run_1');
        return { run_id: 'run_1', minimum: 2 };
      },
      expected: changes('runs run_1'),
    },
    {
      claim: 'brings nothing back',
      holds: [':minimum>min_retained_seq'],
      play: (history) => {
        history.held('run_1');
        return { run_id: 'run_1', minimum: 1 };
      },
      expected: nothing,
    },
    {
      claim: 'keeps the last event',
      holds: [':minimum<=last_seq'],
      play: (history) => {
        history.held('run_1');
        return { run_id: 'run_1', minimum: 3 };
      },
      expected: nothing,
      caughtBy: 'runs_retained',
    },
  ],
  delete_prefix: [
    {
      claim: 'removes events of the run that is named and of no other',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.held('run_2');
        history.held('run_1');
        history.once('raise_minimum', { run_id: 'run_1', minimum: 2 });
        return { run_id: 'run_1', minimum: 2 };
      },
      expected: changes('events run_1/1/0'),
      caughtBy: 'events_retention',
    },
    {
      claim: 'removes no event from the minimum on',
      holds: ['seq<:minimum'],
      play: (history) => {
        history.held('run_1');
        history.once('raise_minimum', { run_id: 'run_1', minimum: 2 });
        return { run_id: 'run_1', minimum: 2 };
      },
      expected: changes('events run_1/1/0'),
      caughtBy: 'events_retention',
    },
  ],
};
