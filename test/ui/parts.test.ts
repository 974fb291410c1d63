import { describe, expect, it } from 'vitest';
import { partsOf, textOf } from '../../src/ui/sentence/parts';

const told = (template: string, values: Parameters<typeof partsOf>[1]) => textOf(partsOf(template, values));

describe('a sentence', () => {
  it('keeps ids apart from words and numbers', () => {
    expect(partsOf('claims {run} with fence {fence}.', { run: 'run_1', fence: 2 })).toEqual([
      { text: 'claims ', isId: false },
      { text: 'run_1', isId: true },
      { text: ' with fence ', isId: false },
      { text: '2', isId: false },
      { text: '.', isId: false },
    ]);
  });

  it('takes the word that fits a count', () => {
    const template = '{count} {count|event|events}';
    expect([0, 1, 2].map((count) => told(template, { count }))).toEqual(['0 events', '1 event', '2 events']);
  });

  it('writes cents as an amount and milliseconds as seconds', () => {
    expect(told('{amount} in {ms}, at {at}', { amount: 2_505, ms: 28_740, at: 30_000 })).toBe(
      '25.05 EUR in 28.7 s, at 30 s',
    );
  });

  it('shows a value that is not there as a dash', () => {
    expect(told('about {run}', { run: null })).toBe('about –');
  });

  it('is itself where it has no places', () => {
    expect(partsOf('answers', {})).toEqual([{ text: 'answers', isId: false }]);
  });
});
