import { describe, expect, it } from 'vitest';
import type { VerdictChange } from '../../src/kernel/property';
import { onStage, propertiesAt } from '../../src/view/properties';
import { record } from './records';

const properties = [
  { id: 'S17', kind: 'always' },
  { id: 'S21', kind: 'always' },
  { id: 'L1', kind: 'eventually' },
  { id: 'D1', kind: 'sometimes' },
] as const;
const verdict = (property: string, to: 'violated' | 'holds'): VerdictChange => {
  return { property, key: {}, from: to === 'holds' ? 'violated' : 'holds', to };
};
const trace = [
  record(),
  record({ verdicts: [verdict('S21', 'violated'), verdict('D1', 'violated')] }),
  record({ verdicts: [verdict('S21', 'holds')] }),
];
const at = (cursor: number) => propertiesAt(properties, {}, trace, cursor, null);

describe('a property', () => {
  it('holds so far, is not yet reached, or not seen, before anything happened', () => {
    expect(at(1).map((view) => [view.verdict, view.at])).toEqual([
      ['holds', null],
      ['holds', null],
      ['open', null],
      ['open', null],
    ]);
  });

  it('is broken from the step on that broke it, and stays so when put right', () => {
    expect([at(2)[1], at(3)[1]].map((view) => [view?.verdict, view?.at])).toEqual([
      ['violated', 2],
      ['violated', 2],
    ]);
  });

  it('may be broken before the first step', () => {
    const [first] = propertiesAt(properties, { S17: { '{}': 'violated' } }, trace, 0, null);
    expect([first?.verdict, first?.at]).toEqual(['violated', 0]);
  });

  it('is not broken by a suspicion', () => {
    const [first] = propertiesAt(properties, { S17: { '{}': 'suspected' } }, trace, 0, null);
    expect(first?.verdict).toBe('holds');
  });

  it('is seen once its query has found something, where it is of that kind', () => {
    expect(at(3)[3]).toMatchObject({ verdict: 'holds', at: 2 });
  });

  it('that must come true in the end is told by whoever judged it there', () => {
    expect(propertiesAt(properties, {}, trace, 3, { L1: 'violated' })[2]?.verdict).toBe('violated');
  });
});

describe('on stage', () => {
  it('are the staged ones and any that is broken, the broken ones first', () => {
    const { shown, others } = onStage(at(3), ['L1', 'S17']);
    expect(shown.map(({ id }) => id)).toEqual(['S21', 'L1', 'S17']);
    expect(others.map(({ id }) => id)).toEqual(['D1']);
  });
});
