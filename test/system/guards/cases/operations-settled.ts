// The table operations: what was sent is settled once, by whoever holds the run.

import type { Parameters } from '../../../../src/kernel/store';
import { type Cases, changes, type GuardCase, nothing } from '../guard-case';
import type { History } from '../history';
import type { Reading } from '../reading';
import { taken } from './operations-planned';

/** What every settling asks for, whatever it sets. */
const settling = (status: string, outcome: Parameters): readonly GuardCase[] => [
  {
    claim: 'settles the operation that is named and no other',
    holds: ['operation_id=:operation_id'],
    play: (history) => {
      const reading = history.held('run_1');
      history.called(reading, { step: 's2' });
      return { ...reading, ...outcome, operation_id: history.called(reading) };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'refuses a worker whose run was taken over',
    holds: ['EXISTS runs', 'EXISTS runs: fence=:fence'],
    play: (history) => {
      const late = history.held('run_1');
      const operation_id = history.called(late);
      history.takeOver('run_1');
      return { ...late, ...outcome, operation_id };
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker whose run was taken over where another run has its fence',
    holds: ['EXISTS runs: run_id=operations.run_id'],
    play: (history) => {
      const late = history.held('run_1');
      const operation_id = history.called(late);
      taken(history);
      return { ...late, ...outcome, operation_id };
    },
    expected: nothing,
  },
  {
    claim: 'refuses an operation of a run that has ended',
    holds: [],
    implied: "EXISTS runs: status='running'",
    play: (history) => {
      const reading = history.held('run_1');
      const operation_id = history.called(reading);
      ended(history, reading, operation_id, status);
      return { ...reading, ...outcome, operation_id };
    },
    expected: nothing,
  },
];

/** Settles the other way, and ends the run: to settle again would say something else. */
function ended(history: History, reading: Reading, operation: string, status: string): void {
  if (status === 'committed') {
    history.refuse(reading, operation);
    history.fail(reading);
  } else {
    history.commit(reading, operation);
    history.succeed(reading);
  }
}

const settledOnce = (outcome: Parameters): readonly GuardCase[] => [
  {
    claim: 'settles a call that was sent',
    holds: ["status IN 'started'"],
    play: (history) => {
      const reading = history.held('run_1');
      return { ...reading, ...outcome, operation_id: history.called(reading) };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'settles a call that nobody knew the outcome of',
    holds: ["status IN 'unknown'"],
    play: (history) => {
      const reading = history.held('run_1');
      const operation_id = history.called(reading);
      history.unknown(reading, operation_id);
      return { ...reading, ...outcome, operation_id };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'refuses an operation that was never started',
    holds: ["status IN ('started','unknown')"],
    play: (history) => {
      const reading = history.held('run_1');
      return { ...reading, ...outcome, operation_id: history.plan(reading) };
    },
    expected: nothing,
  },
];

export const settledCases: Cases = {
  operation_unknown: [
    ...settling('unknown', { code: 'timeout' }),
    {
      claim: 'refuses an operation whose outcome is known',
      holds: ["status='started'"],
      play: (history) => {
        const reading = history.held('run_1');
        const operation_id = history.called(reading);
        history.commit(reading, operation_id);
        return { ...reading, operation_id, code: 'timeout' };
      },
      expected: nothing,
    },
  ],
  operation_commit: [...settling('committed', { ref: 'ref_1' }), ...settledOnce({ ref: 'ref_1' })],
  operation_fail: [...settling('failed', { code: 'declined' }), ...settledOnce({ code: 'declined' })],
};
