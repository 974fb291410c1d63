// A worker: takes a message, claims the run, asks the model, moves money once, ends the run (CONTRACT §11).
//
//   worker.work       take readRun [ claim appendStarted ] work [ plan reserve record intent ] callRefund
//                     [ settle … finish ] ack
//   worker.poll       idle, where work is handed out by the table: claim a queued run, go on as in work
//   worker.step       from work: the model wants something looked up first; then work again
//   worker.stream     from work: the model writes a text, and the log gets it piece by piece
//   worker.message    the text is complete: its event and its row, then on with work
//   worker.propose    from work: a person must approve first
//   worker.retry      from work: the model failed, attempts are left
//   worker.fail       from work: nothing can be done, or no attempt is left
//   worker.reconcile  something was sent and not settled: repeat each call with its own key, settle them all
//   worker.stop       from work: somebody asked to cancel, and no money has moved
//   worker.takeOver   idle, a lease is over: become the holder, then reconcile or work
//   worker.exhaust    idle, a lease is over and no attempt is left: end the run
//   worker.unknown    from the call: no answer came; write that down, then reconcile
//   worker.refuse     from the call: the provider says no; the run fails
//   worker.renew      beside any of these, half of the lease is gone: make it last longer; a safe point
//
// It holds one run at a time and all of it in memory: a crash forgets everything but its call counter.

import type { ActorKind, GuardView, Start } from '../../kernel/actor';
import { only } from '../../kernel/actor';
import { pollsOf } from '../handout';
import { ending } from './worker/ending';
import { asideOf, clockOf, renewals } from './worker/lease';
import { outcomes } from './worker/outcome';
import { refunding } from './worker/refund';
import type { WorkerDisk, WorkerMemory } from './worker/state';
import { stepping } from './worker/stepping';
import { stopping } from './worker/stopping';
import { taking } from './worker/taking';
import { writing } from './worker/writing';
import { yielding } from './worker/yielding';

const SETTLE = '[ settleOperation commitOrder appendCommitted appendEnding finish ]';

export const workerKind: ActorKind<WorkerMemory, WorkerDisk> = {
  kind: 'worker',
  several: false,
  procedures: {
    'worker.work':
      'take readRun [ claim appendStarted ] work ' +
      `[ planOperation reserveOrder recordIntent appendIntent ] callRefund ${SETTLE} ack`,
    'worker.poll': '[ lockNext claim appendStarted ] work',
    'worker.step': '[ spendStep appendStep ] ack',
    'worker.stream': '[ appendDeltas ] ack',
    'worker.message': '[ appendMessage storeMessage ] ack',
    'worker.reconcile': `readUnsettled repeatCall ${SETTLE} ack`,
    'worker.takeOver': '[ readExpired ] [ takeOver appendLost supersede appendStarted ]',
    'worker.exhaust': '[ readExpired ] [ failExhausted appendLost appendEnding ]',
    'worker.renew': '[ renewLease ]',
    'worker.unknown': '[ markUnknown appendUnknown ] ack',
    'worker.refuse': '[ failOperation appendEnding finishFailed ] ack',
    'worker.propose':
      '[ planOperation appendPlanned requestApproval appendRequested appendYielded yield ] ack',
    'worker.retry': '[ appendFailedAttempt retryLater insertOutbox ] ack',
    'worker.decline': '[ abandonPlanned appendEnding finish ] ack',
    'worker.fail': '[ abandonPlanned appendEnding finishFailed ] ack',
    'worker.stop': '[ abandonPlanned appendEnding finishCancelled ] ack',
  },
  operations: {
    ...taking,
    ...stepping,
    ...writing,
    ...refunding,
    ...yielding,
    ...ending,
    ...stopping,
    ...outcomes,
    ...renewals,
  },
  writes: [
    ...['claim', 'appendStarted', 'takeOver', 'appendLost', 'failExhausted', 'renewLease'],
    ...['supersede', 'spendStep', 'appendStep', 'appendDeltas', 'appendMessage', 'storeMessage'],
    ...['planOperation', 'reserveOrder', 'recordIntent', 'appendIntent', 'appendClaimed'],
    ...['settleOperation', 'commitOrder', 'appendCommitted', 'appendEnding', 'finish', 'finishFailed'],
    ...['markUnknown', 'appendUnknown', 'failOperation'],
    ...['appendPlanned', 'requestApproval', 'appendRequested', 'appendYielded', 'yield', 'abandonPlanned'],
    'finishCancelled',
    ...['appendFailedAttempt', 'retryLater', 'insertOutbox', 'publish'],
  ],
  memory: { renewAt: null },
  disk: { calls: 0 },
  begins: ['worker.takeOver'],
  starts: (guard): readonly Start[] => [...pollsOf(guard), recovering(guard)],
  receives: () => 'worker.work',
  aside: ({ memory, now }) => asideOf(memory, now),
  deadlines: ({ memory: { renewAt } }) => (renewAt === null ? [] : [{ at: renewAt, what: 'renewal' }]),
};

/** What an idle worker can do about a lease that is over: take over, or end the run. */
function recovering(view: Pick<GuardView, 'actor' | 'now' | 'sql'>): Start {
  const expired = only(view.sql('poll_expired', { worker_now: clockOf(view) }));
  if (expired === null) {
    return { procedure: 'worker.takeOver', run: null, blocked: { key: 'nothingExpired', values: {} } };
  }
  const isLast = Number(expired['budget_attempts']) <= 1 && Number(expired['unsettled']) === 0;
  const procedure = isLast ? 'worker.exhaust' : 'worker.takeOver';
  return { procedure, run: String(expired['run_id']), blocked: null };
}
