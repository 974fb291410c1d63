// The table operations: what may be started, and what is given up or found again.

import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import type { History } from '../history';

/** Takes run_1 over; meanwhile somebody holds run_2 with the fence that run_1 had. */
export function taken(history: History): void {
  history.takeOver('run_1');
  history.held('run_2');
}

const operationStart: readonly GuardCase[] = [
  {
    claim: 'starts the operation that is named and no other',
    holds: ['operation_id=:operation_id'],
    play: (history) => {
      const reading = history.held('run_1');
      history.plan(reading, { step: 's2' });
      return { ...reading, operation_id: history.plan(reading) };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'refuses an operation that was started before',
    holds: ["status='planned'"],
    play: (history) => {
      const reading = history.held('run_1');
      const operation_id = history.called(reading);
      history.commit(reading, operation_id);
      return { ...reading, operation_id };
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
      return { ...late, operation_id };
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
      return { ...late, operation_id };
    },
    expected: nothing,
  },
  {
    claim: 'refuses a worker that has let the run go',
    holds: ["EXISTS runs: status='running'"],
    play: (history) => {
      const reading = history.held('run_1');
      const operation_id = history.plan(reading);
      history.retry(reading);
      return { ...reading, operation_id };
    },
    expected: nothing,
  },
  {
    claim: 'refuses a run that a person cancelled',
    holds: ['EXISTS runs: cancel_requested=0'],
    play: (history) => {
      const reading = history.held('run_1');
      const operation_id = history.plan(reading);
      history.cancel('run_1');
      return { ...reading, operation_id };
    },
    expected: nothing,
  },
];

const approved: readonly GuardCase[] = [
  {
    claim: 'starts what needs no approval',
    holds: ['requires_approval=0'],
    play: (history) => {
      const reading = history.held('run_1');
      return { ...reading, operation_id: history.plan(reading) };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'refuses what needs an approval that nobody was asked for',
    holds: ['requires_approval=0 OR EXISTS approvals'],
    play: (history) => {
      const reading = history.held('run_1');
      return { ...reading, operation_id: history.plan(reading, {}, 1) };
    },
    expected: nothing,
  },
  {
    claim: 'starts what was approved',
    holds: ['EXISTS approvals'],
    play: (history) => {
      history.decide('run_1', history.propose(history.held('run_1')), 'approved');
      return { ...history.claim('run_1'), operation_id: 'op_run_1_s1' };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'refuses where only the same proposal of another run was approved',
    holds: ['EXISTS approvals: a.operation_id=operations.operation_id'],
    play: (history) => {
      history.decide('run_2', history.propose(history.held('run_2')), 'approved');
      const reading = history.held('run_1');
      return { ...reading, operation_id: history.plan(reading, {}, 1) };
    },
    expected: nothing,
  },
  {
    claim: 'refuses what was rejected',
    holds: ["EXISTS approvals: a.status='approved'"],
    play: (history) => {
      history.decide('run_1', history.propose(history.held('run_1')), 'rejected');
      return { ...history.claim('run_1'), operation_id: 'op_run_1_s1' };
    },
    expected: nothing,
  },
  {
    claim: 'refuses where something else was approved',
    holds: ['EXISTS approvals: a.proposal_digest=operations.request_digest'],
    play: (history) => {
      const reading = history.held('run_1');
      const question = history.ask(reading, history.plan(reading, {}, 1), { digest: 'd2' });
      history.decide('run_1', question, 'approved', 'd2');
      return { ...history.claim('run_1'), operation_id: 'op_run_1_s1' };
    },
    expected: nothing,
  },
];

const abandonPlanned: readonly GuardCase[] = [
  {
    claim: 'gives up what the run has planned and no other run',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.plan(history.held('run_1'));
      history.plan(history.held('run_2'));
      return { run_id: 'run_1' };
    },
    expected: changes('operations op_run_1_s1'),
  },
  {
    claim: 'does not give up what was sent',
    holds: ["status='planned'"],
    play: (history) => {
      history.called(history.held('run_1'));
      return { run_id: 'run_1' };
    },
    expected: nothing,
  },
];

const findOperation: readonly GuardCase[] = [
  {
    claim: 'finds no operation of another run',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.plan(history.held('run_1'));
      history.plan(history.held('run_2'));
      return { run_id: 'run_1', step_key: 's1' };
    },
    expected: rows({ operation_id: 'op_run_1_s1' }),
  },
  {
    claim: 'finds no operation of another step',
    holds: ['step_key=:step_key'],
    play: (history) => {
      const reading = history.held('run_1');
      history.plan(reading);
      history.plan(reading, { step: 's2' });
      return { run_id: 'run_1', step_key: 's2' };
    },
    expected: rows({ operation_id: 'op_run_1_s2' }),
  },
];

const readUnsettled: readonly GuardCase[] = [
  {
    claim: 'finds no call of another run',
    holds: ['run_id=:run_id'],
    play: (history) => {
      history.called(history.held('run_1'));
      history.called(history.held('run_2'));
      return { run_id: 'run_1' };
    },
    expected: rows({ operation_id: 'op_run_1_s1' }),
  },
  {
    claim: 'leaves out an operation that was never started',
    holds: ["status IN ('started','unknown')"],
    play: (history) => {
      history.plan(history.held('run_1'));
      return { run_id: 'run_1' };
    },
    expected: nothing,
  },
  {
    claim: 'finds a call that was sent',
    holds: ["status IN 'started'"],
    play: (history) => {
      history.called(history.held('run_1'));
      return { run_id: 'run_1' };
    },
    expected: rows({ status: 'started', started_fence: 1 }),
  },
  {
    claim: 'finds a call that nobody knows the outcome of',
    holds: ["status IN 'unknown'"],
    play: (history) => {
      const reading = history.held('run_1');
      history.unknown(reading, history.called(reading));
      return { run_id: 'run_1' };
    },
    expected: rows({ status: 'unknown' }),
  },
];

export const plannedCases: Cases = {
  operation_start: [...operationStart, ...approved],
  abandon_planned: abandonPlanned,
  find_operation: findOperation,
  read_unsettled: readUnsettled,
  read_operation: [
    {
      claim: 'reads the operation that is named and no other',
      holds: ['operation_id=:operation_id'],
      play: (history) => {
        const reading = history.held('run_1');
        history.plan(reading, { step: 's2' });
        return { operation_id: history.plan(reading) };
      },
      expected: rows({ operation_id: 'op_run_1_s1', step_key: 's1' }),
    },
  ],
  run_operations: [
    {
      claim: 'reads no operation of another run',
      holds: ['run_id=:run_id'],
      play: (history) => {
        history.plan(history.held('run_1'));
        history.plan(history.held('run_2'));
        return { run_id: 'run_1' };
      },
      expected: rows({ operation_id: 'op_run_1_s1', status: 'planned' }),
    },
  ],
};
