import { describe, expect, it } from 'vitest';
import { transcript, windowAround } from '../../src/view/transcript';
import { change, record, stored } from './records';

const lineOf = (of: Parameters<typeof record>[0]) => transcript([record(of)])[0]!;

describe('a line', () => {
  it('is numbered from 1', () => {
    expect(transcript([record(), record()]).map((line) => line.step)).toEqual([1, 2]);
  });

  it('tells steps, faults and the clock apart by their ids', () => {
    const kinds = [
      'api.respond:browser-1',
      'deliver:http>api:m',
      'crash:api',
      'drop:http:m',
      'clock:advance',
    ];
    expect(kinds.map((id) => lineOf({ id }).kind)).toEqual(['step', 'step', 'fault', 'fault', 'clock']);
    expect(kinds.map((id) => lineOf({ id }).fault)).toEqual([null, null, 'crash', 'drop', null]);
    expect(lineOf({ id: 'jump:worker-2', operations: [] })).toMatchObject({ kind: 'fault', fault: 'own' });
  });

  it('is durable where the service wrote a row, not where only an observer did', () => {
    const seen = change('mon_effects', 'k', null, { effects: 1 });
    expect(lineOf({ changes: [seen] }).isDurable).toBe(false);
    expect(lineOf({ changes: [seen, stored(1)] }).isDurable).toBe(true);
  });

  it('names the events that it appended in their order', () => {
    const update = change('events', 'run_1/1/0', { seq: 1 }, { seq: 1 });
    expect(lineOf({ changes: [stored(10), stored(9), update] }).appended).toEqual([9, 10]);
  });

  it('names a property once, however many keys it broke', () => {
    const to = (property: string, verdict: 'violated' | 'holds', run: string) => {
      return { property, key: { run_id: run }, from: 'holds', to: verdict } as const;
    };
    const verdicts = [to('S21', 'violated', 'a'), to('S21', 'violated', 'b'), to('S22', 'holds', 'a')];
    expect(lineOf({ verdicts }).broke).toEqual(['S21']);
  });

  it('says that a duplicate was ignored and what refused a write', () => {
    expect(lineOf({ facts: [{ fact: 'refused_claim', run_id: 'run_1' }] }).isIgnored).toBe(true);
    expect(lineOf({ facts: [{ fact: 'applied', seq: 1 }] }).isIgnored).toBe(false);
    expect(lineOf({ refused: 'yield' }).refused).toBe('yield');
  });
});

describe('the lines that are drawn', () => {
  it('lie around the cursor and within the run', () => {
    expect(windowAround(0, 10, 5, 5)).toEqual({ from: 0, to: 5 });
    expect(windowAround(10, 10, 5, 5)).toEqual({ from: 5, to: 10 });
    expect(windowAround(5_000, 10_000, 150, 100)).toEqual({ from: 4_850, to: 5_100 });
  });
});
