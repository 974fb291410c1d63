// The tables orders, refund_keys, approvals and those of people: what may be paid back, and who was asked.

import { APPROVAL_MS } from '../../../../src/system/time';
import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import type { History } from '../history';

const reserve: readonly GuardCase[] = [
  {
    claim: 'reserves money of the order that is named and of no other',
    holds: ['order_id=:order_id'],
    play: () => ({ order_id: 'ord_1', amount_cents: 2_500 }),
    expected: changes('orders ord_1'),
  },
  {
    claim: 'refuses what is more than refunded and reserved money leave over',
    holds: ['refunded_cents+reserved_cents+:amount_cents<=total_cents'],
    play: (history) => {
      const reading = history.held('run_1');
      history.commit(reading, history.called(reading, { cents: 4_000 }));
      history.called(reading, { step: 's2', cents: 4_000 });
      return { order_id: 'ord_1', amount_cents: 2_001 };
    },
    expected: nothing,
    caughtBy: 'orders_never_over',
  },
];

/** Both orders have money reserved. */
const settling: readonly GuardCase[] = [
  {
    claim: 'settles the order that is named and no other',
    holds: ['order_id=:order_id'],
    play: (history) => {
      const reading = history.held('run_1');
      history.called(reading);
      history.called(reading, { step: 's2', order: 'ord_2' });
      return { order_id: 'ord_1', amount_cents: 2_500 };
    },
    expected: changes('orders ord_1'),
  },
];

function proposedTwice(history: History): void {
  history.propose(history.held('run_1'), { approver: 'bob' });
  history.propose(history.held('run_2'), { approver: 'carol' });
}

const readApproval: readonly GuardCase[] = [
  {
    claim: 'finds no question of another run',
    holds: ['a.operation_id=o.operation_id', 'o.run_id=:run_id'],
    play: (history) => {
      proposedTwice(history);
      return { run_id: 'run_1', step_key: 's1' };
    },
    expected: rows({ approval_id: 'apr_op_run_1_s1', status: 'pending' }),
  },
  {
    claim: 'finds no question about another step',
    holds: ['o.step_key=:step_key'],
    play: (history) => {
      history.decide('run_1', history.propose(history.held('run_1')), 'rejected');
      history.propose(history.claim('run_1'), { step: 's2' });
      return { run_id: 'run_1', step_key: 's1' };
    },
    expected: rows({ approval_id: 'apr_op_run_1_s1', status: 'rejected' }),
  },
];

const proposedBesideAnother: GuardCase['play'] = (history) => {
  const reading = history.held('run_1');
  history.plan(reading, { step: 's0', cents: 100 });
  history.propose(reading);
  return { run_id: 'run_1' };
};

const pendingApproval: readonly GuardCase[] = [
  {
    claim: 'tells the amount that is asked for and not that of another operation',
    holds: ['o.operation_id=a.operation_id'],
    play: proposedBesideAnother,
    expected: rows({ operation_id: 'op_run_1_s1', amount_cents: 2_500 }),
  },
  {
    claim: 'finds no question of another run',
    holds: ['a.run_id=:run_id'],
    play: (history) => {
      proposedTwice(history);
      return { run_id: 'run_2' };
    },
    expected: rows({ approval_id: 'apr_op_run_2_s1' }),
  },
  {
    claim: 'finds no question that was decided',
    holds: ["a.status='pending'"],
    play: (history) => {
      history.decide('run_1', history.propose(history.held('run_1')), 'approved');
      return { run_id: 'run_1' };
    },
    expected: nothing,
  },
];

const readAssignee: readonly GuardCase[] = [
  {
    claim: 'does not take one who is asked about another run for an assignee',
    holds: ['g.approval_id=a.approval_id', 'a.run_id=:run_id'],
    play: (history) => {
      proposedTwice(history);
      return { run_id: 'run_2', principal_id: 'bob' };
    },
    expected: nothing,
  },
  {
    claim: 'does not take one for an assignee where somebody else is asked',
    holds: ['g.principal_id=:principal_id'],
    play: (history) => {
      history.propose(history.held('run_1'), { approver: 'carol' });
      return { run_id: 'run_1', principal_id: 'bob' };
    },
    expected: nothing,
  },
];

const approvalsAhead: readonly GuardCase[] = [
  {
    claim: 'leaves out a question that was decided',
    holds: ["status='pending'"],
    play: (history) => {
      history.decide('run_1', history.propose(history.held('run_1')), 'approved');
      return {};
    },
    expected: nothing,
  },
  {
    claim: 'leaves out a question whose time is over',
    holds: ['expires_at>:now'],
    play: (history) => {
      history.propose(history.held('run_1'));
      history.wait(APPROVAL_MS);
      return {};
    },
    expected: nothing,
  },
];

const readMembership: readonly GuardCase[] = [
  {
    claim: 'tells what somebody is to the conversation that is named',
    holds: ['conversation_id=:conversation_id'],
    play: () => ({ conversation_id: 'conv_1', principal_id: 'alice' }),
    expected: rows({ role: 'writer' }),
  },
  {
    claim: 'tells what the person who is named is to a conversation',
    holds: ['principal_id=:principal_id'],
    play: () => ({ conversation_id: 'conv_1', principal_id: 'carol' }),
    expected: rows({ role: 'viewer' }),
  },
];

/** The same, whatever has become of the question. */
const lastApproval: readonly GuardCase[] = [
  {
    claim: 'tells the amount that was asked for and not that of another operation',
    holds: ['o.operation_id=a.operation_id'],
    play: proposedBesideAnother,
    expected: rows({ operation_id: 'op_run_1_s1', amount_cents: 2_500 }),
  },
  {
    claim: 'finds the question of this run alone',
    holds: ['a.run_id=:run_id'],
    play: (history) => {
      proposedTwice(history);
      return { run_id: 'run_1' };
    },
    expected: rows({ approval_id: 'apr_op_run_1_s1' }),
  },
];

/** A statement that finds a row by its key among the rows that are there from the start. */
const byKey = (key: string, value: string): readonly GuardCase[] => [
  {
    claim: 'finds the row that is named and no other',
    holds: [`${key}=:${key}`],
    play: () => ({ [key]: value }),
    expected: rows({ [key]: value }),
  },
];

export const moneyAndPeopleCases: Cases = {
  reserve,
  order_commit: settling,
  order_release: settling,
  read_order: byKey('order_id', 'ord_1'),
  read_principal: byKey('principal_id', 'bob'),
  read_conversation: byKey('conversation_id', 'conv_1'),
  read_membership: readMembership,
  read_approval: readApproval,
  pending_approval: pendingApproval,
  last_approval: lastApproval,
  read_assignee_of_run: readAssignee,
  approvals_ahead: approvalsAhead,
  end_trouble: [
    {
      claim: 'ends the trouble that was met and no other',
      holds: ['trouble=:trouble'],
      play: (history) => {
        history.once('begin_trouble', { trouble: 'cut' });
        history.once('begin_trouble', { trouble: 'mute' });
        return { trouble: 'cut' };
      },
      expected: changes('refund_trouble cut'),
    },
  ],
  keys_ahead: [
    {
      claim: 'leaves out a key that is never forgotten',
      holds: ['known_until>:now'],
      play: (history) => {
        history.remember('op_1');
        return {};
      },
      expected: nothing,
    },
  ],
  provider_look_up: [
    {
      claim: 'finds the key that is asked for and no other',
      holds: ['operation_id=:operation_id'],
      play: (history) => {
        history.remember('op_1');
        history.remember('op_2');
        return { operation_id: 'op_1' };
      },
      expected: rows({ provider_ref: 'ref_op_1' }),
    },
  ],
};
