// The timer: when nobody has answered a question in time, the run that waits for it ends (CONTRACT §9, T5).
// It decides nothing: the statement asks whether the time is over, and whether the question is still open.
//
//   timer.expire   [ readDue ] [ expireApproval abandonPlanned appendEnding failExpired ]

import {
  type ActorKind,
  type Decide,
  only,
  operation,
  type Outcome,
  type StepView,
} from '../../kernel/actor';
import { abandonPlanned, tell } from '../events';

interface TimerLocals {
  readonly approvalId?: string;
  readonly runId?: string;
}

type View = StepView<object, object, TimerLocals>;
type Result = Outcome<object, object, TimerLocals>;
export const timer = (decide: Decide<object, object, TimerLocals>) => operation(decide);

function readDue(view: View): Result {
  const row = only(view.sql('read_due', {}));
  if (row === null) return { then: { end: true } };
  const [approvalId, runId] = [String(row['approval_id']), String(row['run_id'])];
  const says = { key: 'timer.readDue', values: { run: runId, approval: approvalId } };
  return { locals: { approvalId, runId }, run: runId, says };
}

/** Somebody may have answered since it was read. */
export function expireApproval(view: View): Result {
  const { approvalId = '', runId = '' } = view.locals;
  const expired = view.sql('expire_approval', { approval_id: approvalId });
  if (expired.length === 0) {
    const says = { key: 'timer.expireApproval.refused', values: { run: runId, approval: approvalId } };
    return { refused: 'expireApproval', then: { end: true }, says };
  }
  tell(view, runId, 'approval.expired', { approval_id: approvalId });
  return {};
}

function abandon(view: View): Result {
  abandonPlanned(view, view.locals.runId ?? '', 'approval_expired');
  return {};
}

function appendEnding(view: View): Result {
  const data = { code: 'approval_expired', message: 'Nobody answered in time.' };
  tell(view, view.locals.runId ?? '', 'run.failed', data);
  return {};
}

function failExpired(view: View): Result {
  const runId = view.locals.runId ?? '';
  const failed = view.sql('fail_expired', { run_id: runId });
  if (failed.length === 0) {
    const says = { key: 'timer.failExpired.refused', values: { run: runId } };
    return { refused: 'failExpired', then: { end: true }, says };
  }
  return { says: { key: 'timer.failExpired', values: { run: runId } } };
}

export const timerKind: ActorKind<object, object> = {
  kind: 'timer',
  several: false,
  procedures: { 'timer.expire': '[ readDue ] [ expireApproval abandonPlanned appendEnding failExpired ]' },
  operations: {
    readDue: timer(readDue),
    expireApproval: timer(expireApproval),
    abandonPlanned: timer(abandon),
    appendEnding: timer(appendEnding),
    failExpired: timer(failExpired),
  },
  writes: ['expireApproval', 'abandonPlanned', 'appendEnding', 'failExpired'],
  memory: {},
  disk: {},
  begins: ['timer.expire'],
  starts: ({ sql }) => {
    const row = only(sql('read_due', {}));
    const blocked = row === null ? { key: 'nothingDue', values: {} } : null;
    return [{ procedure: 'timer.expire', run: row === null ? null : String(row['run_id']), blocked }];
  },
  receives: () => 'timer.expire',
};
