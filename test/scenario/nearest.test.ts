import { describe, expect, it } from 'vitest';
import { nearest, oneOf } from '../../src/scenario/nearest';

const WORDS = ['outbox.mode', 'operation.id', 'run.update', 'crash', 'pause'];

describe('the nearest word', () => {
  it.each([
    ['outbox.mod', 'outbox.mode'],
    ['outboxmode', 'outbox.mode'],
    ['uotbox.mode', 'outbox.mode'],
    ['Run.Update', 'run.update'],
    ['carsh', 'crash'],
    ['outbox', 'outbox.mode'],
  ])('to %s is %s', (word, expected) => {
    expect(nearest(word, WORDS)).toBe(expected);
  });

  it('is none where nothing is close, or the word is no word', () => {
    expect(nearest('refund', WORDS)).toBeUndefined();
    expect(nearest('', WORDS)).toBeUndefined();
    expect(nearest('x'.repeat(100_000), WORDS)).toBeUndefined();
  });

  it('is asked for beside the known words, where they are few', () => {
    expect(oneOf('a fault', ['crash', 'pause'])).toBe('a fault (crash, pause)');
    expect(oneOf('a fault', [])).toBe('a fault, of which there is none');
    expect(oneOf('a fault', Array.from({ length: 13 }, String))).toBe('a fault');
  });
});
