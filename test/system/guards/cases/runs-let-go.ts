// The table runs: how its holder lets a run go. All four statements ask the same of the holder; each then
// asks something of its own.

import type { Parameters } from '../../../../src/kernel/store';
import { type Cases, changes, type GuardCase, nothing } from '../guard-case';
import type { History } from '../history';
import type { Reading } from '../reading';

type Condition = string;

interface LettingGo {
  /** Lets the run go, as the holder. */
  readonly letGo: (history: History, reading: Reading) => void;
  /** The statement's parameters. */
  readonly with: (reading: Reading) => Parameters;
  readonly unsettled: Condition;
}

const noOperation = (statuses: string): Condition => `NOT EXISTS operations: o.status IN ${statuses}`;

const asHolder = ({ letGo, with: asked }: LettingGo): readonly GuardCase[] => [
  {
    claim: 'lets go the run that is held and no other',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.held('run_2');
      return asked(history.held('run_1'));
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a worker whose run was taken over',
    holds: [],
    implied: 'fence=:fence',
    play: (history) => {
      const late = history.held('run_1');
      history.takeOver('run_1');
      return asked(late);
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker that has let the run go',
    holds: [],
    implied: "status='running'",
    play: (history) => {
      const reading = history.held('run_1');
      letGo(history, reading);
      return asked(reading);
    },
    expected: nothing,
  },
  {
    claim: 'refuses a holder that has not seen that a person cancelled',
    holds: ['version=:version'],
    play: (history) => {
      const reading = history.held('run_1');
      history.commit(reading, history.called(reading));
      history.cancel('run_1');
      return asked(reading);
    },
    expected: nothing,
  },
];

const withOperations = ({ with: asked, unsettled }: LettingGo): readonly GuardCase[] => [
  {
    claim: 'refuses while a call is not settled',
    holds: ['NOT EXISTS operations', noOperation("'started'")],
    play: (history) => {
      const reading = history.held('run_1');
      history.called(reading);
      return asked(reading);
    },
    expected: nothing,
  },
  {
    claim: 'refuses while nobody knows the outcome of a call',
    holds: [noOperation("'unknown'")],
    play: (history) => {
      const reading = history.held('run_1');
      history.unknown(reading, history.called(reading));
      return asked(reading);
    },
    expected: nothing,
  },
  {
    claim: 'does not wait for the calls of another run',
    holds: ['NOT EXISTS operations: o.run_id=runs.run_id'],
    play: (history) => {
      history.called(history.held('run_2'));
      return asked(history.held('run_1'));
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'does not wait for a call that is settled',
    holds: [unsettled],
    play: (history) => {
      const reading = history.held('run_1');
      history.commit(reading, history.called(reading));
      return asked(reading);
    },
    expected: changes('runs run_1'),
  },
];

const guarded = (lettingGo: LettingGo): readonly GuardCase[] => [
  ...asHolder(lettingGo),
  ...withOperations(lettingGo),
];

const plannedToo = (asked: LettingGo['with']): GuardCase => ({
  claim: 'refuses while an operation is planned',
  holds: [noOperation("'planned'")],
  play: (history) => {
    const reading = history.held('run_1');
    history.plan(reading);
    return asked(reading);
  },
  expected: nothing,
});

const UNSETTLED = noOperation("('started','unknown')");
const OPEN = noOperation("('planned','started','unknown')");

const succeeding = (reading: Reading) => ({ ...reading, result: '{}' });
const failing = (reading: Reading) => ({ ...reading, code: 'non_retryable' });
const retrying = (reading: Reading) => ({ ...reading, available_at: 0 });

const cancelled: readonly GuardCase[] = [
  {
    claim: 'ends a run that nobody cancelled',
    holds: ['cancel_requested=0'],
    play: (history) => succeeding(history.held('run_1')),
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a cancelled run in which no money moved',
    holds: ['cancel_requested=0 OR EXISTS operations'],
    play: (history) => {
      const reading = history.held('run_1');
      history.cancel('run_1');
      return succeeding(history.readAgain(reading));
    },
    expected: nothing,
  },
  {
    claim: 'ends a cancelled run in which money has moved',
    holds: ['EXISTS operations'],
    play: (history) => {
      const reading = history.held('run_1');
      history.commit(reading, history.called(reading));
      history.cancel('run_1');
      return succeeding(history.readAgain(reading));
    },
    expected: changes('runs run_1'),
  },
  {
    claim: 'refuses a cancelled run where only another one moved money',
    holds: ['EXISTS operations: o.run_id=runs.run_id'],
    play: (history) => {
      const other = history.held('run_2');
      history.commit(other, history.called(other));
      const reading = history.held('run_1');
      history.cancel('run_1');
      return succeeding(history.readAgain(reading));
    },
    expected: nothing,
  },
  {
    claim: 'refuses a cancelled run whose call the provider has refused',
    holds: ["EXISTS operations: o.status='committed'"],
    play: (history) => {
      const reading = history.held('run_1');
      history.refuse(reading, history.called(reading));
      history.cancel('run_1');
      return succeeding(history.readAgain(reading));
    },
    expected: nothing,
  },
];

const lastAttempt: GuardCase = {
  claim: 'refuses a run without an attempt left',
  holds: ['budget_attempts>1'],
  play: (history) => retrying(history.held('run_1', { attempts: 1 })),
  expected: nothing,
};

export const lettingGoCases: Cases = {
  yield: guarded({
    letGo: (history, reading) => history.propose(reading),
    with: (reading) => reading,
    unsettled: UNSETTLED,
  }),
  interrupt: guarded({
    letGo: (history, reading) => history.once('interrupt', reading),
    with: (reading) => reading,
    unsettled: UNSETTLED,
  }),
  retry_later: [
    ...guarded({
      letGo: (history, reading) => history.retry(reading),
      with: retrying,
      unsettled: UNSETTLED,
    }),
    lastAttempt,
  ],
  finish_succeeded: [
    ...guarded({
      letGo: (history, reading) => history.succeed(reading),
      with: succeeding,
      unsettled: OPEN,
    }),
    plannedToo(succeeding),
    ...cancelled,
  ],
  finish_failed: [
    ...guarded({ letGo: (history, reading) => history.fail(reading), with: failing, unsettled: OPEN }),
    plannedToo(failing),
  ],
};
