// The table runs: who may come to hold a run.

import { LEASE_MS, RETRY_DELAY_MS } from '../../../../src/system/time';
import { type Cases, changes, type GuardCase, nothing } from '../guard-case';
import type { History } from '../history';

const taking = (run_id: string) => ({ run_id, owner: 'worker-2', ttl: LEASE_MS });

/** A held run whose lease is over, as an idle worker has read it. */
export function lost(history: History, { attempts = 3 } = {}) {
  const late = history.held('run_1', { attempts });
  history.wait(LEASE_MS);
  return { late, read: { ...history.expired('run_1'), ttl: LEASE_MS } };
}

/** Two of them; what was read is the first. */
export function lostTwice(history: History, { attempts = 3 } = {}) {
  const other = history.held('run_2', { attempts });
  return { other, ...lost(history, { attempts }) };
}

const claim: readonly GuardCase[] = [
  {
    claim: 'takes the run that is asked for and no other',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.submit('run_1');
      history.submit('run_2');
      return taking('run_1');
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a run that is held',
    holds: ["status='queued'"],
    play: (history) => {
      history.held('run_1');
      return taking('run_1');
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run whose retry is not due',
    holds: ['available_at<=:now'],
    play: (history) => {
      history.retry(history.held('run_1'));
      history.wait(RETRY_DELAY_MS - 1);
      return taking('run_1');
    },
    expected: nothing,
  },
];

const takeOver: readonly GuardCase[] = [
  {
    claim: 'takes the run that was read and no other',
    holds: ['run_id=:run_id'],
    play: (history) => lostTwice(history).read,
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a run whose holder has renewed its lease since',
    holds: ['lease_until<=:now'],
    play: (history) => {
      const { late, read } = lost(history);
      history.renew(late);
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run that somebody else has taken over since',
    holds: ['version=:version'],
    play: (history) => {
      const { read } = lost(history);
      history.takeOver('run_1', 'worker-3');
      history.wait(LEASE_MS);
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run that its late holder has let go since',
    holds: [],
    implied: "status='running'",
    play: (history) => {
      const { late, read } = lost(history);
      history.propose(late);
      return read;
    },
    expected: nothing,
    caughtBy: 'runs_owned',
  },
  {
    claim: 'refuses a run without an attempt left and with nothing unsettled',
    holds: ['budget_attempts>1 OR EXISTS operations'],
    play: (history) => lost(history, { attempts: 1 }).read,
    expected: nothing,
  },
  {
    claim: 'takes a run that has an attempt left',
    holds: ['budget_attempts>1'],
    play: (history) => lost(history).read,
    expected: changes('runs run_1'),
  },
  {
    claim: 'takes a run without an attempt left whose call is not settled',
    holds: ['EXISTS operations', "EXISTS operations: o.status IN 'started'"],
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.called(late);
      return read;
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'takes a run without an attempt left whose call nobody knows the outcome of',
    holds: ["EXISTS operations: o.status IN 'unknown'"],
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.unknown(late, history.called(late));
      return read;
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a run without an attempt left where only another run has a call unsettled',
    holds: ['EXISTS operations: o.run_id=runs.run_id'],
    play: (history) => {
      const { other, read } = lostTwice(history, { attempts: 1 });
      history.called(other);
      return read;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run without an attempt left whose operation was never started',
    holds: ["EXISTS operations: o.status IN ('started','unknown')"],
    play: (history) => {
      const { late, read } = lost(history, { attempts: 1 });
      history.plan(late);
      return read;
    },
    expected: nothing,
  },
];

const renew: readonly GuardCase[] = [
  {
    claim: 'makes the lease last longer of the run that is named and no other',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.held('run_2');
      const reading = history.held('run_1');
      history.wait(1);
      return { ...reading, ttl: LEASE_MS };
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a worker whose run was taken over',
    holds: ['fence=:fence'],
    play: (history) => {
      const late = history.held('run_1');
      history.takeOver('run_1');
      history.wait(1);
      return { ...late, ttl: LEASE_MS };
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker that has let the run go',
    holds: ["status='running'"],
    caughtBy: 'runs_owned',
    play: (history) => {
      const reading = history.held('run_1');
      history.retry(reading);
      return { ...reading, ttl: LEASE_MS };
    },
    expected: nothing,
  },
];

export const takenCases: Cases = {
  claim,
  take_over: takeOver,
  renew,
};
