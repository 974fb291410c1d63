// The event stream as it travels (CONTRACT §5): a request opens a connection and names it; the head of the answer
// comes with the first bytes, and after it nothing but bytes, cut where the network cuts them.

import type { Streams } from '../kernel/channel';
import type { Json } from '../kernel/json';
import type { Response } from './http';
import { encodeFrame } from './wire/encode';

export const STREAM = 'stream';
export const GATEWAY = 'gateway';

/** What asks for a stream instead of a page. */
export const STREAM_TYPE = 'text/event-stream';

export const STREAM_HEADERS = {
  'content-type': `${STREAM_TYPE}; charset=utf-8`,
  'cache-control': 'no-store',
} as const;

/** Asks whoever is on the way not to collect what comes. */
export const UNBUFFERED = { 'x-accel-buffering': 'no' } as const;

/** Bytes of a stream, one character a byte; the first piece of an answer brings its head. */
export interface Piece {
  readonly piece: string;
  readonly bytes: string;
  readonly head?: Response;
  /** The server has closed the stream behind these bytes. */
  readonly isLast?: true;
}

/** A stream that has ended, or a connection that is gone: what each end learns of it. */
export type StreamArrival =
  | Piece
  // `unheard`: nothing has come for so long that this end gives it up, and the other end does not know.
  | { readonly reset: string; readonly unheard?: true }
  | { readonly ended: string }
  | { readonly closed: string };

export const asPiece = (piece: Piece): Json => piece as unknown as Json;
export const asStreamArrival = (body: Json): StreamArrival => body as unknown as StreamArrival;

/** What both ends learn when a browser closes its connection. */
export const closing = (connection: string): Json => ({ closed: connection });

const pieceIn = (body: Json): Piece | null => {
  const arrival = asStreamArrival(body);
  return 'piece' in arrival ? arrival : null;
};

/** How long it takes until both ends of a silent connection have noticed: the idle time-out (CONTRACT §1). */
export const IDLE_MS = 40_000;

/** How long a stream may be quiet, where signs of life are on stage (CONTRACT §5); their bytes: a comment. */
export const BEAT_MS = 15_000;
export const BEAT = encodeFrame({ comment: 'hb' });

/** In the middle of a piece, and one byte before the blank line that ends its last frame is whole. */
const tearsOf = (length: number): readonly number[] =>
  length < 2 ? [] : [...new Set([Math.floor(length / 2), length - 1])];

/** What the network may do to a stream whose head does not ask for anything else. */
export const streams = (noticesMs: number | null, collects: boolean): Streams => ({
  tears: (body) => tearsOf(pieceIn(body)?.bytes.length ?? 0),
  torn: (body, bytes) => {
    const piece = pieceIn(body);
    if (piece === null) return body;
    const { isLast: _isLast, ...rest } = piece;
    return asPiece({ ...rest, bytes: piece.bytes.slice(0, bytes) });
  },
  clientsListen: ({ beats }) => beats === true,
  ...{ noticesMs, collects },
});
