// Two systems are told of one change, and a crash between the two leaves them apart. Telling the broker
// after the commit loses the message; telling it before the commit sends one for a run that may never
// exist. The outbox writes the intent to tell in the same transaction, and somebody else tells.
// M06 §6.

import type { AnyOperation } from '../../kernel/actor';
import { only, operation, type StepView } from '../../kernel/actor';
import type { Decision } from '../../kernel/decision';
import { add, drop } from '../../kernel/edit';
import { nameRun } from '../actors/api/accepting';
import type { ApiDisk, ApiLocals } from '../actors/api/state';
import { dispatchMessage } from '../actors/dispatcher';
import { runOf, type View as WorkerView, worker } from '../actors/worker/state';

type ApiView = StepView<object, ApiDisk, ApiLocals>;

const toldAs = (runId: string, seq: number, type: string) => ({
  run: runId,
  send: [dispatchMessage(runId, seq, type)],
  says: { key: 'api.publish', values: { run: runId, seq } },
});

const told = (runId: string, seq: number) => toldAs(runId, seq, 'run.created');

/** After the commit: the run exists, and the process may die before it says so. */
const publishAfter: AnyOperation = operation((view: ApiView) => {
  const { runId, createdSeq } = view.locals;
  return runId === undefined || createdSeq === undefined ? {} : told(runId, createdSeq);
});

/** Before the commit: the name is given, and nothing says yet that the run will exist. */
const publishBefore: AnyOperation = operation((view: ApiView) => {
  const { runId, disk } = nameRun(view);
  return { ...told(runId, 1), disk, locals: { runId } };
});

const toldAgain = (view: WorkerView, seq: number) => ({
  send: [dispatchMessage(runOf(view), seq, 'attempt.ended')],
  says: { key: 'worker.publish', values: { actor: view.actor, run: runOf(view), seq } },
});

const retryPublishAfter: AnyOperation = worker((view) => toldAgain(view, view.locals.lastSeq ?? 0));

/** Before the commit the position of the attempt's end is only expected. */
const retryPublishBefore: AnyOperation = worker((view) => {
  const run = only(view.sql('read_run', { run_id: runOf(view) }));
  return toldAgain(view, Number(run?.['last_seq'] ?? 0) + 1);
});

type Told = readonly [seq: keyof ApiLocals, type: string];

/** After the commit of an answer or a cancel: the broker learns that the run is queued again. */
const againAfter = ([seq, type]: Told): AnyOperation =>
  operation((view: ApiView) => {
    const { runId, isRequeued, [seq]: at } = view.locals;
    return runId === undefined || isRequeued !== true ? {} : toldAs(runId, Number(at), type);
  });

/** Before it: that the run will be queued, and at which place its event will stand, is only expected. */
const againBefore = ([, type]: Told): AnyOperation =>
  operation((view: ApiView) => {
    const run = only(view.sql('read_run', { run_id: view.locals.runId ?? '' }));
    if (run?.['status'] !== 'waiting_approval') return {};
    return toldAs(view.locals.runId ?? '', Number(run['last_seq']) + 1, type);
  });

const DECIDED: Told = ['decidedSeq', 'approval.decided'];
const CANCELLED: Told = ['cancelSeq', 'approval.withdrawn'];

const noOutbox = [
  ...[drop('api.accept.insertOutbox'), drop('worker.retry.insertOutbox')],
  ...[drop('api.decide.insertOutbox'), drop('api.cancel.insertOutbox')],
];

export const outboxMode: Decision = {
  id: 'outbox.mode',
  kind: 'safety',
  properties: ['S27', 'S28'],
  alternatives: [
    {
      name: 'commit_then_publish',
      safe: false,
      failure: 'dual write: lost message',
      edits: [
        add('api.accept.publish', 'outside after insertOutbox', publishAfter),
        add('api.decide.publish', 'outside after insertOutbox', againAfter(DECIDED)),
        add('api.cancel.publish', 'outside after insertOutbox', againAfter(CANCELLED)),
        add('worker.retry.publish', 'outside after insertOutbox', retryPublishAfter),
        ...noOutbox,
      ],
    },
    {
      name: 'publish_then_commit',
      safe: false,
      failure: 'dual write: phantom message',
      edits: [
        add('api.accept.publish', 'outside before insertOutbox', publishBefore),
        add('api.decide.publish', 'outside before insertOutbox', againBefore(DECIDED)),
        add('api.cancel.publish', 'outside before insertOutbox', againBefore(CANCELLED)),
        add('worker.retry.publish', 'outside before insertOutbox', retryPublishBefore),
        ...noOutbox,
      ],
    },
    { name: 'transactional_outbox', safe: true, failure: '', edits: [] },
  ],
};
