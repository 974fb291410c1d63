// A network cuts a stream where it likes, and the stream must say the same. Every case is cut at every byte,
// and streams drawn by chance are compared with two other readers (standard.ts).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshStream, receiveBytes } from '../../../src/system/wire/receive';
import { moreFormats, platformFormats } from './formats';
import { byOneParser, byPieces, byStandard, withoutLastId } from './standard';

const formats = [...platformFormats, ...moreFormats];

/** Wire text that is mostly wrong: every part of a field, every line end, whole and broken characters. */
const anyStream = fc
  .array(
    fc.oneof(
      fc.constantFrom('data', 'id', 'event', 'retry', 'Data', 'data:', 'id:', 'event:', 'retry:', 'data: '),
      fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\r', '\r\n\r\n', '\n\r', '\n'),
      fc.constantFrom(':', ' ', '\t', '\0', '7', '007', 'x', '{"a":1}', ': ', '\xa0'),
      fc.constantFrom('\xef\xbb\xbf', '\xef', '\xbb', '\xbf', '\xc3\xa9', '\xe2\x80\xa6', '\xf0\x9f\x98\x80'),
      fc.constantFrom('\xff', '\xe2\x80', '\xf0\x9f\x98', '\xed\xa0\x80', '\xc0\x80'),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** Wire text that is mostly right, with the odd line that is not. */
const likelyStream = fc
  .array(
    fc.tuple(
      fc.constantFrom('data', 'id', 'event', 'retry', '', 'other'),
      fc.constantFrom(':', ': ', ':  ', ''),
      fc.constantFrom('', 'a', '12', 'run_7:1', '\xe5\xa5\xbd', '\0', '9x'),
      fc.constantFrom('\n', '\n\n', '\r\n', '\r\n\r\n', '\r', '\r\r'),
    ),
    { maxLength: 20 },
  )
  .chain((lines) =>
    fc.constantFrom('', '\xef\xbb\xbf', '\xef\xbb').map((mark) => mark + lines.flat().join('')),
  );

const stream = fc.oneof(anyStream, likelyStream);

const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });

function piecesOf(wire: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (wire.length + 1)), wire.length].toSorted((a, b) => a - b);
  return ends.map((end, at) => wire.slice(ends[at - 1] ?? 0, end));
}

describe('a stream says the same, and leaves the same state,', () => {
  it.each(formats)('in two pieces cut anywhere: $name', ({ wire }) => {
    const whole = receiveBytes(freshStream, wire);
    for (let cut = 0; cut <= wire.length; cut++) {
      const pieces = [wire.slice(0, cut), wire.slice(cut)];
      expect(byPieces(pieces), `cut at ${cut}`).toEqual(whole);
    }
  });

  it.each(formats)('byte by byte: $name', ({ wire }) => {
    expect(byPieces(Array.from(wire))).toEqual(receiveBytes(freshStream, wire));
  });

  it('in pieces of any number', () => {
    const wires = fc.oneof(fc.constantFrom(...formats.map(({ wire }) => wire)), stream);
    fc.assert(
      fc.property(wires, cuts, (wire, places) => {
        expect(byPieces(piecesOf(wire, places))).toEqual(receiveBytes(freshStream, wire));
      }),
      { numRuns: 2_000 },
    );
  });

  it('in three pieces cut anywhere', () => {
    const short = formats.filter(({ wire }) => wire.length <= 40);
    expect(short.length).toBeGreaterThan(20);
    for (const { wire, name } of short) {
      const whole = receiveBytes(freshStream, wire);
      for (let to = 0; to <= wire.length; to++) {
        for (let from = 0; from <= to; from++) {
          const pieces = [wire.slice(0, from), wire.slice(from, to), wire.slice(to)];
          expect(byPieces(pieces), `${name}, cut at ${from} and ${to}`).toEqual(whole);
        }
      }
    }
  });
});

describe('any stream says what', () => {
  it('the rules of the standard make of it', () => {
    fc.assert(
      fc.property(stream, cuts, (wire, places) => {
        const { state, messages } = byPieces(piecesOf(wire, places));
        expect({ messages, lastId: state.lastId, retryMs: state.retryMs }).toEqual(byStandard(wire));
      }),
      { numRuns: 4_000 },
    );
  });

  it('one parser for the whole connection makes of it', () => {
    fc.assert(
      fc.property(stream, cuts, (wire, places) => {
        const pieces = piecesOf(wire, places);
        const { state, messages } = byPieces(pieces);
        const ours = { messages: messages.map(withoutLastId), retryMs: state.retryMs };
        expect(ours).toEqual(byOneParser(pieces));
      }),
      { numRuns: 2_000 },
    );
  });

  // The characters of an undecoded mark are the one thing that the parser takes for something else.
  it.each(formats.filter(({ name }) => name !== 'mark decoded twice'))(
    'one parser makes of it, cut anywhere: $name',
    ({ wire }) => {
      const { state, messages } = receiveBytes(freshStream, wire);
      const ours = { messages: messages.map(withoutLastId), retryMs: state.retryMs };
      for (let cut = 0; cut <= wire.length; cut++) {
        expect(byOneParser([wire.slice(0, cut), wire.slice(cut)]), `cut at ${cut}`).toEqual(ours);
      }
      expect(byOneParser(Array.from(wire))).toEqual(ours);
    },
  );

  it('is pending only while its block is unfinished', () => {
    fc.assert(
      fc.property(stream, (wire) => {
        const { pending } = receiveBytes(freshStream, wire).state;
        expect(pending).not.toMatch(/\n\n|\r|^\n/);
        expect(wire.replace(/\r\n?/g, '\n').endsWith(pending)).toBe(true);
        // Whatever is pending, a blank line clears it.
        expect(receiveBytes(freshStream, `${wire}\n\n`).state.pending).toBe('');
      }),
      { numRuns: 1_000 },
    );
  });
});
