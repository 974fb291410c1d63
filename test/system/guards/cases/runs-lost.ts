// The table runs: which runs have lost their holder, and who may end one whose last attempt was lost.

import { LEASE_MS } from '../../../../src/system/time';
import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import { lost, lostTwice } from './runs-taken';

const failExhausted: readonly GuardCase[] = [
  {
    claim: 'ends the run that was read and no other',
    holds: ['run_id=:run_id'],
    play: (history) => lostTwice(history, { attempts: 1 }).read,
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a run that was changed since it was read',
    holds: ['version=:version'],
    play: (history) => {
      const { read } = lost(history, { attempts: 1 });
      history.cancel('run_1');
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run whose holder has renewed its lease since',
    holds: ['lease_until<=:now'],
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.renew(late);
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run that its late holder has let go since',
    holds: [],
    implied: "status='running'",
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.propose(late);
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run that has an attempt left',
    holds: ['budget_attempts<=1'],
    play: (history) => lost(history).read,
    expected: nothing,
  },
  {
    claim: 'refuses a run whose late holder has sent a call since',
    holds: ['NOT EXISTS operations', "NOT EXISTS operations: o.status IN 'started'"],
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.called(late);
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run with a call that nobody knows the outcome of',
    holds: ["NOT EXISTS operations: o.status IN 'unknown'"],
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.unknown(late, history.called(late));
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'ends a run where only another one has a call unsettled',
    holds: ['NOT EXISTS operations: o.run_id=runs.run_id'],
    play: (history) => {
      const { other, read } = lostTwice(history, { attempts: 1 });
      history.called(other);
      return read;
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'ends a run whose operation was never started',
    holds: ["NOT EXISTS operations: o.status IN ('started','unknown')"],
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.plan(late);
      return read;
    },
    expected: changes('runs run_1'),
  },
];

const expiring: readonly GuardCase[] = [
  {
    claim: 'leaves out a run whose lease is not over',
    holds: ['lease_until<=:now'],
    play: (history) => {
      history.held('run_1');
      history.wait(LEASE_MS - 1);
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
    claim: 'finds a run at the end of its lease',
    holds: [],
    play: (history) => {
      lost(history);
      return {};
    },
    expected: rows({ run_id: 'run_1', fence: 1, lease_until: LEASE_MS }),
  },
];

const polling: readonly GuardCase[] = [
  ...expiring,
  {
    claim: 'tells that a call is not settled',
    holds: ["EXISTS operations: o.status IN 'started'"],
    play: (history) => {
      history.called(lost(history).late);
      return {};
    },
    expected: rows({ run_id: 'run_1', unsettled: 1 }),
  },
  {
    claim: 'tells that nobody knows the outcome of a call',
    holds: ["EXISTS operations: o.status IN 'unknown'"],
    play: (history) => {
      const { late } = lost(history);
      history.unknown(late, history.called(late));
      return {};
    },
    expected: rows({ run_id: 'run_1', unsettled: 1 }),
  },
  {
    claim: 'tells nothing of the calls of another run',
    holds: ['EXISTS operations: o.run_id=runs.run_id'],
    play: (history) => {
      history.called(lostTwice(history).other);
      return {};
    },
    expected: rows({ run_id: 'run_1', unsettled: 0 }),
  },
  {
    claim: 'counts an operation that was never started as settled',
    holds: ["EXISTS operations: o.status IN ('started','unknown')"],
    play: (history) => {
      history.plan(lost(history).late);
      return {};
    },
    expected: rows({ run_id: 'run_1', unsettled: 0 }),
  },
];

const readClock: readonly GuardCase[] = [
  {
    claim: 'tells nobody that the clock of another is ahead',
    holds: ['actor=:actor'],
    play: (history) => {
      history.ahead('worker-2');
      return { actor: 'worker-1' };
    },
    expected: nothing,
  },
];

export const lostCases: Cases = {
  read_clock: readClock,
  fail_exhausted: failExhausted,
  read_expired: expiring,
  poll_expired: polling,
};
