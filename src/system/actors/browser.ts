// A browser tab: submits a task with a key that it stored first, then reads pages of events and folds
// them into a view (CONTRACT §12).
//
//   browser.submit   keepKey sendPost                                  DRAFT → SUBMITTING
//   browser.resend   sendPost                                 SUBMIT_UNKNOWN → SUBMITTING, the same key
//   browser.page     askPage                        RECOVERING/page, LIVE → awaits a page
//   browser.open     askStream                  RECOVERING/page, nothing left to page through → LIVE
//   browser.leave    hangUp                         LIVE, no byte for too long → RECOVERING/page
//   browser.giveUp   giveUp                     RECOVERING, no attempt left → RECOVERY_UNKNOWN
//   browser.accept   receive validate guard [ apply storeCursor ]      → LIVE, a terminal state, or back-off
//   browser.resync   askRun replaceView                RECOVERING/resync → RECOVERING/page
//   browser.load     askConversation        a page that knows of no run → the one to follow, if there is any
//   browser.follow   askConversation        INTERRUPTED → the run that goes on, once there is one
//   browser.call     sendCall               what its person asks for beside that: approve, cancel, read …
//
// A terminal state is entered only by a terminal event or a terminal snapshot, never by silence, an empty
// page or a closed connection. After its last attempt a browser says that it does not know.

import { type ActorKind, only, type Start, type Waiting } from '../../kernel/actor';
import { MATRIX, relationToRun } from '../authorization';
import { accepting } from './browser/accepting';
import { calling, sendCall } from './browser/calling';
import { askConversation, discovering, resuming } from './browser/resuming';
import { askStream, leaveStream } from './browser/streaming';
import { CONVERSATION, submitting, submittingOperations } from './browser/submitting';
import { hasEnded, isExhausted, isStreamed, spent } from './browser/recovering';
import { type BrowserDisk, type BrowserMemory, loaded, mayAsk, reloaded } from './browser/state';
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

function askPage(view: View): Result {
  const { runId, cursor, pageLength } = view.disk;
  if (runId === null) return { then: { end: true } };
  const limit = pageLength === null ? '' : `&limit=${String(pageLength)}`;
  const id = `page:${view.actor}:${runId}:${String(cursor)}`;
  const asked = ask(view, {
    id,
    method: 'GET',
    path: `/v1/runs/${runId}/events?after_seq=${String(cursor)}${limit}`,
  });
  const says = { key: 'browser.askPage', values: { actor: view.actor, run: runId, cursor } };
  const facts = view.memory.failures > 0 ? [{ fact: 'reconnected', browser: view.actor }] : [];
  return { ...asked, facts, says };
}

/** The last attempt was in vain too. */
function giveUp(view: View): Result {
  const values = { actor: view.actor, run: view.disk.runId };
  return { memory: spent(view), then: { end: true }, says: { key: 'browser.giveUp', values } };
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

function isShown(sql: Guard['sql'], person: string, runId: string): boolean {
  const relation = relationToRun(sql, person, runId);
  return relation !== null && MATRIX.page[relation] === 'allowed';
}

/** How a browser goes on after its run: with a snapshot, a stream, or the next page. */
function nextRequest({ recovery, isCaughtUp }: BrowserMemory): string {
  if (recovery === 'RECOVERING/resync') return 'browser.resync';
  return recovery === 'RECOVERING/page' && isCaughtUp ? 'browser.open' : 'browser.page';
}

/** Following a run: a poll is possible only when it would find something. */
function following(guard: Guard, runId: string): Start {
  const { actor, now, state, sql } = guard;
  const { memory } = state;
  const procedure = nextRequest(memory);
  if (hasEnded(memory)) return blockedStart(procedure, 'nothingNew', actor);
  if (memory.recovery === 'RECOVERY_UNKNOWN') return blockedStart(procedure, 'backsOff', actor);
  if (memory.retryAt !== null && memory.retryAt > now) return blockedStart(procedure, 'backsOff', actor);
  if (!mayAsk(memory, now)) return blockedStart(procedure, 'waitsForAnswer', actor);
  if (isExhausted({ ...guard, memory })) return { procedure: 'browser.giveUp', run: runId, blocked: null };
  if (memory.stream?.unheardAt !== undefined && memory.stream.unheardAt <= now)
    return { procedure: 'browser.leave', run: runId, blocked: null };
  if (memory.recovery === 'LIVE' && isStreamed(guard)) return blockedStart(procedure, 'readsStream', actor);
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
    'browser.open': 'askStream',
    'browser.leave': 'hangUp',
    'browser.giveUp': 'giveUp',
    'browser.accept': 'receive validate guard [ apply storeCursor ]',
    'browser.resync': 'askRun replaceView',
    'browser.load': 'askConversation',
    'browser.follow': 'askConversation',
    'browser.call': 'sendCall',
  },
  operations: {
    ...submittingOperations,
    askPage: browser(askPage),
    askStream: browser(askStream),
    hangUp: browser(leaveStream),
    giveUp: browser(giveUp),
    askRun: browser(askRun),
    askConversation: browser((view) => askConversation(view, view.disk.opens ?? CONVERSATION)),
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
    const first = runId === null ? (discovering(guard) ?? submitting(guard)) : following(guard, runId);
    return [first, ...resuming(guard, isSeen), ...calling(guard)];
  },
  receives: () => 'browser.accept',
  deadlines: ({ memory }) => {
    const found: Waiting[] = [];
    if (memory.retryAt !== null) found.push({ at: memory.retryAt, what: 'backOff' });
    if (memory.asked !== null) found.push({ at: memory.asked.untilAt, what: 'noAnswer' });
    const { unheardAt } = memory.stream ?? {};
    // Where all that is written arrives, it is put off each time.
    if (unheardAt !== undefined) found.push({ at: unheardAt, what: 'unheard', isSteady: true });
    return found;
  },
  restarted: (disk) => ({ memory: loaded(reloaded(disk)), disk: reloaded(disk) }),
};
