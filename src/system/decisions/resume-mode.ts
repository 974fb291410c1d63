// What happens to a run while a person thinks: it waits and goes on with the same log, or it ends as interrupted
// and the decision makes a run of its own that names it. Both are safe, for what must not be done twice hangs on
// neither: the operation keeps its id, and with it the key that the provider knows. M06 §1.

import { type AnyOperation, only } from '../../kernel/actor';
import type { Decision } from '../../kernel/decision';
import { parameter, replace } from '../../kernel/edit';
import { api } from '../actors/api/state';
import { newName } from '../actors/api/accepting';
import { requeueRun } from '../actors/api/deciding';
import { expireApproval, timer } from '../actors/timer';
import { appendHeld, holder, LETS_GO, RECONCILE, refused, runOf, worker } from '../actors/worker/state';
import { tell } from '../events';

/** Ends the run with its question open: nobody holds it, and nothing follows in its log. */
const interrupt: AnyOperation = worker((view) => {
  const approval_id = `apr_${view.locals.operationId ?? ''}`;
  if (appendHeld(view, 'run.interrupted', { approval_id }) === null) return refused(view, 'yield', RECONCILE);
  const row = only(view.sql('interrupt', holder(view)));
  if (row === null) return refused(view, 'yield', RECONCILE);
  const values = { actor: view.actor, run: runOf(view), version: Number(row['version']) };
  return { memory: LETS_GO, says: { key: 'worker.yield.interrupted', values } };
});

/** The decision makes the run that goes on, and what was planned becomes its own, under the id that it has. */
const resume: AnyOperation = api((view) => {
  const resumed = view.locals.runId ?? '';
  const known = only(view.sql('resumed_run', { run_id: resumed }));
  if (known !== null) return { locals: { runId: String(known['run_id']), isRequeued: false } };
  const { runId, disk } = newName(view);
  const row = only(view.sql('resume_run', { run_id: runId, resumed }));
  if (row === null) return requeueRun(view);
  const planned = view.sql('hand_over', { run_id: runId, resumed });
  const budget = { attempts: Number(row['budget_attempts']), steps: Number(row['budget_steps']) };
  const data = {
    conversation_id: String(row['conversation_id']),
    input_digest: String(row['request_fingerprint']),
    ...{ budget, resumes: resumed },
  };
  tell(view, runId, 'run.created', data);
  // Its log has to say of itself what it begins with.
  for (const operation of planned)
    tell(view, runId, 'operation.planned', { ...operation, requires_approval: true });
  return { disk, locals: { runId, isRequeued: true }, run: runId };
});

/** The log of an interrupted run is closed: its question ends in its own row alone, and so does what was planned. */
const expire: AnyOperation = timer((view) => {
  const { approvalId = '', runId = '' } = view.locals;
  const question = only(view.sql('read_question', { approval_id: approvalId }));
  if (question?.['run_status'] !== 'interrupted') return expireApproval(view);
  const values = { run: runId, approval: approvalId };
  const isExpired = view.sql('expire_approval', { approval_id: approvalId }).length > 0;
  if (isExpired) view.sql('abandon_planned', { run_id: runId });
  const key = isExpired ? 'timer.expireApproval' : 'timer.expireApproval.refused';
  return { then: { end: true }, says: { key, values } };
});

export const resumeMode: Decision = {
  id: 'resume.mode',
  kind: 'both_safe',
  properties: [],
  alternatives: [
    { name: 'same_run', safe: true, failure: '', edits: [] },
    {
      name: 'new_run',
      safe: true,
      failure: '',
      edits: [
        replace('worker.propose.yield', interrupt),
        replace('api.decide.requeueRun', resume),
        replace('timer.expire.expireApproval', expire),
        parameter('resume', 'new_run'),
      ],
    },
  ],
};
