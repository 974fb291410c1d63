import { createParser } from 'eventsource-parser';
import { describe, expect, it, test } from 'vitest';
import { ConvergeError } from '../../../src/kernel/errors';
import { bytesOf } from '../../../src/system/wire/bytes';
import { BLOCK_BYTES_MAX, freshStream, receiveBytes } from '../../../src/system/wire/receive';
import { type Format, moreFormats, platformFormats } from './formats';
import { byPieces, byStandard } from './standard';

const expected = ({ says, lastId, retryMs }: Format) => ({
  messages: says.map((one) => (typeof one === 'string' ? (['message', one, ''] as const) : one)),
  ...{ lastId: lastId ?? '', retryMs: retryMs ?? null },
});

describe.each([
  { of: 'the web-platform-tests', formats: platformFormats },
  { of: 'our own', formats: moreFormats },
])('the formats of $of', ({ formats }) => {
  it.each(formats)('$name: $claim', (format) => {
    const { state, messages } = receiveBytes(freshStream, format.wire);
    const said = messages.map(({ event, data, lastId }) => [event, data, lastId]);
    expect({ messages: said, lastId: state.lastId, retryMs: state.retryMs }).toEqual(expected(format));
  });

  it.each(formats)('$name: so do the rules of the standard', ({ wire }) => {
    const { state, messages } = receiveBytes(freshStream, wire);
    expect({ messages, lastId: state.lastId, retryMs: state.retryMs }).toEqual(byStandard(wire));
  });
});

test('the cases cover the parser files of the web-platform-tests', () => {
  const names = new Set(platformFormats.map(({ name }) => name));
  expect([...names].toSorted()).toEqual([
    ...['event-data', 'format-bom', 'format-bom-2', 'format-comments', 'format-data-before-final-empty-line'],
    ...['format-field-data', 'format-field-event', 'format-field-event-empty', 'format-field-id'],
    ...['format-field-id-2', 'format-field-id-3', 'format-field-id-null', 'format-field-parsing'],
    ...['format-field-retry', 'format-field-retry-bogus', 'format-field-retry-empty', 'format-field-unknown'],
    ...['format-leading-space', 'format-newlines', 'format-null-character', 'format-utf-8'],
  ]);
});

describe('a message', () => {
  it('tells the id of its own block from one that it inherits', () => {
    const { messages } = receiveBytes(
      freshStream,
      'id:1\ndata:a\n\ndata:b\n\nid\ndata:c\n\nid:2\0\ndata:d\n\n',
    );
    expect(messages.map(({ ownId, lastId }) => [ownId, lastId])).toEqual([
      ['1', '1'],
      [null, '1'],
      ['', ''],
      [null, ''],
    ]);
  });

  it('comes with the byte that ends its block, and once', () => {
    const wire = 'id:1\ndata:a\n\n';
    const before = receiveBytes(freshStream, wire.slice(0, -1));
    expect(before.messages).toEqual([]);
    const { state, messages } = receiveBytes(before.state, '\n');
    expect(messages).toEqual([{ event: 'message', data: 'a', ownId: '1', lastId: '1' }]);
    expect(receiveBytes(state, '\n\n').messages).toEqual([]);
  });

  it('follows from a state that an earlier connection left', () => {
    const left = { ...freshStream, lastId: 'run_7:16', retryMs: 1000 };
    const { state, messages } = receiveBytes(left, '\xef\xbb\xbfdata:a\n\n');
    expect(messages).toEqual([{ event: 'message', data: 'a', ownId: null, lastId: 'run_7:16' }]);
    expect(state).toMatchObject({ lastId: 'run_7:16', retryMs: 1000 });
  });
});

describe('the state', () => {
  it('keeps nothing of a block that is complete', () => {
    const whole = 'id:1\nevent:note\ndata:a\n\n';
    for (const wire of [whole, whole + whole, `${whole}\n\r\n`, whole.replaceAll('\n', '\r')]) {
      expect(receiveBytes(freshStream, wire).state.pending).toBe('');
    }
    expect(receiveBytes(freshStream, `${whole}: h`).state.pending).toBe(': h');
  });

  it('keeps the bytes of a character until the rest has come', () => {
    const [first, second] = ['data:\xf0\x9f', '\x98\x80\n\n'];
    const { state } = receiveBytes(freshStream, first);
    expect(state.pending).toBe(first);
    expect(receiveBytes(state, second).messages.map(({ data }) => data)).toEqual(['😀']);
  });

  it('is the same after no bytes', () => {
    for (const wire of ['', 'data:a', 'data:a\r', '\xef', '\xef\xbb\xbf']) {
      const { state } = receiveBytes(freshStream, wire);
      expect(receiveBytes(state, '')).toEqual({ state, messages: [] });
    }
  });

  it('holds the end of a line that a CR ended, so that an LF is none of its own', () => {
    const { state } = receiveBytes(freshStream, 'data:a\r');
    expect(byPieces(['\n'], state).messages).toEqual([]);
    expect(byPieces(['\n', '\n'], state).messages).toHaveLength(1);
    expect(byPieces(['\r'], state).messages).toHaveLength(1);
  });

  it('is not changed, and holds all there is', () => {
    const state = Object.freeze(receiveBytes(freshStream, 'id:1\ndata:a\n\nid:2\nda').state);
    const text = JSON.stringify(state);
    const [once, again] = [receiveBytes(state, 'ta:b\n\n'), receiveBytes(state, 'ta:b\n\n')];
    expect(again).toEqual(once);
    expect(JSON.stringify(state)).toBe(text);
    expect(JSON.parse(JSON.stringify(once))).toEqual(once);
  });

  it('has a number for every time to wait', () => {
    const { state } = receiveBytes(freshStream, `retry:${'9'.repeat(400)}\n`);
    expect(state.retryMs).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('what cannot be received', () => {
  const line = `data:${'x'.repeat(1_018)}\n`;
  const longest = line.repeat(BLOCK_BYTES_MAX / line.length);

  it('is a block longer than the limit, whether its end has come or not', () => {
    const limit = new ConvergeError(
      'limit',
      'A block of an event stream is longer than 1048576 bytes, its limit. A blank line must come before.',
      { bytesMax: BLOCK_BYTES_MAX },
    );
    expect(longest).toHaveLength(BLOCK_BYTES_MAX);
    const full = receiveBytes(freshStream, longest);
    expect(() => receiveBytes(full.state, ':')).toThrow(limit);
    expect(() => receiveBytes(freshStream, `:${longest}`)).toThrow(limit);
    expect(() => receiveBytes(freshStream, `:${longest}\n`)).toThrow(limit);
    expect(() => receiveBytes(freshStream, `${'x'.repeat(BLOCK_BYTES_MAX)}\n\n`)).toThrow(limit);
  });

  it('is not one that just reaches it, however long the stream', () => {
    const full = receiveBytes(freshStream, longest);
    expect(receiveBytes(full.state, '\n').messages).toHaveLength(1);
    expect(
      receiveBytes(freshStream, `${longest}\n${longest}\n`.replaceAll('\n', '\r\n')).messages,
    ).toHaveLength(2);
  });

  it('is text', () => {
    expect(() => receiveBytes(freshStream, 'data:a…')).toThrow(
      'Bytes hold U+2026 at place 6, which is no byte',
    );
  });
});

// What receive.ts corrects. A parser that does otherwise makes a correction needless: take it out then.
describe('where the parser alone leaves the standard', () => {
  const parsed = (...pieces: string[]) => {
    const events: unknown[] = [];
    const parser = createParser({ onEvent: ({ id, data }) => events.push([id, data]) });
    for (const piece of pieces) parser.feed(piece);
    return events;
  };
  const received = (text: string) =>
    receiveBytes(freshStream, bytesOf(text)).messages.map(({ data }) => data);

  it('waits after a CR for the next end of a line, if a piece ends there', () => {
    expect(parsed('data:a\r\r')).toEqual([]);
    expect(parsed('data:a\r\r', 'data:b')).toEqual([]);
    expect(parsed('data:a\r\r', 'data:b\n')).toEqual([[undefined, 'a']]);
    expect(received('data:a\r\r')).toEqual(['a']);
  });

  it('drops three characters that a mark looks like undecoded', () => {
    expect(parsed('ï»¿data:a\n\n')).toEqual([[undefined, 'a']]);
    expect(received('ï»¿data:a\n\n')).toEqual([]);
  });

  it('takes a decoded mark for part of a name, as its caller should have dropped it', () => {
    expect(parsed('\ufeffdata:a\n\n')).toEqual([]);
    expect(received('\ufeffdata:a\n\n')).toEqual(['a']);
  });

  it('says nothing of an id in a block without data', () => {
    expect(parsed('id:1\n\ndata:a\n\n')).toEqual([[undefined, 'a']]);
    expect(receiveBytes(freshStream, 'id:1\n\ndata:a\n\n').messages[0]?.lastId).toBe('1');
  });
});
