// A text/event-stream as a browser reads it, piece by piece. The state between pieces is plain data: what came
// since the last blank line goes to a fresh parser with every piece, so that nothing lives outside a world.

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ConvergeError } from '../../kernel/errors';
import { assertBytes, textOfBytes } from './bytes';

export interface StreamState {
  /** The bytes of the unfinished block, each of its line ends an LF. They are lost where the stream ends. */
  readonly pending: string;
  /** The last event id as of the last blank line. Blocks without an id leave it alone. */
  readonly lastId: string;
  /** How long to wait before connecting again; null until the server has said so. */
  readonly retryMs: number | null;
  /** The place of a byte order mark has passed. */
  readonly hasStarted: boolean;
  /** The last byte was a CR; an LF that comes next belongs to it. */
  readonly endsInCr: boolean;
}

export interface StreamMessage {
  /** "message" where the block names none. */
  readonly event: string;
  readonly data: string;
  /** The id that this very block carries. */
  readonly ownId: string | null;
  /** The last event id when the message was dispatched: its own, or that of an earlier block. */
  readonly lastId: string;
}

export interface Received {
  readonly state: StreamState;
  readonly messages: readonly StreamMessage[];
}

/** A stream of which nothing has come. A next connection keeps `lastId` and `retryMs` and begins afresh. */
export const freshStream: StreamState = {
  ...{ pending: '', lastId: '', retryMs: null },
  ...{ hasStarted: false, endsInCr: false },
};

/** How long one block may grow, its line ends counted as one byte each. */
export const BLOCK_BYTES_MAX = 1_048_576;

const BYTE_ORDER_MARK = '\xef\xbb\xbf';

// The parser says nothing of a block without data, yet its id counts. One line of data before each block
// makes it speak: what is left without that line is empty exactly where the block has no data of its own.
// It also keeps a stream's own characters from the start of the first chunk, where the parser drops "ï»¿".
const WITNESS = 'data\n';

/** What a stream says with these bytes more. However it is cut into pieces, it says the same. */
export function receiveBytes(state: StreamState, bytes: string): Received {
  assertBytes(bytes);
  if (bytes === '') return { state, messages: [] };
  const { stream, hasStarted } = withoutMark(state, state.pending + oneLineEnd(state, bytes));
  const blocks = stream.replace(/^\n+/, '').split(/\n\n+/);
  const pending = blocks.pop() ?? '';
  for (const block of [...blocks.map((text) => `${text}\n`), pending]) assertShort(block);

  const { lastId, retryMs, messages } = read(state, blocks, pending);
  const endsInCr = bytes.endsWith('\r');
  return { state: { pending, lastId, retryMs, hasStarted, endsInCr }, messages };
}

/** CR, LF and CRLF all end a line, a CR at once: the parser would wait for the next end of a line. */
function oneLineEnd({ endsInCr }: StreamState, bytes: string): string {
  return (endsInCr ? bytes.replace(/^\n/, '') : bytes).replace(/\r\n?/g, '\n');
}

/** Drops the one byte order mark that a stream may begin with, once it is whole. */
function withoutMark({ hasStarted }: StreamState, stream: string) {
  if (hasStarted) return { stream, hasStarted };
  if (stream.startsWith(BYTE_ORDER_MARK)) {
    return { stream: stream.slice(BYTE_ORDER_MARK.length), hasStarted: true };
  }
  return { stream, hasStarted: !BYTE_ORDER_MARK.startsWith(stream) };
}

function read(state: StreamState, blocks: readonly string[], pending: string) {
  let { lastId, retryMs } = state;
  const messages: StreamMessage[] = [];
  const onEvent = ({ id, event, data }: EventSourceMessage): void => {
    lastId = id ?? lastId;
    if (data === '') return;
    messages.push({ event: event ?? 'message', data: data.slice(1), ownId: id ?? null, lastId });
  };
  // Plain data has no infinity, which is what some hundred digits would become.
  const onRetry = (retry: number): void => void (retryMs = Math.min(retry, Number.MAX_SAFE_INTEGER));
  const parser = createParser({ onEvent, onRetry });
  for (const block of blocks) parser.feed(`${WITNESS}${textOfBytes(block)}\n\n`);
  // A line of the unfinished block counts already where it is a retry. Reading it again changes nothing.
  parser.feed(WITNESS + textOfBytes(pending));
  return { lastId, retryMs, messages };
}

function assertShort(block: string): void {
  if (block.length <= BLOCK_BYTES_MAX) return;
  throw new ConvergeError(
    'limit',
    `A block of an event stream is longer than ${BLOCK_BYTES_MAX} bytes, its limit. A blank line must come before.`,
    { bytesMax: BLOCK_BYTES_MAX },
  );
}
