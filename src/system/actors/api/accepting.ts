// A submission becomes a run, once: key and fingerprint are compared, run, event and outbox row are
// written, and the answer names the run that is durable by then (CONTRACT §2.1).

import { only } from '../../../kernel/actor';
import { ConstraintError } from '../../../kernel/store';
import { tell } from '../../events';
import { announce } from '../../handout';
import { ok } from '../../http';
import { readRunBody } from '../../run-body';
import { permitted } from './reauthorize';
import { answered, type ApiDisk, type ApiLocals, api, refuse, type Result, send, type View } from './state';

function findKey(view: View): Result {
  const { submission, principal } = view.locals;
  if (submission === undefined) return {};
  const found = only(view.sql('find_key', { principal, key: submission.key }));
  if (found === null) return {};
  const runId = String(found['run_id']);
  return { locals: { isReplay: true, runId }, run: runId };
}

function compareFingerprint(view: View): Result {
  const { submission, isReplay, principal } = view.locals;
  if (submission === undefined) return {};
  if (isReplay !== true)
    return { says: { key: 'api.compareFingerprint.new', values: { key: submission.key } } };
  const found = only(view.sql('find_key', { principal, key: submission.key }));
  if (found?.['request_fingerprint'] === submission.fingerprint) return {};
  return refuse(view, 'idempotency-key-mismatch', { original_run_id: found?.['run_id'] ?? null });
}

interface Named {
  readonly runId: string;
  readonly disk: Partial<ApiDisk>;
}

/** The name of a new run; the service's own counter, so it survives a crash. */
export function newName({ disk }: View): Named {
  const runs = disk.runs + 1;
  return { runId: `run_${String(runs)}`, disk: { runs } };
}

/** The name of the run that a submission makes. */
export const nameRun = (view: View): Named =>
  view.locals.runId === undefined ? newName(view) : { runId: view.locals.runId, disk: {} };

function insertRun(view: View): Result {
  const { submission, isReplay, principal, caller, sender } = view.locals;
  if (submission === undefined || isReplay === true) return {};
  const { runId, disk } = nameRun(view);
  const { key, fingerprint, body, conversationId, attempts, steps } = submission;
  try {
    view.sql('insert_run', {
      ...{
        run_id: runId,
        conversation_id: conversationId,
        principal,
        key,
        fingerprint,
        body,
        attempts,
        steps,
      },
      resumes: null,
    });
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    const says = { key: 'api.insertRun.taken', values: { key, constraint: error.constraint } };
    return { refused: error.constraint, then: { again: true }, says };
  }
  const fact = { fact: 'inserted_run', browser: caller, draft: sender.draft ?? key, run_id: runId };
  const says = { key: 'api.insertRun', values: { run: runId, principal } };
  return { disk, locals: { runId }, run: runId, facts: [fact], says };
}

/** True where this activity has put its own run in: only then is there something to append and tell. */
const hasInserted = (locals: ApiLocals): boolean => locals.runId !== undefined && locals.isReplay !== true;

function appendCreated(view: View): Result {
  const { submission, runId } = view.locals;
  if (submission === undefined || runId === undefined || !hasInserted(view.locals)) return {};
  const { conversationId, attempts, steps, fingerprint } = submission;
  const data = {
    conversation_id: conversationId,
    input_digest: fingerprint,
    budget: { attempts, steps },
    resumes: null,
  };
  return { locals: { createdSeq: tell(view, runId, 'run.created', data) } };
}

function insertOutbox(view: View): Result {
  const { runId, createdSeq } = view.locals;
  if (runId === undefined || createdSeq === undefined) return {};
  announce(view, { runId, seq: createdSeq, type: 'run.created', availableAt: view.now });
  return { says: { key: 'api.insertOutbox', values: { run: runId, seq: createdSeq } } };
}

function respondToSubmission(view: View): Result {
  const { answer, requestId, isReplay, submission, principal } = view.locals;
  if (answer !== undefined || submission === undefined) return send(view, answer);
  // Where a design answers before it has looked, the answer makes the name.
  const { runId, disk } = nameRun(view);
  const read = readRunBody(view.sql, runId);
  const body = read?.body ?? { run_id: runId };
  const replayed: Record<string, string> = isReplay === true ? { 'idempotent-replayed': 'true' } : {};
  const response = ok(202, requestId, body, { location: `/v1/runs/${runId}`, ...replayed });
  const accepted = { fact: 'accepted', run_id: runId, principal, fingerprint: submission.fingerprint };
  const sent = send({ ...view, locals: { ...view.locals, runId } }, response);
  const replay = isReplay === true ? [{ fact: 'replayed', run_id: runId }] : [];
  const facts = [answered({ ...view.locals, runId }, response.status), accepted, ...replay];
  const key = isReplay === true ? 'api.respond.replayed' : 'api.respond.accepted';
  return {
    ...sent,
    disk,
    locals: { runId },
    run: runId,
    facts,
    says: { key, values: { run: runId, status: 202 } },
  };
}

export const accepting = {
  findKey: api(findKey),
  compareFingerprint: api(compareFingerprint),
  insertRun: api(permitted(insertRun)),
  appendCreated: api(appendCreated),
  'api.accept.insertOutbox': api(insertOutbox),
  'api.accept.respond': api(respondToSubmission),
} as const;
