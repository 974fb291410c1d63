// What the API shows: the Run body, and pages of committed events after a cursor (CONTRACT §2.2, §2.3).

import { only } from '../../../kernel/actor';
import { cursorRefusal, logOf } from '../../cursor';
import { TERMINAL, toldIn, wireEvent } from '../../events';
import { rangesIn } from '../../ranges';
import { holdsVersion, notModified, ok } from '../../http';
import { readRunBody } from '../../run-body';
import { permitted } from './reauthorize';
import { api, refuse, type Result, send, type View } from './state';

function readRun(view: View): Result {
  const { runId, requestId, snapshotSeq, ifNoneMatch } = view.locals;
  const read = readRunBody(view.sql, runId ?? '');
  if (read === null) return refuse(view, 'not-found');
  if (holdsVersion(ifNoneMatch, read.etag)) return { locals: { answer: notModified(requestId, read.etag) } };
  const earlier = snapshotSeq === undefined ? {} : { snapshot_seq: snapshotSeq };
  return { locals: { answer: ok(200, requestId, { ...read.body, ...earlier }, { etag: read.etag }) } };
}

/** The position, read before the rest and apart from it (snapshot.read=separate_reads). */
export const readLastSeq = api((view) => {
  const run = only(view.sql('read_run', { run_id: view.locals.runId ?? '' }));
  return { locals: { snapshotSeq: Number(run?.['last_seq'] ?? 0) } };
});

/** Refuses a cursor that lies outside what the log still holds (CONTRACT §6). */
function checkCursor(view: View): Result {
  const { runId = '', page } = view.locals;
  const log = logOf(view.sql, runId);
  if (log === null || page === undefined) return refuse(view, 'not-found');
  const refusal = cursorRefusal(log, runId, page.afterSeq);
  return refusal === null
    ? { locals: { minRetainedSeq: log.minimum } }
    : refuse(view, refusal.slug, refusal.members);
}

/** A page of committed events after the cursor, as JSON. */
function readPage(view: View): Result {
  const { runId = '', page, requestId } = view.locals;
  if (page === undefined) return refuse(view, 'not-found');
  const rows = view.sql('page', { run_id: runId, after_seq: page.afterSeq, limit: page.limit });
  const run = only(view.sql('read_run', { run_id: runId }));
  const events = rows.map((row) => wireEvent(runId, row));
  const ranges = view.sql('page_ranges', { run_id: runId, after_seq: page.afterSeq });
  const end = events.at(-1)?.seq ?? page.afterSeq;
  const { compacted, next } = rangesIn(ranges, { end, isFull: events.length >= page.limit });
  const lastSeq = Number(run?.['last_seq'] ?? 0);
  const status = String(run?.['status']);
  const body = {
    run_id: runId,
    events,
    compacted,
    next_after_seq: next,
    // A page that is not full has nothing behind it, whatever a design takes for a position.
    has_more: events.length >= page.limit && lastSeq > next,
    last_seq: lastSeq,
    min_retained_seq: run?.['min_retained_seq'] ?? 1,
    run_status: status,
    log_complete: Object.values(TERMINAL).includes(status) && lastSeq <= next,
  };
  const told = toldIn(runId, events);
  return {
    locals: {
      ...{ answer: ok(200, requestId, body, {}), minRetainedSeq: Number(run?.['min_retained_seq'] ?? 1) },
      ...(told.length === 0 ? {} : { told }),
    },
  };
}

function respondToPage(view: View): Result {
  const { answer, runId, askedSeq, caller, sender, minRetainedSeq, told: heard = [] } = view.locals;
  if (answer?.status !== 200 || askedSeq === undefined) return send(view, answer);
  const asked = { fact: 'page', browser: caller, incarnation: sender.incarnation, run_id: runId ?? '' };
  const told = { after_seq: askedSeq, min_retained_seq: minRetainedSeq ?? 1, status: answer.status };
  const sent = send(view, answer);
  return { ...sent, facts: [{ ...asked, ...told }, ...heard] };
}

/** What a conversation has come to, and which runs it has: where a page that lost its memory finds the one to follow (§2.7). */
function readConversation(view: View): Result {
  const { conversationId = '', requestId } = view.locals;
  const runs = view.sql('active_runs', { conversation_id: conversationId });
  const messages = view.sql('read_messages', { conversation_id: conversationId });
  const body = {
    conversation_id: conversationId,
    messages: messages.map(({ message_id, role, text, run_id }) => ({ message_id, role, text, run_id })),
    runs: runs.map((row) => ({ ...row })),
  };
  return { locals: { answer: ok(200, requestId, body, {}) } };
}

/** The content itself, never to be run by the browser that gets it (§2.6). */
function readArtifact(view: View): Result {
  const { runId = '', artifactId = '', requestId, ifNoneMatch } = view.locals;
  const row = only(view.sql('read_artifact', { run_id: runId, artifact_id: artifactId }));
  if (row === null) return refuse(view, 'not-found');
  const { body, expires_at: expiresAt, media_type: mediaType, digest } = row;
  if (typeof expiresAt === 'number' && expiresAt <= view.now) return refuse(view, 'artifact-expired');
  if (body === null) return refuse(view, 'artifact-not-ready', {}, { 'retry-after': '1' });
  const etag = `"${String(digest)}"`;
  if (holdsVersion(ifNoneMatch, etag)) return { locals: { answer: notModified(requestId, etag) } };
  const headers = {
    ...{ 'content-type': String(mediaType), 'content-length': String(row['size_bytes']) },
    ...{ etag, 'cache-control': 'no-store', 'request-id': requestId },
    'content-disposition': `attachment; filename="${String(row['name'])}"`,
    'x-content-type-options': 'nosniff',
  };
  return { locals: { answer: { status: 200, headers, body: String(body) } } };
}

export const reading = {
  readRun: api(permitted(readRun)),
  checkCursor: api(permitted(checkCursor)),
  readPage: api(readPage),
  'api.page.respond': api(respondToPage),
  readConversation: api(permitted(readConversation)),
  readArtifact: api(permitted(readArtifact)),
} as const;
