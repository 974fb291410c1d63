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

const told = (runId: string, seq: number) => ({
  run: runId,
  send: [dispatchMessage(runId, seq, 'run.created')],
  says: { key: 'api.publish', values: { run: runId, seq } },
});

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

const noOutbox = [drop('api.accept.insertOutbox'), drop('worker.retry.insertOutbox')];

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
        add('worker.retry.publish', 'outside before insertOutbox', retryPublishBefore),
        ...noOutbox,
      ],
    },
    { name: 'transactional_outbox', safe: true, failure: '', edits: [] },
  ],
};
