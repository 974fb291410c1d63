// The table runs: what people and the timer do to a run that they do not hold, and how its holder answers
// somebody who asked to cancel.

import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import type { History } from '../history';
import type { Reading } from '../reading';
import { cancelledSince } from '../outdated';

const RUN_1 = { run_id: 'run_1' };
const begun = (statuses: string): string => `NOT EXISTS operations: o.status IN ${statuses}`;

/** What a statement that names its run changes. */
const named = (play: (history: History, run_id: string) => void): GuardCase => ({
  claim: 'changes the run that is named and no other',
  holds: ['run_id=:run_id'],
  play: (history) => {
    play(history, 'run_1');
    play(history, 'run_2');
    return RUN_1;
  },
  expected: changes('runs run_1'),
});

const waiting = (history: History, run_id: string): void => void history.propose(history.held(run_id));
const submitted = (history: History, run_id: string): void => history.submit(run_id);

/** A statement that takes a run in each of these states. */
const takes = (states: Readonly<Record<string, (history: History, run_id: string) => void>>) =>
  Object.entries(states).map(([status, play]): GuardCase => ({
    claim: `takes a run that is ${status}`,
    holds: [`status IN '${status}'`],
    play: (history) => {
      play(history, 'run_1');
      return RUN_1;
    },
    expected: changes('runs run_1'),
  }));

const OPEN = {
  queued: submitted,
  running: (history: History, run_id: string) => void history.held(run_id),
  waiting_approval: waiting,
};

const requeue: readonly GuardCase[] = [
  named(waiting),
  {
    claim: 'does not queue again what was queued by an earlier answer',
    holds: ["status='waiting_approval'"],
    play: (history) => {
      history.decide('run_1', history.propose(history.held('run_1')), 'approved');
      return RUN_1;
    },
    expected: nothing,
  },
];

const failExpired: readonly GuardCase[] = [
  named(waiting),
  {
    claim: 'refuses a run that goes on after an answer',
    holds: ["status='waiting_approval'"],
    play: (history) => {
      history.decide('run_1', history.propose(history.held('run_1')), 'approved');
      return RUN_1;
    },
    expected: nothing,
    caughtBy: 'runs_transition',
  },
];

const cancelDirect: readonly GuardCase[] = [
  named(submitted),
  ...takes({ queued: submitted, waiting_approval: waiting }),
  {
    claim: 'refuses a run that somebody works on',
    holds: ["status IN ('queued','waiting_approval')"],
    play: (history) => {
      history.held('run_1');
      return RUN_1;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run that was flagged before: who holds it next answers that',
    holds: ['cancel_requested=0'],
    play: (history) => {
      const reading = history.held('run_1');
      history.cancel('run_1');
      history.retry(history.readAgain(reading));
      return RUN_1;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run that has moved money',
    holds: ['NOT EXISTS operations', begun("'committed'")],
    play: (history) => {
      const reading = history.held('run_1');
      history.commit(reading, history.called(reading));
      history.retry(reading);
      return RUN_1;
    },
    expected: nothing,
  },
  {
    claim: 'does not ask what another run has moved',
    holds: ['NOT EXISTS operations: o.run_id=runs.run_id'],
    play: (history) => {
      const other = history.held('run_2');
      history.commit(other, history.called(other));
      history.submit('run_1');
      return RUN_1;
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'ends a run that has only planned something',
    holds: [begun("('started','unknown','committed')")],
    play: (history) => {
      waiting(history, 'run_1');
      return RUN_1;
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a run with a call that is not settled',
    holds: [],
    implied: begun("'started'"),
    play: (history) => {
      history.called(history.held('run_1'));
      return RUN_1;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run with a call that nobody knows the outcome of',
    holds: [],
    implied: begun("'unknown'"),
    play: (history) => {
      const reading = history.held('run_1');
      history.unknown(reading, history.called(reading));
      return RUN_1;
    },
    expected: nothing,
  },
];

/** What is asked of a run that somebody would end or flag. */
const notOver = (caughtBy: Partial<Pick<GuardCase, 'caughtBy'>>): GuardCase => ({
  claim: 'refuses a run that has ended',
  holds: ["status IN ('queued','running','waiting_approval')"],
  play: (history) => {
    history.succeed(history.held('run_1'));
    return RUN_1;
  },
  expected: nothing,
  ...caughtBy,
});

const flaggedBefore: GuardCase = {
  claim: 'flags a run once',
  holds: ['cancel_requested=0'],
  play: (history) => {
    history.held('run_1');
    history.cancel('run_1');
    return RUN_1;
  },
  expected: nothing,
};

/** A holder that has seen that somebody asked to cancel. */
function flagged(history: History, before: (reading: Reading) => void = () => undefined): Reading {
  const reading = history.held('run_1');
  before(reading);
  history.cancel('run_1');
  return history.readAgain(reading);
}

const asHolder: readonly GuardCase[] = [
  {
    claim: 'ends the run that is held and no other',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.held('run_2');
      history.cancel('run_2');
      return flagged(history);
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a worker whose run was taken over',
    holds: [],
    implied: 'fence=:fence',
    play: (history) => {
      const late = flagged(history);
      history.takeOver('run_1');
      return late;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker that has let the run go',
    holds: [],
    implied: "status='running'",
    play: (history) => {
      const reading = flagged(history);
      history.retry(reading);
      return reading;
    },
    expected: nothing,
  },
  {
    claim: 'refuses a holder that has not read the run since it was flagged',
    holds: ['version=:version'],
    play: cancelledSince,
    expected: nothing,
  },
  {
    claim: 'refuses where nobody asked for it',
    holds: ['cancel_requested=1'],
    play: (history) => history.held('run_1'),
    expected: nothing,
  },
];

const BEGUN: Readonly<Record<string, (history: History, reading: Reading) => void>> = {
  planned: (history, reading) => void history.plan(reading),
  started: (history, reading) => void history.called(reading),
  unknown: (history, reading) => history.unknown(reading, history.called(reading)),
  committed: (history, reading) => history.commit(reading, history.called(reading)),
};

const clean: readonly GuardCase[] = [
  ...Object.entries(BEGUN).map(([status, begin]): GuardCase => ({
    claim: `refuses a run with an operation that is ${status}`,
    holds: ['NOT EXISTS operations', begun(`'${status}'`)],
    play: (history) => flagged(history, (reading) => begin(history, reading)),
    expected: nothing,
  })),
  {
    claim: 'does not ask what another run has begun',
    holds: ['NOT EXISTS operations: o.run_id=runs.run_id'],
    play: (history) => {
      history.called(history.held('run_2'));
      return flagged(history);
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'ends a run whose only call the provider has refused',
    holds: [begun("('planned','started','unknown','committed')")],
    play: (history) => flagged(history, (reading) => history.refuse(reading, history.called(reading))),
    expected: changes('runs run_1'),
  },
];

export const cancelledCases: Cases = {
  requeue,
  fail_expired: failExpired,
  cancel_direct: cancelDirect,
  cancel_flag: [named(submitted), ...takes(OPEN), notOver({}), flaggedBefore],
  kill_run: [named(submitted), ...takes(OPEN), notOver({ caughtBy: 'runs_final' })],
  finish_cancelled: [...asHolder, ...clean],
  active_runs: [
    {
      claim: 'lists no run of another conversation',
      holds: ['conversation_id=:conversation_id'],
      play: (history) => {
        history.submit('run_1');
        history.submit('run_2', { conversation_id: 'conv_2' });
        return { conversation_id: 'conv_1' };
      },
      expected: rows({ run_id: 'run_1' }),
    },
  ],
};
