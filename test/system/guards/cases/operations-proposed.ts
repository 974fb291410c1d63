// The table operations: what may be planned, and planned anew where the model has said something else.

import { type Cases, changes, type GuardCase, nothing } from '../guard-case';
import { planning } from '../reading';
import { taken } from './operations-planned';

const planOperation: readonly GuardCase[] = [
  {
    claim: 'refuses a worker whose run was taken over',
    holds: ['EXISTS runs', 'EXISTS runs: fence=:fence'],
    play: (history) => {
      const late = history.held('run_1');
      history.takeOver('run_1');
      return planning(late);
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker whose run was taken over where another run has its fence',
    holds: ['EXISTS runs: run_id=:run_id'],
    play: (history) => {
      const late = history.held('run_1');
      taken(history);
      return planning(late);
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker that has let the run go',
    holds: ["EXISTS runs: status='running'"],
    play: (history) => {
      const reading = history.held('run_1');
      history.retry(reading);
      return planning(reading);
    },
    expected: nothing,
  },
];

const again = { amount_cents: 9_000, digest: 'd2' };

const replanOperation: readonly GuardCase[] = [
  {
    claim: 'changes the operation that is named and no other',
    holds: ['operation_id=:operation_id'],
    play: (history) => {
      const reading = history.held('run_1');
      history.plan(reading, { step: 's2' });
      return { ...reading, ...again, operation_id: history.plan(reading) };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'leaves an operation that was sent as it was sent',
    holds: ["status='planned'"],
    play: (history) => {
      const reading = history.held('run_1');
      return { ...reading, ...again, operation_id: history.called(reading) };
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker whose run was taken over',
    holds: ['EXISTS runs', 'EXISTS runs: fence=:fence'],
    play: (history) => {
      const late = history.held('run_1');
      const operation_id = history.plan(late);
      history.takeOver('run_1');
      return { ...late, ...again, operation_id };
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker whose run was taken over where another run has its fence',
    holds: ['EXISTS runs: run_id=operations.run_id'],
    play: (history) => {
      const late = history.held('run_1');
      const operation_id = history.plan(late);
      taken(history);
      return { ...late, ...again, operation_id };
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker that has asked a person about the operation',
    holds: ["EXISTS runs: status='running'"],
    play: (history) => {
      const reading = history.held('run_1');
      history.propose(reading);
      return { ...reading, ...again, operation_id: 'op_run_1_s1' };
    },
    expected: nothing,
  },
];

export const proposedCases: Cases = {
  plan_operation: planOperation,
  replan_operation: replanOperation,
};
