// A browser tab: submits a task with a key that it stored first, then reads pages of events and folds
// them into a view (CONTRACT §12).
//
//   browser.submit   keepKey sendPost                                  DRAFT → SUBMITTING
//   browser.resend   sendPost                                 SUBMIT_UNKNOWN → SUBMITTING, the same key
//   browser.page     askPage                        RECOVERING/page, LIVE → awaits a page
//   browser.accept   receive validate guard [ apply storeCursor ]      → LIVE, a terminal state, or back-off
//   browser.resync   askRun replaceView                RECOVERING/resync → RECOVERING/page
//   browser.follow   askConversation        INTERRUPTED → the run that goes on, once there is one
//   browser.call     sendCall               what its person asks for beside that: approve, cancel, read …
//
// A terminal state is entered only by a terminal event or a terminal snapshot, never by silence, an empty
// page or a closed connection. After its last attempt a browser says that it does not know.

import { type ActorKind, type AnyOperation, only, type Start } from '../../kernel/actor';
import { canonical } from '../../kernel/json';
import { refundMessage } from '../agent';
import { MATRIX, relationToRun } from '../authorization';
import { accepting } from './browser/accepting';
import { calling, sendCall } from './browser/calling';
import { askConversation, resuming } from './browser/resuming';
import { type BrowserDisk, type BrowserMemory, hasEnded, isExhausted, loaded, mayAsk } from './browser/state';
import {
  ask,
  blockedStart,
  browser,
  emptyDisk,
  freshMemory,
  type Guard,
  type Result,
  type View,
} from './browser/state';

/** The key is made and on disk before anything is sent, so that every later attempt can use it. */
function keepKey(view: View): Result {
  const keys = view.disk.keys + 1;
  const key = view.disk.draft?.key ?? `${view.actor}-k${String(keys)}`;
  return { disk: { keys, key }, says: { key: 'browser.keepKey', values: { actor: view.actor, key } } };
}

export const CONVERSATION = 'conv_1';

function sendPost(view: View): Result {
  const { draft, key } = view.disk;
  if (draft === null || key === null) return { then: { end: true } };
  const input = { message: refundMessage(draft.amount, draft.order, draft), order_id: draft.order };
  const body = canonical({ conversation_id: CONVERSATION, input });
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const asked = ask(view, {
    // Where the key is made of the request, another browser may send the same one.
    id: draft.key === null ? `submit:${key}` : `submit:${view.actor}:${key}`,
    method: 'POST',
    path: '/v1/runs',
    headers,
    body,
  });
  const isAgain = view.memory.submission === 'SUBMIT_UNKNOWN';
  const says = {
    key: isAgain ? 'browser.sendPost.again' : 'browser.sendPost',
    values: { actor: view.actor, key },
  };
  const facts = isAgain ? [{ fact: 'reconnected', browser: view.actor }] : [];
  return { send: asked.send, memory: { ...asked.memory, submission: 'SUBMITTING' }, facts, says };
}

/** A page that takes every attempt for a task of its own (submit.browser_retry=new_key). */
export const resendWithNewKey: AnyOperation = browser((view) => {
  const keys = view.disk.keys + 1;
  const key = `${view.actor}-k${String(keys)}`;
  const disk = { keys, key };
  const sent = sendPost({ ...view, disk: { ...view.disk, ...disk } });
  const says = { key: 'browser.sendPost.newKey', values: { actor: view.actor, key } };
  return { ...sent, disk: { ...sent.disk, ...disk }, says };
});

function askPage(view: View): Result {
  const { runId, cursor } = view.disk;
  if (runId === null) return { then: { end: true } };
  const id = `page:${view.actor}:${runId}:${String(cursor)}`;
  const asked = ask(view, {
    id,
    method: 'GET',
    path: `/v1/runs/${runId}/events?after_seq=${String(cursor)}`,
  });
  const says = { key: 'browser.askPage', values: { actor: view.actor, run: runId, cursor } };
  return { ...asked, says };
}

/** The snapshot arrives with a later delivery, which goes on at `replaceView`. */
function askRun(view: View): Result {
  const { runId } = view.disk;
  if (runId === null) return { then: { end: true } };
  const asked = ask(view, { id: `run:${view.actor}:${runId}`, method: 'GET', path: `/v1/runs/${runId}` });
  return {
    ...asked,
    then: { end: true },
    says: { key: 'browser.askRun', values: { actor: view.actor, run: runId } },
  };
}

/** Submitting, for as long as there is no run: first with a new key, then again with the same one. */
function submitting({ actor, now, state }: Guard): Start {
  const { memory, disk } = state;
  if (disk.draft === null) return blockedStart('browser.submit', 'nothingToSubmit', actor);
  if (memory.submission === 'DRAFT') return { procedure: 'browser.submit', run: null, blocked: null };
  if (memory.submission === 'REJECTED') return blockedStart('browser.submit', 'nothingToSubmit', actor);
  const isLost = memory.submission === 'SUBMITTING' && memory.asked !== null && memory.asked.untilAt <= now;
  if (memory.submission === 'SUBMITTING' && !isLost)
    return blockedStart('browser.resend', 'waitsForAnswer', actor);
  if (isExhausted(memory) || !mayAsk(memory, now)) return blockedStart('browser.resend', 'backsOff', actor);
  return { procedure: 'browser.resend', run: null, blocked: null };
}

function isShown(sql: Guard['sql'], person: string, runId: string): boolean {
  const relation = relationToRun(sql, person, runId);
  return relation !== null && MATRIX.page[relation] === 'allowed';
}

/** Following a run: a poll is possible only when it would find something. */
function following({ actor, now, state, sql }: Guard, runId: string): Start {
  const { memory } = state;
  const procedure = memory.recovery === 'RECOVERING/resync' ? 'browser.resync' : 'browser.page';
  if (hasEnded(memory)) return blockedStart(procedure, 'nothingNew', actor);
  if (memory.recovery === 'RECOVERY_UNKNOWN' || isExhausted(memory))
    return blockedStart(procedure, 'backsOff', actor);
  if (memory.retryAt !== null && memory.retryAt > now) return blockedStart(procedure, 'backsOff', actor);
  if (!mayAsk(memory, now)) return blockedStart(procedure, 'waitsForAnswer', actor);
  // A person opens the page of a run when there is something for them to see: their task, or a question.
  const isUnseen = state.disk.view === null && memory.recovery === 'RECOVERING/page';
  if (isUnseen && !isShown(sql, state.disk.person, runId))
    return blockedStart(procedure, 'nothingNew', actor);
  const log = only(sql('poll_page', { run_id: runId }));
  const isNew = log !== null && (memory.recovery !== 'LIVE' || log['last_seq'] !== memory.toldSeq);
  return isNew ? { procedure, run: runId, blocked: null } : blockedStart(procedure, 'nothingNew', actor);
}

export const browserKind: ActorKind<BrowserMemory, BrowserDisk> = {
  kind: 'browser',
  several: false,
  procedures: {
    'browser.submit': 'keepKey sendPost',
    'browser.resend': 'sendPost',
    'browser.page': 'askPage',
    'browser.accept': 'receive validate guard [ apply storeCursor ]',
    'browser.resync': 'askRun replaceView',
    'browser.follow': 'askConversation',
    'browser.call': 'sendCall',
  },
  operations: {
    keepKey: browser(keepKey),
    sendPost: browser(sendPost),
    askPage: browser(askPage),
    askRun: browser(askRun),
    askConversation: browser((view) => askConversation(view, CONVERSATION)),
    sendCall: browser(sendCall),
    ...accepting,
  },
  writes: [],
  memory: freshMemory,
  disk: emptyDisk,
  begins: ['browser.submit', 'browser.page'],
  starts: (guard) => {
    const { runId } = guard.state.disk;
    const isSeen = (id: string): boolean => isShown(guard.sql, guard.state.disk.person, id);
    const first = runId === null ? submitting(guard) : following(guard, runId);
    return [first, ...resuming(guard, isSeen), ...calling(guard)];
  },
  receives: () => 'browser.accept',
  deadlines: ({ memory }) => {
    const found: { at: number; what: string }[] = [];
    if (memory.retryAt !== null) found.push({ at: memory.retryAt, what: 'backOff' });
    if (memory.asked !== null) found.push({ at: memory.asked.untilAt, what: 'noAnswer' });
    return found;
  },
  restarted: (disk) => ({ memory: loaded(disk), disk: { ...disk, incarnation: disk.incarnation + 1 } }),
};
