// The table approvals: who may answer a question, until when, and what becomes of one that nobody answers.

import type { Parameters } from '../../../../src/kernel/store';
import { APPROVAL_MS } from '../../../../src/system/time';
import { type Cases, changes, type GuardCase, nothing, rows } from '../guard-case';
import type { History } from '../history';

const QUESTION = 'apr_op_run_1_s1';

/** An answer of bob's, whom the question goes to, about what he has seen. */
const answer = (more: Parameters = {}): Parameters => ({
  ...{ approval_id: QUESTION, decision: 'approved', principal: 'bob', reason: null, digest: 'd1' },
  ...more,
});

/** Bob is asked about run_1 and about run_2. */
function askedTwice(history: History): void {
  history.propose(history.held('run_1'));
  history.propose(history.held('run_2'));
}

const decided = (history: History): void =>
  history.decide('run_1', history.propose(history.held('run_1')), 'rejected');

const decide: readonly GuardCase[] = [
  {
    claim: 'answers the question that is named and no other',
    holds: ['approval_id=:approval_id'],
    play: (history) => {
      askedTwice(history);
      return answer();
    },
    expected: changes(`approvals ${QUESTION}`),
  },
  {
    claim: 'refuses an answer where one was given',
    holds: ["status='pending'"],
    play: (history) => {
      decided(history);
      return answer();
    },
    expected: nothing,
    caughtBy: 'approvals_write_once',
  },
  {
    claim: 'refuses an answer once its time is over',
    holds: ['expires_at>:now'],
    play: (history) => {
      history.propose(history.held('run_1'));
      history.wait(APPROVAL_MS);
      return answer();
    },
    expected: nothing,
  },
  {
    claim: 'refuses an answer about something else than what is asked',
    holds: ['proposal_digest=:digest'],
    play: (history) => {
      history.propose(history.held('run_1'));
      return answer({ digest: 'd2' });
    },
    expected: nothing,
  },
];

const approver: readonly GuardCase[] = [
  {
    claim: 'refuses those who asked for it, even where the question goes to them',
    holds: [':principal<>(SELECT principal FROM runs r WHERE r.run_id=approvals.run_id)'],
    play: (history) => {
      history.propose(history.held('run_1'), { approver: 'alice' });
      return answer({ principal: 'alice' });
    },
    expected: nothing,
  },
  {
    claim: 'takes the answer of one who asked for another run',
    holds: ['SELECT runs: r.run_id=approvals.run_id'],
    play: (history) => {
      history.submit('run_0', { by: 'alice' });
      history.submit('run_1', { by: 'carol' });
      history.propose(history.claim('run_1'), { approver: 'alice' });
      return answer({ principal: 'alice' });
    },
    expected: changes(`approvals ${QUESTION}`),
  },
  {
    claim: 'refuses somebody who was not asked',
    holds: ['EXISTS approval_assignees', 'EXISTS approval_assignees: g.principal_id=:principal'],
    play: (history) => {
      history.propose(history.held('run_1'));
      return answer({ principal: 'carol' });
    },
    expected: nothing,
  },
  {
    claim: 'refuses somebody who was asked about another run',
    holds: ['EXISTS approval_assignees: g.approval_id=approvals.approval_id'],
    play: (history) => {
      history.propose(history.held('run_1'), { approver: 'carol' });
      history.propose(history.held('run_2'), { approver: 'bob' });
      return answer();
    },
    expected: nothing,
  },
];

const withdraw: readonly GuardCase[] = [
  {
    claim: 'withdraws the question of the run that is named and no other',
    holds: ['run_id=:run_id'],
    play: (history) => {
      askedTwice(history);
      return { run_id: 'run_1' };
    },
    expected: changes(`approvals ${QUESTION}`),
  },
  {
    claim: 'withdraws nothing that was answered',
    holds: ["status='pending'"],
    play: (history) => {
      decided(history);
      return { run_id: 'run_1' };
    },
    expected: nothing,
    caughtBy: 'approvals_write_once',
  },
];

const readDue: readonly GuardCase[] = [
  {
    claim: 'finds no question that was answered',
    holds: ["status='pending'"],
    play: (history) => {
      decided(history);
      history.wait(APPROVAL_MS);
      return {};
    },
    expected: nothing,
  },
  {
    claim: 'finds no question whose time is not over',
    holds: ['expires_at<=:now'],
    play: (history) => {
      history.propose(history.held('run_1'));
      history.wait(APPROVAL_MS - 1);
      return {};
    },
    expected: nothing,
  },
];

const expire: readonly GuardCase[] = [
  {
    claim: 'ends the question that is named and no other',
    holds: ['approval_id=:approval_id'],
    play: (history) => {
      askedTwice(history);
      history.wait(APPROVAL_MS);
      return { approval_id: QUESTION };
    },
    expected: changes(`approvals ${QUESTION}`),
  },
  {
    claim: 'refuses a question that was answered since it was read',
    holds: ["status='pending'"],
    play: (history) => {
      decided(history);
      history.wait(APPROVAL_MS);
      return { approval_id: QUESTION };
    },
    expected: nothing,
    caughtBy: 'approvals_write_once',
  },
  {
    claim: 'refuses a question whose time is not over',
    holds: ['expires_at<=:now'],
    play: (history) => {
      history.propose(history.held('run_1'));
      history.wait(APPROVAL_MS - 1);
      return { approval_id: QUESTION };
    },
    expected: nothing,
  },
];

const readQuestion: readonly GuardCase[] = [
  {
    claim: 'tells whether the run of the question waits, and of no other run',
    holds: ['r.run_id=a.run_id'],
    play: (history) => {
      history.submit('run_0');
      history.propose(history.held('run_1'));
      return { approval_id: QUESTION };
    },
    expected: rows({ run_id: 'run_1', run_status: 'waiting_approval' }),
  },
  {
    claim: 'reads the question that is named and no other',
    holds: ['a.approval_id=:approval_id'],
    play: (history) => {
      askedTwice(history);
      return { approval_id: QUESTION };
    },
    expected: rows({ operation_id: 'op_run_1_s1' }),
  },
];

export const approvalCases: Cases = {
  decide: [...decide, ...approver],
  withdraw_approval: withdraw,
  read_due: readDue,
  expire_approval: expire,
  read_question: readQuestion,
};
