// The state machine of a run (CONTRACT §9). Each row is one transaction: it raises the version by one, writes
// its events and, where it names a topic, an outbox row. The constraint runs_transition allows these pairs and
// no others; tests compare the rows with what the statements demand and with what runs really do.

export const ENDINGS = ['succeeded', 'failed', 'cancelled', 'interrupted'] as const;

export type RunStatus = 'queued' | 'running' | 'waiting_approval' | (typeof ENDINGS)[number];

/** Who may take it. The assignee is not the submitter; a member may be the submitter, a writer or an operator. */
export type Taker = 'submitter' | 'worker' | 'otherWorker' | 'holder' | 'assignee' | 'timer' | 'member';

/** What must hold besides the status that the row starts from. "Unsettled" is started or unknown. */
export type Guard =
  | 'uniqueKey'
  | 'available'
  | 'leaseOver'
  | 'owner'
  | 'fence'
  | 'version'
  | 'attempts'
  | 'lastAttempt'
  | 'attemptsOrUnsettled'
  | 'steps'
  | 'retryable'
  | 'settled'
  | 'nothingOpen'
  | 'nothingSent'
  | 'nothingLeft'
  | 'committed'
  | 'notCancelled'
  | 'notCancelledOrCommitted'
  | 'cancelAsked'
  | 'pending'
  | 'notExpired'
  | 'expired'
  | 'sameProposal'
  | 'notSubmitter'
  | 'asked';

export interface Transition {
  readonly id: string;
  /** Null where there was no run. */
  readonly from: RunStatus | null;
  readonly to: RunStatus;
  readonly who: Taker;
  /** The operation that writes the run's row, and the named statements that decide. */
  readonly operation: string;
  readonly statements: readonly string[];
  readonly guards: readonly Guard[];
  /** Event types in their order; with `?` at most one of them, with `*` any number. */
  readonly events: readonly string[];
  readonly topic: 'runs.dispatch' | 'runs.notify' | null;
  /** The alternative that has it, where not every design does. */
  readonly only?: string;
}

type Tail = Pick<Transition, 'guards' | 'events' | 'topic'>;

const row = (
  id: string,
  [from, to]: readonly [RunStatus | null, RunStatus],
  who: Taker,
  [operation, ...statements]: readonly [string, ...string[]],
  tail: Tail,
): Transition => ({ id, from, to, who, operation, statements, ...tail });

const YIELDED = ['approval.requested', 'attempt.ended'] as const;
const CANCELLED = ['operation.abandoned*', 'run.cancelled'] as const;

export const transitions: readonly Transition[] = [
  row('T0', [null, 'queued'], 'submitter', ['insertRun', 'insert_run'], {
    ...{ guards: ['uniqueKey'], events: ['run.created'], topic: 'runs.dispatch' },
  }),
  {
    ...row('T0b', [null, 'queued'], 'assignee', ['requeueRun', 'decide', 'resume_run'], {
      guards: ['pending', 'notExpired', 'sameProposal', 'notSubmitter', 'asked'],
      ...{ events: ['run.created', 'operation.planned', 'approval.decided'], topic: 'runs.dispatch' },
    }),
    only: 'resume.mode=new_run',
  },
  row('T1', ['queued', 'running'], 'worker', ['claim', 'claim'], {
    ...{ guards: ['available'], events: ['message.superseded*', 'attempt.started'], topic: null },
  }),
  row('T2', ['running', 'running'], 'otherWorker', ['takeOver', 'take_over'], {
    guards: ['leaseOver', 'version', 'attemptsOrUnsettled'],
    ...{ events: ['attempt.ended', 'message.superseded*', 'attempt.started'], topic: null },
  }),
  row('T3', ['running', 'waiting_approval'], 'holder', ['yield', 'yield'], {
    guards: ['fence', 'version', 'settled'],
    ...{ events: ['operation.planned', ...YIELDED], topic: 'runs.notify' },
  }),
  {
    ...row('T3b', ['running', 'interrupted'], 'holder', ['yield', 'interrupt'], {
      guards: ['fence', 'version', 'settled'],
      ...{ events: ['operation.planned?', ...YIELDED, 'run.interrupted'], topic: 'runs.notify' },
    }),
    only: 'resume.mode=new_run',
  },
  row('T4', ['waiting_approval', 'queued'], 'assignee', ['requeueRun', 'decide', 'requeue'], {
    guards: ['pending', 'notExpired', 'sameProposal', 'notSubmitter', 'asked'],
    ...{ events: ['approval.decided'], topic: 'runs.dispatch' },
  }),
  row('T5', ['waiting_approval', 'failed'], 'timer', ['failExpired', 'expire_approval', 'fail_expired'], {
    guards: ['pending', 'expired'],
    ...{ events: ['approval.expired', 'operation.abandoned', 'run.failed'], topic: 'runs.notify' },
  }),
  row('T6', ['running', 'queued'], 'holder', ['retryLater', 'retry_later'], {
    guards: ['fence', 'version', 'retryable', 'settled', 'attempts'],
    ...{ events: ['attempt.ended'], topic: 'runs.dispatch' },
  }),
  // The transaction that settles the last operation is the one that ends the run.
  row('T7', ['running', 'succeeded'], 'holder', ['finish', 'finish_succeeded'], {
    guards: ['fence', 'version', 'nothingOpen', 'notCancelledOrCommitted'],
    events: ['refund.committed*', 'operation.abandoned*', 'attempt.ended', 'run.succeeded'],
    topic: 'runs.notify',
  }),
  row('T8', ['running', 'failed'], 'holder', ['finishFailed', 'finish_failed'], {
    guards: ['fence', 'version', 'nothingOpen'],
    events: ['operation.failed*', 'operation.abandoned*', 'budget.exhausted?', 'attempt.ended', 'run.failed'],
    topic: 'runs.notify',
  }),
  row('T8b', ['running', 'failed'], 'otherWorker', ['failExhausted', 'fail_exhausted'], {
    guards: ['leaseOver', 'version', 'lastAttempt', 'settled'],
    ...{ events: ['attempt.ended', 'run.failed'], topic: 'runs.notify' },
  }),
  row('T9', ['queued', 'cancelled'], 'member', ['cancelRun', 'cancel_direct'], {
    guards: ['notCancelled', 'nothingSent'],
    ...{ events: ['run.cancel_requested', ...CANCELLED], topic: 'runs.notify' },
  }),
  row('T10', ['waiting_approval', 'cancelled'], 'member', ['cancelRun', 'cancel_direct'], {
    guards: ['notCancelled', 'nothingSent'],
    events: ['run.cancel_requested', 'approval.withdrawn', ...CANCELLED],
    topic: 'runs.notify',
  }),
  row('T10b', ['waiting_approval', 'queued'], 'member', ['cancelRun', 'cancel_flag'], {
    guards: ['notCancelled', 'committed'],
    ...{ events: ['run.cancel_requested', 'approval.withdrawn'], topic: 'runs.dispatch' },
  }),
  row('T11', ['running', 'running'], 'member', ['cancelRun', 'cancel_flag'], {
    ...{ guards: ['notCancelled'], events: ['run.cancel_requested'], topic: null },
  }),
  row('T11', ['queued', 'queued'], 'member', ['cancelRun', 'cancel_flag'], {
    ...{ guards: ['notCancelled'], events: ['run.cancel_requested'], topic: null },
  }),
  row('T12', ['running', 'cancelled'], 'holder', ['finishCancelled', 'finish_cancelled'], {
    guards: ['fence', 'version', 'cancelAsked', 'nothingLeft'],
    events: ['operation.abandoned*', 'attempt.ended', 'run.cancelled'],
    topic: 'runs.notify',
  }),
];

/** A pair of statuses as constraints and pictures name it. */
export const pairOf = ({ from, to }: Pick<Transition, 'from' | 'to'>): string => `${from ?? ''}>${to}`;

/** Changes of status that the database may let through. */
export const allowedPairs: readonly string[] = [
  ...new Set(transitions.filter(({ from, to }) => from !== null && from !== to).map(pairOf)),
];
