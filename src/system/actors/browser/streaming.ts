// A browser at a stream: it opens a connection from its cursor on, keeps the bytes of an unfinished block as plain
// data, and takes every other connection for one that it has left behind.

import type { Edit } from '../../../kernel/decision';
import { parameter } from '../../../kernel/edit';
import type { Data, Json } from '../../../kernel/json';
import type { Sending } from '../../../kernel/actor';
import type { Response } from '../../http';
import type { Arrived } from '../../ranges';
import {
  asStreamArrival,
  BEAT,
  closing,
  GATEWAY,
  IDLE_MS,
  type Piece,
  STREAM,
  STREAM_TYPE,
  type StreamArrival,
} from '../../stream';
import { freshStream, receiveBytes, type StreamMessage } from '../../wire/receive';
import { hasEnded, streamEnded, streamLost } from './recovering';
import { ask, type Control, type OpenStream, type Result, type View } from './state';

/** The edits that a gateway's presence makes: who has caught up opens a stream instead of asking for pages. */
export const streaming: readonly Edit[] = [parameter('live', 'stream')];

/** Tells the far end that nobody reads any more. */
export function hangUp({ memory, disk }: Pick<View, 'memory' | 'disk'>): readonly Sending[] {
  const { stream } = memory;
  return stream === null ? [] : [hangUpOn(stream.id, disk.runId)];
}

const hangUpOn = (connection: string, run: string | null): Sending => ({
  ...{ channel: STREAM, id: `${connection}:closed`, to: GATEWAY, run },
  ...{ body: closing(connection), connection },
});

/**
 * Opens a stream. The address is that of the first time, as a browser's own event source has it; where to go on
 * from is told by the id of the last event, in the form in which the server gave ids.
 */
export function askStream(view: View): Result {
  const { runId, cursor, connections } = view.disk;
  const { memory, actor } = view;
  if (runId === null) return { then: { end: true } };
  const id = `${actor}.c${String(connections + 1)}`;
  const from = memory.streamFrom ?? cursor;
  const last = memory.idForm === null ? {} : { 'last-event-id': memory.idForm.replace('{}', String(cursor)) };
  const asked = ask(view, {
    ...{ id, method: 'GET', path: `/v1/runs/${runId}/events?after_seq=${String(from)}` },
    headers: { accept: STREAM_TYPE, ...last },
    by: { channel: STREAM, to: GATEWAY },
  });
  const isAgain = memory.streamFrom !== null;
  return {
    send: [...hangUp(view), ...asked.send],
    memory: { ...asked.memory, stream: { id, parser: freshStream }, streamFrom: from },
    disk: { connections: connections + 1 },
    facts: isAgain ? [{ fact: 'reconnected', browser: actor }] : [],
    says: {
      key: isAgain ? 'browser.askStream.again' : 'browser.askStream',
      values: { actor, run: runId, cursor },
    },
  };
}

export function streamArrived(view: View): Result {
  const arrival = asStreamArrival(view.message?.body ?? null);
  const { stream } = view.memory;
  const connection = connectionIn(arrival);
  if (stream === null || connection !== stream.id) return strange(view, arrival, connection);
  const { actor } = view;
  if ('reset' in arrival) {
    const isLeft = arrival.unheard === true;
    return {
      ...(isLeft ? { send: hangUp(view) } : {}),
      memory: streamLost(view),
      then: { end: true },
      says: { key: isLeft ? 'browser.receive.unheard' : 'browser.receive.cut', values: { actor } },
    };
  }
  if (!('piece' in arrival)) {
    const says = { key: 'browser.receive.ended', values: { actor } };
    return { memory: streamEnded(view), then: { end: true }, says };
  }
  const { head } = arrival;
  return head !== undefined && head.status !== 200 ? turnedAway(view, head) : piecesArrived(view, arrival);
}

function connectionIn(arrival: StreamArrival): string {
  if ('piece' in arrival) return arrival.piece;
  if ('reset' in arrival) return arrival.reset;
  return 'ended' in arrival ? arrival.ended : arrival.closed;
}

/** Of a connection that this page does not read: whoever still writes on it is told. */
function strange(view: View, arrival: StreamArrival, connection: string): Result {
  const isOpen = 'piece' in arrival && arrival.head?.status === 200 && arrival.isLast !== true;
  return {
    send: isOpen ? [hangUpOn(connection, view.disk.runId)] : [],
    facts: [{ fact: 'ignored', why: 'connection', browser: view.actor }],
    then: { end: true },
    says: { key: 'browser.receive.strange', values: { actor: view.actor, connection } },
  };
}

/** No stream: there is nothing left, nothing to go on from, or nothing that this person may see. */
function turnedAway(view: View, { status }: Response): Result {
  const values = { actor: view.actor, status };
  const over = { stream: null, asked: null, isCaughtUp: false } as const;
  if (status === 204 && hasEnded(view.memory)) {
    return { memory: over, then: { end: true }, says: { key: 'browser.receive.nothingLeft', values } };
  }
  if (status === 204 || status === 409 || status === 410) {
    const says = { key: 'browser.receive.resync', values };
    return {
      memory: { ...over, recovery: 'RECOVERING/resync', streamFrom: null },
      then: { end: true },
      says,
    };
  }
  const says = { key: 'browser.receive.shutOut', values };
  return { memory: { ...over, recovery: 'RECOVERY_UNKNOWN' }, then: { end: true }, says };
}

/** Whole blocks are candidates for events; the rest waits for what comes next. */
function piecesArrived(view: View, { piece, bytes, isLast }: Piece): Result {
  const { actor, memory } = view;
  const { state, messages } = receiveBytes(memory.stream?.parser ?? freshStream, bytes);
  const idForm = formOf(view, state.lastId) ?? memory.idForm;
  const open = {
    ...{ stream: { id: piece, parser: state, ...listening(view) }, asked: null, retryAt: null },
    ...{ recovery: 'LIVE' as const, idForm },
  };
  const values = { actor, count: messages.length, run: view.disk.runId };
  const events = messages.flatMap(candidatesIn) as unknown as readonly Arrived[];
  const control = messages.map(controlIn).findLast((one) => one !== null) ?? null;
  const lastPosition = Number(/\d+$/.exec(state.lastId)?.[0] ?? 0);
  // What the stream says of itself is no news of the run, unless somebody takes the id of a frame for a position.
  if (events.length === 0 && control === null && lastPosition <= view.disk.cursor) {
    const next = isLast === true ? streamEnded({ ...view, memory: { ...memory, ...open } }) : {};
    return {
      memory: { ...open, ...next },
      then: { end: true },
      says: { key: bytes === BEAT ? 'browser.receive.beat' : 'browser.receive.partial', values },
    };
  }
  return {
    memory: open,
    locals: {
      // Not yet validated: the next operation decides which of these are events.
      ...{ events, lastPosition },
      ...{ isStream: true, isLast: isLast === true },
      ...(control === null ? {} : { control }),
    },
    says: { key: 'browser.receive.frames', values },
  };
}

/** Whoever listens waits so long for the next byte, whatever it says. */
function listening({ disk, parameters, now }: View): Pick<OpenStream, 'unheardAt'> {
  return disk.listens === true && parameters['heartbeat'] !== 'none' ? { unheardAt: now + IDLE_MS } : {};
}

/** Nothing has come for too long: a stream that may be dead is left for another one. */
export function leaveStream(view: View): Result {
  const says = { key: 'browser.hangUp', values: { actor: view.actor } };
  return { send: hangUp(view), memory: streamLost(view), then: { end: true }, says };
}

/** How a server names events, with a place for the position; where its ids hold none, the last of them as it was. */
function formOf({ parameters }: Pick<View, 'parameters'>, lastId: string): string | null {
  if (lastId === '') return null;
  return parameters['frame_id'] === 'counted' ? lastId : lastId.replace(/\d+$/, '{}');
}

const CONTROLS: readonly Control[] = ['closing', 'end', 'resync_required'];

const PREFIX = 'stream.';

function controlIn({ event }: StreamMessage): Control | null {
  return CONTROLS.find((one) => event === `${PREFIX}${one}`) ?? null;
}

/** What a frame holds for the validator: nothing, where it is one of the stream's own. */
function candidatesIn({ event, data }: StreamMessage): readonly Json[] {
  if (event === `${PREFIX}compacted`) return [rangeIn(jsonIn(data))];
  return event.startsWith(PREFIX) ? [] : [jsonIn(data)];
}

/** A range of the stream as a page would bring it. */
function rangeIn(data: Json): Json {
  const { from = null, to = null } = (typeof data === 'object' ? data : {}) as Data;
  return { from_seq: from, to_seq: to };
}

function jsonIn(data: string): Json {
  try {
    return JSON.parse(data) as Data;
  } catch {
    return data;
  }
}
