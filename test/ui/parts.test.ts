import { describe, expect, it } from 'vitest';
import { partsOf, placesOf, stretchesOf, textOf } from '../../src/ui/sentence/parts';

const told = (template: string, values: Parameters<typeof partsOf>[1]) => textOf(partsOf(template, values));

describe('a sentence', () => {
  it('keeps ids apart from words and numbers', () => {
    expect(partsOf('claims {run} with fence {fence}.', { run: 'run_1', fence: 2 })).toEqual([
      { text: 'claims ', isId: false, isMarked: false },
      { text: 'run_1', isId: true, isMarked: false },
      { text: ' with fence ', isId: false, isMarked: false },
      { text: '2', isId: false, isMarked: false },
      { text: '.', isId: false, isMarked: false },
    ]);
  });

  it('marks the half that names the effect, ids in it included, in one piece', () => {
    const parts = partsOf('answers {status}. [[{run} was accepted before.]]', { status: 202, run: 'run_1' });
    expect(parts.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual([
      ...['run_1', ' was accepted before.'],
    ]);
    expect(stretchesOf(parts).map(textOf)).toEqual(['answers 202. ', 'run_1 was accepted before.']);
    expect(textOf(parts)).toBe('answers 202. run_1 was accepted before.');
  });

  it('names each value that it asks for once, and no mark', () => {
    expect(placesOf('{count} {count|event|events} of [[{run}]]')).toEqual(['count', 'run']);
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
    expect(partsOf('answers', {})).toEqual([{ text: 'answers', isId: false, isMarked: false }]);
  });
});
