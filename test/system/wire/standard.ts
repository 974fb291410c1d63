// Two other readers of event streams, for comparison: the standard's own rules (WHATWG HTML, "Interpreting
// an event stream"), followed line by line over a stream that is there as a whole, and eventsource-parser
// as a page would use it, one for a whole connection.

import { createParser } from 'eventsource-parser';
import {
  freshStream,
  receiveBytes,
  type StreamMessage,
  type StreamState,
} from '../../../src/system/wire/receive';

export interface Reading {
  readonly messages: readonly StreamMessage[];
  readonly lastId: string;
  readonly retryMs: number | null;
}

const arrayOf = (bytes: string): Uint8Array => Buffer.from(bytes, 'latin1');

export function byStandard(bytes: string): Reading {
  const lines = new TextDecoder().decode(arrayOf(bytes)).split(/\r\n|\r|\n/);
  const messages: StreamMessage[] = [];
  const buffers = { data: '', event: '', id: '' };
  let [lastId, ownId, retryMs]: [string, string | null, number | null] = ['', null, null];
  const dispatch = () => {
    lastId = buffers.id;
    const [event, data] = [buffers.event || 'message', buffers.data.replace(/\n$/, '')];
    if (buffers.data !== '') messages.push({ event, data, ownId, lastId });
    [buffers.data, buffers.event, ownId] = ['', '', null];
  };
  const field = (name: string, value: string) => {
    if (name === 'event') buffers.event = value;
    if (name === 'data') buffers.data += `${value}\n`;
    if (name === 'id' && !value.includes('\0')) buffers.id = ownId = value;
    if (name === 'retry' && /^[0-9]+$/.test(value)) retryMs = Number(value);
  };
  for (const line of lines.slice(0, -1)) {
    const colon = line.indexOf(':');
    if (line === '') dispatch();
    else if (colon < 0) field(line, '');
    else if (colon > 0) field(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''));
  }
  return { messages, lastId, retryMs };
}

/** Without the last event id, which the parser leaves to whoever uses it. */
export function byOneParser(pieces: readonly string[]) {
  const messages: Pick<StreamMessage, 'event' | 'data' | 'ownId'>[] = [];
  let retryMs: number | null = null;
  const parser = createParser({
    onEvent: ({ event = 'message', data, id = null }) => messages.push({ event, data, ownId: id }),
    onRetry: (retry) => (retryMs = retry),
  });
  const decoder = new TextDecoder();
  for (const piece of pieces) parser.feed(decoder.decode(arrayOf(piece), { stream: true }));
  // A CR that ends a piece is held back until a line end follows. Here comes one that says nothing by itself:
  // the LF of that CR, or the end of a line that is no field.
  parser.feed(pieces.join('').endsWith('\r') ? '\n' : '?\n');
  return { messages, retryMs };
}

/** Our own reader over pieces. Between any two of them the state is written out, as a world is. */
export function byPieces(pieces: readonly string[], from: StreamState = freshStream) {
  let state = from;
  const messages: StreamMessage[] = [];
  for (const piece of pieces) {
    const received = receiveBytes(state, piece);
    messages.push(...received.messages);
    state = JSON.parse(JSON.stringify(received.state)) as StreamState;
  }
  return { state, messages };
}

export const withoutLastId = ({ event, data, ownId }: StreamMessage) => ({ event, data, ownId });
