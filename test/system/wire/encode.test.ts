import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bytesOf, textOfBytes } from '../../../src/system/wire/bytes';
import { ConvergeError } from '../../../src/kernel/errors';
import { encodeFrame, type Frame } from '../../../src/system/wire/encode';
import { freshStream } from '../../../src/system/wire/receive';
import { byPieces } from './standard';

/** Any text of whole characters, without those named. */
const text = (without: RegExp) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('\ufeff', ' ', ':', '\u2028', '\t', '\0', '\n', 'é', '😀', 'data:'),
      }),
      fc.constantFrom('', ' ', '  two spaces', ': remark', 'run_7:17', '\ufeff', 'ï»¿', 'data: a'),
    )
    .map((value) => value.replace(without, ''));

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });

const jsonLine = fc.oneof(
  fc.json(),
  fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
);

const frame: fc.Arbitrary<Frame> = fc
  .record({
    comment: optional(text(/[\r\n]/g)),
    retry: optional(fc.maxSafeNat()),
    id: optional(text(/[\r\n\0]/g)),
    event: optional(text(/[\r\n\0]/g)),
    data: optional(fc.oneof(jsonLine, text(/[\r\n]/g))),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

/** What a reader must be left with after these frames, in plain words of what a frame means. */
function meant(frames: readonly Frame[]) {
  let { lastId, retryMs } = freshStream;
  const messages = frames.flatMap(({ id, event, data, retry }) => {
    lastId = id ?? lastId;
    retryMs = retry ?? retryMs;
    return data === undefined ? [] : [{ event: event || 'message', data, ownId: id ?? null, lastId }];
  });
  return { messages, state: { ...freshStream, lastId, retryMs, hasStarted: frames.length > 0 } };
}

describe('a frame', () => {
  it('is its lines in one order, and a blank line', () => {
    const all = { data: '{"a":"é"}', event: 'text.delta', id: 'run_7:17', retry: 1000, comment: 'open' };
    expect(encodeFrame(all)).toBe(
      ': open\nretry: 1000\nid: run_7:17\nevent: text.delta\ndata: {"a":"\xc3\xa9"}\n\n',
    );
    expect(encodeFrame({ comment: 'hb' })).toBe(': hb\n\n');
    expect(encodeFrame({ id: '', data: '' })).toBe('id: \ndata: \n\n');
    expect(encodeFrame({})).toBe('\n');
  });

  it('is read as it was meant', () => {
    fc.assert(
      fc.property(frame, (one) => {
        expect(byPieces([encodeFrame(one)])).toEqual(meant([one]));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read as it was meant among others, however the bytes come', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (frames, length) => {
        const wire = frames.map(encodeFrame).join('');
        const pieces = wire.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
        expect(byPieces(pieces)).toEqual(meant(frames));
        expect(byPieces(frames.map(encodeFrame))).toEqual(meant(frames));
      }),
      { numRuns: 1_000 },
    );
  });

  it('has one line for each of its fields, whatever they hold', () => {
    fc.assert(
      fc.property(frame, (one) => {
        const lines = encodeFrame(one).split('\n');
        expect(lines).toHaveLength(Object.keys(one).length + 2);
        expect(lines.filter((line) => line.startsWith('data: '))).toHaveLength('data' in one ? 1 : 0);
      }),
    );
  });
});

const refusalOf = (frame: Frame): ConvergeError => {
  try {
    encodeFrame(frame);
  } catch (error) {
    if (error instanceof ConvergeError) return error;
    throw error;
  }
  throw new Error(`Nobody refused ${JSON.stringify(frame)}.`);
};

describe('the encoder refuses', () => {
  const CHARACTERS = { CR: '\r', LF: '\n', NUL: '\0' };
  const FORBIDDEN = {
    id: ['CR', 'LF', 'NUL'],
    event: ['CR', 'LF', 'NUL'],
    data: ['CR', 'LF'],
    comment: ['CR', 'LF'],
  } as const;
  const places = Object.entries(FORBIDDEN).flatMap(([field, names]) =>
    names.map((name) => ({ field, name })),
  );

  it.each(places)('$name in $field, wherever it stands', ({ field, name }) => {
    const rest = text(/[\r\n\0]/g);
    fc.assert(
      fc.property(rest, rest, (before, after) => {
        const { code, details, message } = refusalOf({ [field]: before + CHARACTERS[name] + after });
        expect({ code, details }).toEqual({
          code: 'definition',
          details: { field, found: name, at: before.length },
        });
        const start = `The ${field} of a frame holds ${name} at place ${before.length}, in "`;
        expect(message.slice(0, start.length)).toBe(start);
        expect(message).toContain('It must be one line of whole characters without CR');
      }),
    );
  });

  it.each(['data', 'comment'])('no NUL in %s', (field) => {
    expect(encodeFrame({ [field]: 'a\0b' })).toContain('a\0b\n\n');
  });

  it.each(Object.keys(FORBIDDEN))('half of a surrogate pair in %s, which no bytes could carry', (field) => {
    for (const half of ['\ud83d', '\ude00', '\ude00\ud83d']) {
      expect(() => encodeFrame({ [field]: `a${half}` })).toThrow(
        `The ${field} of a frame holds half of a surrogate pair at place 1`,
      );
    }
    expect(() => encodeFrame({ [field]: '\ud83d\ude00' })).not.toThrow();
  });

  it.each([-1, 0.5, NaN, Infinity, -Infinity, 2 ** 53])('%d as a time to wait', (retry) => {
    expect(() => encodeFrame({ retry })).toThrow(
      `The retry of a frame is ${retry}. It must be a whole number of milliseconds, 0 or more.`,
    );
  });

  it('with a message that names the place and says what would be right', () => {
    expect(() => encodeFrame({ data: 'one\ntwo' })).toThrow(
      'The data of a frame holds LF at place 3, in "one\\ntwo". It must be one line of whole characters ' +
        'without CR or LF. JSON text writes a line end as \\n.',
    );
    const long = `${'a'.repeat(100)}\0${'b'.repeat(100)}`;
    expect(() => encodeFrame({ id: long })).toThrow(
      `holds NUL at place 100, in "${'a'.repeat(20)}\\u0000${'b'.repeat(19)}". ` +
        'It must be one line of whole characters without CR, LF or NUL.',
    );
  });

  it('nothing else', () => {
    fc.assert(
      fc.property(frame, (one) => void encodeFrame(one)),
      { numRuns: 1_000 },
    );
  });
});

describe('bytes', () => {
  test('are text again, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const bytes = bytesOf(value);
        expect(bytes).toMatch(/^[\0-\xff]*$/);
        expect(textOfBytes(bytes)).toBe(value);
        expect(bytes).toBe(Buffer.from(value).toString('latin1'));
      }),
    );
    expect(textOfBytes(bytesOf('\ufeffa'))).toBe('\ufeffa');
  });

  test('that are no UTF-8 are U+FFFD, as a browser decodes them', () => {
    expect(textOfBytes('a\xffb\xe2\x82c\xed\xa0\x80\xc0\x80\xf0\x9f\x98')).toBe(
      `a\ufffdb\ufffdc${'\ufffd'.repeat(5)}\ufffd`,
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (array) => {
        const bytes = Buffer.from(array).toString('latin1');
        expect(textOfBytes(bytes)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(array));
      }),
    );
  });

  test('are not taken from text', () => {
    expect(textOfBytes('\u00c4\u00bf')).toBe('\u013f');
    expect(() => textOfBytes('\u0100')).toThrow('Bytes hold U+0100 at place 0');
    expect(() => textOfBytes('a好')).toThrow(
      'Bytes hold U+597D at place 1, which is no byte (0–255). Turn text into bytes with bytesOf.',
    );
  });
});
