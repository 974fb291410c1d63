// A request for a stream: who asks, and from where; what is refused is refused before anything is written
// (CONTRACT §5). Whoever is let in is registered before the first read, so that nothing falls in between.

import type { AnyOperation } from '../../../kernel/actor';
import type { Data } from '../../../kernel/json';
import { cursorRefusal, logOf } from '../../cursor';
import { TERMINAL, wireEvent } from '../../events';
import { problem, type ProblemSlug } from '../../problems';
import { asPiece, STREAM, STREAM_HEADERS, UNBUFFERED } from '../../stream';
import { permittedWith } from '../api/reauthorize';
import { countedStart, isCounted } from './counting';
import { eventFrame, preamble } from './frames';
import { gateway, type Result, type View } from './state';

const TAIL = { procedure: 'gateway.tail' } as const;

function refuse(view: View, slug: ProblemSlug, members: Data = {}): Result {
  return { locals: { answer: problem(slug, view.locals.requestId, members) }, then: { to: 'sendHead' } };
}

export const permittedToFollow = permittedWith('gateway', 'sendHead');

/** Outside of what the log still holds there is nothing to go on from. */
function checkCursor(view: View): Result {
  const { runId = '', page } = view.locals;
  const log = logOf(view.sql, runId);
  if (log === null || page === undefined) return refuse(view, 'not-found');
  // A number is no place in the log, so there is nothing to compare it with.
  const refusal = page.isNumber === true ? null : cursorRefusal(log, runId, page.afterSeq);
  return refusal === null ? startAt(view, page.afterSeq) : refuse(view, refusal.slug, refusal.members);
}

/** Nothing is left of a run that has ended: 204 says so, and nothing about how it ended. */
export function startAt(view: View, asked: number): Result {
  const { runId = '', requestId } = view.locals;
  const log = logOf(view.sql, runId);
  if (log === null) return refuse(view, 'not-found');
  const counted = isCounted(view) ? countedStart(view, log, asked) : null;
  const { cursor } = counted ?? { cursor: asked };
  const reach = { cursor, minRetainedSeq: log.minimum, lastSeq: log.lastSeq };
  // What the observer is told of the cursor is its place in the log.
  const locals = cursor === asked ? reach : { ...reach, askedSeq: cursor };
  if (!Object.values(TERMINAL).includes(log.status) || cursor !== log.lastSeq) {
    return counted === null ? { locals } : { memory: counted.memory, locals };
  }
  const headers = { 'request-id': requestId, 'cache-control': 'no-store' };
  return { locals: { ...locals, answer: { status: 204, headers, body: '' } }, then: { to: 'sendHead' } };
}

/** From here on the connection is found by whoever has something to tell it. */
export const registerWith = (cursorOf: (view: View) => number): AnyOperation =>
  gateway((view) => {
    const { runId = '', requestId, caller, head } = view.locals;
    const cursor = cursorOf(view);
    const connections = { ...view.memory.connections, [requestId]: { browser: caller, runId } };
    const says = { key: 'gateway.register', values: { browser: caller, run: runId, cursor } };
    const locals = { cursor, isRegistered: true };
    return { memory: { connections }, locals, ...(head === undefined ? {} : { then: TAIL }), says };
  });

/** A refusal is the whole answer; else the head goes out with the first bytes. */
function sendHead(view: View): Result {
  const { answer, requestId, caller, runId = '', cursor = 0, frames = [], isRegistered } = view.locals;
  if (answer !== undefined) {
    const { status } = answer;
    const body = asPiece({ piece: requestId, bytes: '', head: answer, isLast: true });
    const piece = {
      channel: STREAM,
      id: `${requestId}.p1`,
      to: caller,
      run: view.run,
      connection: requestId,
    };
    const says = { key: 'gateway.sendHead.refused', values: { browser: caller, run: runId, status } };
    return { send: [{ ...piece, body }], says, then: { end: true } };
  }
  const asks = view.parameters['buffering'] === 'allowed' ? {} : UNBUFFERED;
  const head = { status: 200, headers: { ...STREAM_HEADERS, ...asks, 'request-id': requestId }, body: '' };
  const says = { key: 'gateway.sendHead', values: { browser: caller, run: runId, cursor } };
  const locals = { head, frames: [preamble(runId, cursor), ...frames] };
  return { locals, facts: [opened(view)], ...(isRegistered === true ? { then: TAIL } : {}), says };
}

/** What the observer is told of a cursor that was let in. */
function opened({ locals }: View) {
  const { caller, sender, runId = '', askedSeq = 0, minRetainedSeq = 1 } = locals;
  const asked = { fact: 'page', browser: caller, incarnation: sender.incarnation, run_id: runId };
  return { ...asked, after_seq: askedSeq, min_retained_seq: minRetainedSeq, status: 200 };
}

function forget(view: View): Result {
  const { closed } = view.message?.body as { readonly closed: string };
  const { [closed]: known, ...connections } = view.memory.connections;
  const browser = view.message?.from ?? '';
  if (known === undefined) {
    const says = { key: 'gateway.forget.gone', values: { browser } };
    return { locals: { requestId: closed }, then: { end: true }, says };
  }
  const facts = [{ fact: 'disconnected', browser, run_id: known.runId }];
  const says = { key: 'gateway.forget', values: { browser, run: known.runId } };
  return {
    memory: { connections },
    locals: { requestId: closed, caller: browser },
    ends: closed,
    run: known.runId,
    facts,
    says,
  };
}

export const opening = {
  checkCursor: gateway(permittedToFollow(checkCursor)),
  register: registerWith(({ locals }) => locals.cursor ?? 0),
  sendHead: gateway(sendHead),
  forget: gateway(forget),
} as const;

/** What is after the cursor now, in a step of its own: what comes until somebody listens is in nobody's hands. */
export const readReplay: AnyOperation = gateway((view) => {
  const { runId = '', cursor = 0, caller } = view.locals;
  const rows = view.sql('page', { run_id: runId, after_seq: cursor, limit: view.disk.pageLength });
  const frames = rows.map((row) => eventFrame(view, wireEvent(runId, row)));
  const says = { key: 'gateway.readReplay', values: { browser: caller, run: runId, count: frames.length } };
  return { locals: { frames }, says };
});

/** The last position of the log at the moment: where somebody starts who wants nothing from before. */
export const headOf = ({ sql, locals }: View): number => logOf(sql, locals.runId ?? '')?.lastSeq ?? 0;
