// A person's answer to a question: bound to what was seen, the first valid one wins, and the run goes on with
// it, rejected or not (CONTRACT §2.4).

import { only } from '../../../kernel/actor';
import { textOf } from '../../../kernel/json';
import type { Row } from '../../../kernel/store';
import { tell } from '../../events';
import { announce } from '../../handout';
import { ok } from '../../http';
import type { ProblemSlug } from '../../problems';
import { wireTime } from '../../time';
import { permitted } from './reauthorize';
import { answered, api, refuse, type Result, send, type View } from './state';

function decideApproval(view: View): Result {
  const { approvalId = '', deciding, principal } = view.locals;
  const question = only(view.sql('read_question', { approval_id: approvalId }));
  if (question === null || deciding === undefined) return refuse(view, 'not-found');
  const { decision, digest, reason } = deciding;
  const isOwn = question['status'] === decision && question['decided_by'] === principal;
  const run = String(question['run_id']);
  const repeated = { key: 'api.decideApproval.repeated', values: { run, decision } };
  // Of something else than was decided it is another decision, which must not be answered with "yes".
  if (isOwn && question['proposal_digest'] === digest) {
    return { locals: { isReplay: true }, then: { to: 'respond' }, says: repeated };
  }
  const why = refusalOf(view, question);
  if (why !== null) return refusing(view, why, run);
  const told = { approval_id: approvalId, decision, principal, digest, reason };
  if (view.sql('decide', told).length === 0) return refusing(view, lateRefusalOf(question, digest), run);
  const values = { run, principal, decision };
  return { says: { key: 'api.decideApproval', values } };
}

function refusing(view: View, slug: ProblemSlug, run: string): Result {
  const says = { key: 'api.decideApproval.refused', values: { run, code: slug } };
  return { ...refuse(view, slug), says };
}

/** In which statuses a run waits for an answer, by design. */
const WAITING: Readonly<Record<string, readonly string[]>> = { new_run: ['waiting_approval', 'interrupted'] };

const waitingIn = ({ parameters }: View): readonly string[] =>
  WAITING[textOf(parameters, 'resume')] ?? ['waiting_approval'];

/** What no design accepts: an answer that comes too late for its run, or for its time. */
function refusalOf(view: View, question: Row): ProblemSlug | null {
  const { status, expires_at: expiresAt, run_status: runStatus } = question;
  if (status === 'withdrawn') return 'approval-withdrawn';
  if (status === 'expired') return 'approval-expired';
  // What was answered in time stays answered.
  if (status !== 'pending') return null;
  if (Number(expiresAt) <= view.now) return 'approval-expired';
  return waitingIn(view).includes(String(runStatus)) ? null : 'approval-withdrawn';
}

/** Why the statement matched no row. */
function lateRefusalOf(question: Row, digest: string): ProblemSlug {
  if (question['status'] !== 'pending') return 'approval-already-decided';
  return question['proposal_digest'] === digest ? 'forbidden' : 'approval-stale';
}

/** The run goes on; where it has gone on already there is nothing to do. */
export function requeueRun(view: View): Result {
  const isWaiting = view.sql('requeue', { run_id: view.locals.runId ?? '' }).length > 0;
  return { locals: { isRequeued: isWaiting } };
}

function appendDecided(view: View): Result {
  const { runId = '', approvalId = '', deciding, principal } = view.locals;
  if (deciding === undefined) return {};
  const { decision, reason } = deciding;
  const data = { approval_id: approvalId, decision, decided_by: principal, reason };
  return { locals: { decidedSeq: tell(view, runId, 'approval.decided', data) } };
}

function insertOutbox(view: View): Result {
  const { runId = '', decidedSeq, isRequeued } = view.locals;
  if (decidedSeq === undefined || isRequeued !== true) return {};
  announce(view, { runId, seq: decidedSeq, type: 'approval.decided', availableAt: view.now });
  return { says: { key: 'api.insertOutbox', values: { run: runId, seq: decidedSeq } } };
}

function respondToDecision(view: View): Result {
  const { answer, approvalId = '', requestId, isReplay, deciding, runId = '' } = view.locals;
  if (answer !== undefined || deciding === undefined) return send(view, answer);
  const row = only(view.sql('read_question', { approval_id: approvalId }));
  const body = {
    ...{ approval_id: approvalId, run_id: row?.['run_id'] ?? runId },
    operation_id: row?.['operation_id'] ?? null,
    ...{ status: row?.['status'] ?? null, decided_by: row?.['decided_by'] ?? null },
    proposal_digest: row?.['proposal_digest'] ?? null,
    expires_at: wireTime(Number(row?.['expires_at'] ?? 0)),
  };
  const replayed: Record<string, string> = isReplay === true ? { 'idempotent-replayed': 'true' } : {};
  const sent = send(view, ok(200, requestId, body, replayed));
  const told = { fact: 'decided', approval_id: approvalId, told: deciding.decision };
  const key = isReplay === true ? 'api.respond.decidedBefore' : 'api.respond.decided';
  const says = { key, values: { run: runId, decision: deciding.decision } };
  return { ...sent, facts: [answered(view.locals, 200), told], says };
}

export const deciding = {
  decideApproval: api(permitted(decideApproval)),
  requeueRun: api(requeueRun),
  appendDecided: api(appendDecided),
  'api.decide.insertOutbox': api(insertOutbox),
  'api.decide.respond': api(respondToDecision),
} as const;
