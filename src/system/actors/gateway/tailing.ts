// The only way of delivery (CONTRACT §5): read what has been committed after the cursor, write it as frames, wait
// until there is more. Nothing is shown that is not in the log, because the log is what is read.

import type { AnyOperation, Reason, WaitView } from '../../../kernel/actor';
import { logOf } from '../../cursor';
import { TERMINAL, toldIn, wireEvent } from '../../events';
import { inOrder, isRange, rangesIn } from '../../ranges';
import { asPiece, STREAM } from '../../stream';
import { byMatrix } from '../api/authorize';
import { heard } from './beating';
import { buffersIn, holdsBack } from './buffer';
import { controlFrame, eventFrame, rangeFrame } from './frames';
import { findsIn } from './listening';
import { type Closing, gateway, type GatewayLocals, type Result, type View } from './state';

/** Whoever may no longer see the run is told so before anything more is read for them. */
export function recheck(view: View): Result {
  const { principal, runId = '', caller } = view.locals;
  if (byMatrix(view, 'page', principal, { run: runId, conversation: null }) === 'allowed') return {};
  const says = { key: 'gateway.recheck.refused', values: { browser: caller, run: runId } };
  return { locals: { closing: 'not_visible' }, then: { to: 'writeFrames' }, says };
}

/** Keeps everybody else from writing the run until the reader has taken the page (stream.buffer=block_writer). */
export const lockRun: AnyOperation = gateway((view) => {
  view.sql('lock_run', { run_id: view.locals.runId ?? '' });
  return {};
});

/** A page of committed events after the cursor. */
function readPage(view: View): Result {
  const { runId = '', cursor = 0, caller, principal } = view.locals;
  const log = logOf(view.sql, runId);
  const values = { browser: caller, run: runId, cursor };
  if (log === null || cursor < log.minimum - 1) {
    const says = { key: 'gateway.readPage.gone', values };
    return { locals: { closing: 'resync_required', lastSeq: log?.lastSeq ?? 0 }, says };
  }
  const limit = view.disk.pageLength;
  const rows = view.sql('page', { run_id: runId, after_seq: cursor, limit });
  const events = rows.map((row) => wireEvent(runId, row));
  const ranges = view.sql('page_ranges', { run_id: runId, after_seq: cursor });
  const end = events.at(-1)?.seq ?? cursor;
  const { compacted, next } = rangesIn(ranges, { end, isFull: events.length >= limit });
  const shown = { fact: 'answered', principal, endpoint: 'page', target: runId, status: 200 };
  const told = [...(view.locals.told ?? []), ...toldIn(runId, events)];
  return {
    locals: {
      ...{ arrived: inOrder(events, compacted), cursor: next, lastSeq: log.lastSeq, status: log.status },
      ...(told.length === 0 ? {} : { told }),
    },
    facts: events.length > 0 ? [shown] : [],
    says: { key: 'gateway.readPage', values: { ...values, count: events.length } },
  };
}

/** What this round has to say: what was read, and what the stream says of itself. */
function newFrames(view: View): { readonly frames: readonly string[]; readonly isOver: boolean } {
  const { runId = '', arrived = [], cursor = 0, lastSeq = 0, status = '', isCaughtUp, isOver } = view.locals;
  const at = { run_id: runId, seq: lastSeq };
  const frames = arrived.map((one) => (isRange(one) ? rangeFrame(view, one, at) : eventFrame(view, one)));
  if (isOver === true || cursor < lastSeq) return { frames, isOver: isOver === true };
  if (isCaughtUp !== true) frames.push(controlFrame(view, 'caught_up', { last_seq: lastSeq }, at));
  const hasEnded = Object.values(TERMINAL).includes(status);
  if (hasEnded) frames.push(controlFrame(view, 'end', { last_seq: lastSeq, run_status: status }, at));
  return { frames, isOver: hasEnded };
}

function writeFrames(view: View): Result {
  const { locals, disk } = view;
  const { closing, cursor = 0, lastSeq = 0 } = locals;
  if (closing !== undefined) return close(view, closing);
  const { frames: added, isOver } = newFrames(view);
  const buffer = buffersIn(view)(locals.frames ?? [], added, disk.bufferLimit, view.isDrained);
  if (buffer === 'close') return close(view, 'slow_consumer');
  const isCaughtUp = locals.isCaughtUp === true || cursor >= lastSeq;
  const left: Partial<GatewayLocals> = { arrived: [], isCaughtUp, isOver };
  if (!view.isDrained || buffer.length === 0) {
    const says = {
      key: 'gateway.writeFrames.kept',
      values: { browser: locals.caller, count: buffer.length },
    };
    return { locals: { ...left, frames: buffer }, then: { procedure: 'gateway.tail' }, says };
  }
  const values = { browser: locals.caller, run: locals.runId ?? null, count: buffer.length };
  const says = { key: isOver ? 'gateway.writeFrames.last' : 'gateway.writeFrames', values };
  const facts = locals.told ?? [];
  return { ...sent(view, buffer.join(''), isOver), ...after(view, left, isOver), facts, says };
}

function after(
  view: View,
  left: Partial<GatewayLocals>,
  isOver: boolean,
): Pick<Result, 'locals' | 'then' | 'memory'> {
  if (isOver) return { ...forgotten(view), then: { end: true } };
  const pieces = (view.locals.pieces ?? 0) + 1;
  const told = view.locals.told === undefined ? {} : { told: [] };
  const then = { procedure: 'gateway.tail' } as const;
  return { locals: { ...left, frames: [], pieces, ...told }, ...heard(view), then };
}

/** Puts bytes on the wire; the first of them bring the head of the answer. */
function sent({ locals, run }: View, bytes: string, isLast: boolean): Pick<Result, 'send'> {
  const { requestId, caller, head, pieces = 0 } = locals;
  const first = head === undefined || pieces > 0 ? {} : { head };
  const last = isLast ? { isLast: true as const } : {};
  const body = asPiece({ piece: requestId, bytes, ...first, ...last });
  const id = `${requestId}.p${String(pieces + 1)}`;
  const more = isLast ? {} : { more: true as const };
  return { send: [{ channel: STREAM, id, to: caller, run, connection: requestId, body, ...more }] };
}

const forgotten = ({ memory, locals }: View): Pick<Result, 'memory'> => {
  const { [locals.requestId]: _gone, ...connections } = memory.connections;
  return { memory: { connections } };
};

/** The reader is told why, and comes back with its cursor: what was kept for it is in the log. */
function close(view: View, why: Closing): Result {
  const { runId = '', lastSeq = 0, caller } = view.locals;
  const at = { run_id: runId, seq: lastSeq };
  const minimum = logOf(view.sql, runId)?.minimum ?? 1;
  const frame =
    why === 'resync_required'
      ? controlFrame(view, why, { min_retained_seq: minimum, last_seq: lastSeq }, at)
      : controlFrame(view, 'closing', { reason: why }, at);
  const unsent = view.isDrained && why !== 'slow_consumer' ? (view.locals.frames ?? []) : [];
  const says = { key: 'gateway.writeFrames.closing', values: { browser: caller, run: runId, reason: why } };
  const facts = [{ fact: 'closed', why, browser: caller, run_id: runId }];
  return {
    ...sent(view, [...unsent, frame].join(''), true),
    ...forgotten(view),
    facts,
    says,
    then: { end: true },
  };
}

export const tailing: Readonly<Record<string, AnyOperation>> = {
  recheck: gateway(recheck),
  readPage: gateway(readPage),
  writeFrames: gateway(writeFrames),
};

/** A round is taken only where it would find something, or could get rid of something. */
export function tailWaits(view: WaitView): Reason | null {
  const { activity, operations, sql, isDrained } = view;
  const locals = activity.locals as Partial<GatewayLocals>;
  const { runId = '', frames = [], isOver, caller } = locals;
  if (operations.includes('writeFrames') && !isDrained && holdsBack(view)) {
    return { key: 'readerIsSlow', values: { browser: caller ?? '' } };
  }
  const hasRead = locals.status !== undefined;
  if (!operations.includes('readPage') || !hasRead) return null;
  if (isDrained && frames.length > 0) return null;
  const log = logOf(sql, runId);
  const isBehind = isOver !== true && (log === null || findsIn(view)(view, locals, log));
  return isBehind ? null : { key: 'nothingToTell', values: { browser: caller ?? '', run: runId } };
}
