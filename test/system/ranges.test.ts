// Ranges in place of deleted deltas: which of them a page has, where they stand among its events, and what a
// reader does with one.

import { describe, expect, it, test } from 'vitest';
import type { Json } from '../../src/kernel/json';
import { acceptRange, merged, parseArrived, rangesIn } from '../../src/system/ranges';

const row = (from_seq: number, to_seq: number) => ({ from_seq, to_seq });
const event = (seq: number): Json => ({
  ...{ run_id: 'run_1', seq, type: 'run.created', time: '2026-01-01T00:00:00Z', attempt_id: null, data: {} },
});

describe('a page', () => {
  const rows = [row(3, 4), row(7, 9)];

  it('that is not full has every range behind its cursor, and ends behind the last', () => {
    expect(rangesIn(rows, { end: 10, isFull: false })).toEqual({
      ...{
        compacted: [
          [3, 4],
          [7, 9],
        ],
        next: 10,
      },
    });
    expect(rangesIn([row(3, 4)], { end: 2, isFull: false })).toEqual({ compacted: [[3, 4]], next: 4 });
    expect(rangesIn([], { end: 2, isFull: false })).toEqual({ compacted: [], next: 2 });
  });

  it('that is full has the ranges among its events, and those behind it come with the next', () => {
    expect(rangesIn(rows, { end: 6, isFull: true })).toEqual({ compacted: [[3, 4]], next: 6 });
  });

  it('is read in the order of the log', () => {
    const [first, fifth, last] = [event(2), event(5), event(10)];
    expect(
      merged(
        [first, fifth, last],
        [
          [3, 4],
          [7, 9],
        ],
      ),
    ).toEqual([...[first, row(3, 4), fifth, row(7, 9), last]]);
    expect(merged([], [[3, 4]])).toEqual([row(3, 4)]);
    expect(merged([event(5)], [])).toEqual([event(5)]);
  });
});

test.each<[Json, boolean]>([
  [event(1), true],
  [row(3, 4), true],
  [row(3, 3), true],
  [row(4, 3), false],
  [row(0, 3), false],
  [{ from_seq: null, to_seq: 4 }, false],
  [{ from_seq: '3', to_seq: '4' }, false],
  [[3, 4], false],
  [null, false],
  ['3-4', false],
])('%j is an event or a range: %s', (value, isRight) => {
  expect(parseArrived(value) !== null).toBe(isRight);
});

test.each([
  [2, 'apply'],
  [3, 'apply'],
  [4, 'duplicate'],
  [9, 'duplicate'],
  [1, 'gap'],
  [0, 'gap'],
])('a reader at %i meets the range 3 to 4: %s', (cursor, answer) => {
  expect(acceptRange(row(3, 4), cursor)).toBe(answer);
});
