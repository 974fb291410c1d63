// The tables runs and events: the log's next place, keys of submissions, pages, and what falls due.

import { LEASE_MS, RETRY_DELAY_MS } from '../../../../src/system/time';
import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import { letGo, overtaken } from '../outdated';

/** A statement that names a run and finds it among two. */
const byRun = (expected: GuardCase['expected']): readonly GuardCase[] => [
  {
    claim: 'finds the run that is named and no other',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.submit('run_2', { by: 'carol', attempts: 1 });
      history.held('run_1');
      return { run_id: 'run_1' };
    },
    expected,
  },
];

const findKey: readonly GuardCase[] = [
  {
    claim: 'finds no run under the key of somebody else',
    holds: ['principal=:principal'],
    play: (history) => {
      history.submit('run_1', { by: 'bob', key: 'k' });
      history.submit('run_2', { by: 'alice', key: 'k' });
      return { principal: 'alice', key: 'k' };
    },
    expected: rows({ run_id: 'run_2' }),
  },
  {
    claim: 'finds no run under another key',
    holds: ['idempotency_key=:key'],
    play: (history) => {
      history.submit('run_1', { key: 'k1' });
      history.submit('run_2', { key: 'k2' });
      return { principal: 'alice', key: 'k2' };
    },
    expected: rows({ run_id: 'run_2' }),
  },
];

const advanceFenced: readonly GuardCase[] = [
  {
    claim: 'gives a place in the log that is named and in no other',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.held('run_2');
      return history.held('run_1');
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a worker whose run was taken over',
    holds: ['fence=:fence'],
    play: overtaken,
    expected: nothing,
  },
  {
    claim: 'refuses a worker that has let the run go',
    holds: ["status='running'"],
    play: letGo,
    expected: nothing,
  },
];

/** The same past, and a place in the log that was drawn before. */
const at = (cases: readonly GuardCase[], seq: number): readonly GuardCase[] =>
  cases.map((one) => ({ ...one, play: (history) => ({ ...one.play(history), seq }) }));

const countAt: readonly GuardCase[] = [
  {
    claim: 'counts no event of another run',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.submit('run_1');
      history.submit('run_2');
      return { run_id: 'run_1', seq: 1 };
    },
    expected: rows({ count: 1 }),
  },
  {
    claim: 'counts no event at another place',
    holds: ['seq=:seq'],
    play: (history) => {
      history.held('run_1');
      return { run_id: 'run_1', seq: 1 };
    },
    expected: rows({ count: 1 }),
  },
];

const nextPlace: readonly GuardCase[] = [
  {
    claim: 'looks at no event of another run',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.held('run_2');
      history.submit('run_1');
      return { run_id: 'run_1' };
    },
    expected: rows({ seq: 2 }),
  },
];

const page: readonly GuardCase[] = [
  {
    claim: 'shows no event of another run',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.submit('run_1');
      history.submit('run_2');
      return { run_id: 'run_1', after_seq: 0, limit: 10 };
    },
    expected: rows({ seq: 1, type: 'run.created' }),
  },
  {
    claim: 'shows no event that the cursor has passed',
    holds: ['seq>:after_seq'],
    play: (history) => {
      history.held('run_1');
      return { run_id: 'run_1', after_seq: 1, limit: 10 };
    },
    expected: rows({ seq: 2, type: 'attempt.started' }),
  },
];

const leasesAhead: readonly GuardCase[] = [
  {
    claim: 'leaves out a lease that is over',
    holds: ['lease_until>:now'],
    play: (history) => {
      history.held('run_1');
      history.wait(LEASE_MS);
      return {};
    },
    expected: nothing,
  },
  {
    claim: 'leaves out a run that nobody holds',
    holds: [],
    implied: "status='running'",
    play: (history) => {
      history.submit('run_1');
      return {};
    },
    expected: nothing,
  },
  {
    claim: 'finds a lease that is not over',
    holds: [],
    play: (history) => {
      history.held('run_1');
      return {};
    },
    expected: rows({ id: 'run_1', at: LEASE_MS }),
  },
];

const queuedAhead: readonly GuardCase[] = [
  {
    claim: 'leaves out a run that is due',
    holds: ['available_at>:now'],
    play: (history) => {
      history.retry(history.held('run_1'));
      history.wait(RETRY_DELAY_MS);
      return {};
    },
    expected: nothing,
  },
  {
    claim: 'leaves out a run that was cancelled before its retry',
    holds: ["status='queued'"],
    play: (history) => {
      history.retry(history.held('run_1'));
      history.cancelQueued('run_1');
      return {};
    },
    expected: nothing,
  },
];

export const readingCases: Cases = {
  find_key: findKey,
  advance: byRun(changes('runs run_1')),
  advance_fenced: advanceFenced,
  advance_to: at(byRun(changes('runs run_1')), 3),
  advance_to_fenced: at(advanceFenced, 9),
  count_at: countAt,
  next_place: nextPlace,
  draw_place: byRun({ rows: [{ seq: 3 }], changes: ['sequences run_1'] }),
  page,
  read_run: byRun(rows({ status: 'running', fence: 1 })),
  lock_run: byRun(changes('runs run_1')),

  read_run_scope: byRun(rows({ principal: 'alice' })),
  read_run_input: byRun(rows({ principal: 'alice', budget_attempts: 3 })),
  read_run_body: byRun(rows({ run_id: 'run_1', status: 'running' })),
  poll_page: byRun(rows({ last_seq: 2 })),
  leases_ahead: leasesAhead,
  queued_ahead: queuedAhead,
};
