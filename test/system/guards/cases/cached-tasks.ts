// The second store's own tables: each store knows its own list, and the table of runs tells what belongs on it.

import { RETRY_DELAY_MS } from '../../../../src/system/time';
import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import type { History } from '../history';

const task = (cache: string, run_id: string) => ({ cache, message_id: `${run_id}:1`, run_id, seq: 1 });

/** Two stores, each with tasks of its own. */
function listed(history: History): void {
  history.once('keep_task', task('cache-2', 'run_1'));
  history.once('keep_task', task('cache', 'run_2'));
  history.once('keep_task', task('cache', 'run_3'));
}

function emptied(history: History): void {
  history.once('begin_lapse', { cache: 'cache' });
  history.once('begin_lapse', { cache: 'cache-2' });
}

const queuedRuns: readonly GuardCase[] = [
  {
    claim: 'lists no run that somebody holds',
    holds: ["status='queued'"],
    play: (history) => {
      history.held('run_1');
      history.submit('run_2');
      return {};
    },
    expected: rows({ run_id: 'run_2' }),
  },
  {
    claim: 'lists no run before its time, for its row is in the outbox',
    holds: ['available_at<=:now'],
    play: (history) => {
      history.retry(history.held('run_1'));
      history.wait(RETRY_DELAY_MS - 1);
      return {};
    },
    expected: nothing,
  },
];

export const cachedTaskCases: Cases = {
  next_task: [
    {
      claim: 'hands out of the list that is named and of no other',
      holds: ['cache=:cache'],
      play: (history) => {
        listed(history);
        return { cache: 'cache' };
      },
      expected: rows({ run_id: 'run_2' }),
    },
  ],
  drop_task: [
    {
      claim: 'takes the task that is named off its list and no other',
      holds: ['message_id=:message_id'],
      play: (history) => {
        listed(history);
        return { cache: 'cache', message_id: 'run_2:1' };
      },
      expected: changes('cached_tasks cache/run_2:1'),
    },
    {
      claim: 'takes a task off the list that is named and off no other',
      holds: ['cache=:cache'],
      play: (history) => {
        listed(history);
        history.once('keep_task', task('cache-2', 'run_2'));
        return { cache: 'cache', message_id: 'run_2:1' };
      },
      expected: changes('cached_tasks cache/run_2:1'),
    },
  ],
  forget_tasks: [
    {
      claim: 'empties the list that is named and no other',
      holds: ['cache=:cache'],
      play: (history) => {
        listed(history);
        return { cache: 'cache' };
      },
      expected: changes('cached_tasks cache/run_2:1', 'cached_tasks cache/run_3:1'),
    },
  ],
  lapse: [
    {
      claim: 'tells of the store that is named and of no other',
      holds: ['cache=:cache'],
      play: (history) => {
        history.once('begin_lapse', { cache: 'cache-2' });
        return { cache: 'cache' };
      },
      expected: nothing,
    },
  ],
  end_lapse: [
    {
      claim: 'ends the lapse of the store that is named and of no other',
      holds: ['cache=:cache'],
      play: (history) => {
        emptied(history);
        return { cache: 'cache' };
      },
      expected: changes('cache_lapses cache'),
    },
  ],
  queued_runs: queuedRuns,
};
