// What a person decided and how far the worker has come stand in one JSON text. Each reads the whole text,
// changes its own key and writes the whole text back, and so the worker's progress undoes a decision that came
// in between: no statement ever touched it. Where each view has rows of its own, nobody writes what they do not
// mean to. M06 §3.

import { type AnyOperation, only, operation, type StepView } from '../../kernel/actor';
import type { Decision } from '../../kernel/decision';
import { add, replace, without } from '../../kernel/edit';
import type { Data } from '../../kernel/json';
import type { Run } from '../../kernel/store';
import { appendStep } from '../actors/worker/stepping';
import { requestApproval } from '../actors/worker/yielding';
import { runOf, type WorkerDisk, type WorkerLocals, type WorkerMemory } from '../actors/worker/state';

interface RunDocument {
  readonly decision?: {
    readonly approval_id: string;
    readonly status: string;
    readonly decided_by: string | null;
  };
  readonly progress?: Data;
}

/** Of the locals of whoever answers a question, or has been asked to withdraw it. */
interface Answering {
  readonly runId?: string;
  readonly approvalId?: string;
}

/** The document as the worker read it, which it keeps while others write. */
interface Reading {
  readonly document?: RunDocument;
}

type AnyView = StepView<object, object, Answering>;
type WorkerView = StepView<WorkerMemory, WorkerDisk, WorkerLocals & Reading>;

function readDocument(sql: Run, runId: string): RunDocument {
  const row = only(sql('read_document', { run_id: runId }));
  return row === null ? {} : (JSON.parse(String(row['body'])) as RunDocument);
}

const writeDocument = (sql: Run, runId: string, document: RunDocument): unknown =>
  sql('write_document', { run_id: runId, body: JSON.stringify(document) });

/** The question as its row has it now. */
function decisionOf(sql: Run, approvalId: string): RunDocument {
  const question = only(sql('read_question', { approval_id: approvalId }));
  if (question === null) return {};
  const decidedBy = question['decided_by'] as string | null;
  return {
    decision: { approval_id: approvalId, status: String(question['status']), decided_by: decidedBy },
  };
}

/** What has become of the question is put into the document, in the transaction that decided it. */
const storeDecision: AnyOperation = operation((view: AnyView) => {
  const runId = view.locals.runId ?? view.run ?? '';
  const document = readDocument(view.sql, runId);
  const approvalId = view.locals.approvalId ?? document.decision?.approval_id;
  if (approvalId === undefined) return {};
  writeDocument(view.sql, runId, { ...document, ...decisionOf(view.sql, approvalId) });
  return {};
});

/** Asks, and asks again where the document says that nobody has answered. */
const askInDocument: AnyOperation = operation((view: WorkerView) => {
  const approvalId = `apr_${view.locals.operationId ?? ''}`;
  const known = decisionOf(view.sql, approvalId);
  const outcome = known.decision?.status === 'pending' ? {} : requestApproval(view);
  const document = { ...readDocument(view.sql, runOf(view)), ...decisionOf(view.sql, approvalId) };
  writeDocument(view.sql, runOf(view), document);
  return { ...outcome, locals: { document } };
});

/** The worker's own key is new; all others are as it read them. */
const noteProgress: AnyOperation = operation((view: WorkerView) => {
  const { document = {}, fence = 0, plan } = view.locals;
  const progress = { attempt: fence, asked: plan?.stepKey ?? null };
  writeDocument(view.sql, runOf(view), { ...document, progress });
  if (document.decision !== undefined) view.sql('show_decision', document.decision);
  return { says: { key: 'worker.noteProgress', values: { actor: view.actor, run: runOf(view) } } };
});

/** The same with a step that is completed, beside its event. */
const noteStep: AnyOperation = operation((view: WorkerView) => {
  const outcome = appendStep(view);
  const [lookUp] = view.locals.lookUps ?? [];
  if (outcome.refused !== undefined || lookUp === undefined) return outcome;
  // What it has read once it takes for what is there.
  const known = view.locals.document ?? readDocument(view.sql, runOf(view));
  const progress = { ...known.progress, attempt: view.locals.fence ?? 0, step: lookUp.stepKey };
  const document = { ...known, progress };
  writeDocument(view.sql, runOf(view), document);
  return { ...outcome, locals: { ...outcome.locals, document } };
});

export const tablesShape: Decision = {
  id: 'tables.shape',
  kind: 'safety',
  properties: ['S18', 'S17'],
  alternatives: [
    {
      name: 'one_json_document',
      safe: false,
      failure: 'lost update in a document',
      edits: [
        add('api.decide.storeDecision', 'after decideApproval', storeDecision),
        add('api.cancel.storeDecision', 'after withdrawApproval', storeDecision),
        add('timer.expire.storeDecision', 'after expireApproval', storeDecision),
        replace('worker.propose.requestApproval', askInDocument),
        replace('worker.step.appendStep', noteStep),
        add('worker.propose.noteProgress', 'outside after yield', noteProgress),
        // A trigger sees columns, and here the decision is a part of a text.
        without('approvals_write_once'),
      ],
    },
    { name: 'separate_rows', safe: true, failure: '', edits: [] },
  ],
};
