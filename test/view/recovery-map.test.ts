// The picture of a recovery as numbers, at every width it may have.
import { describe, expect, it } from 'vitest';
import { meet, plateAt, strayArrow } from '../../src/view/machine';
import { ENDING, pairOf, recoveryWays } from '../../src/view/recovery';
import { recoveryMapAt } from '../../src/view/recovery-map';

const WIDTHS = [268, 296, 332, 358, 480, 519, 520, 600, 868];

describe.each(WIDTHS)('at %i px', (width) => {
  const map = recoveryMapAt(width);
  const stateOf = (status: string) => map.states.find((state) => state.status === status);

  it('every state has one place, apart from the others and within the picture', () => {
    const all = [...new Set(recoveryWays.flatMap(({ from, to }) => [from, to]))];
    expect(map.states.map(({ status }) => status).toSorted()).toEqual(all.toSorted());
    for (const [i, one] of map.states.entries()) {
      expect(one.x + one.width).toBeLessThanOrEqual(width);
      expect(one.y + one.height).toBeLessThanOrEqual(map.height);
      for (const other of map.states.slice(i + 1)) expect(meet(one, other), other.status).toBe(false);
    }
  });

  it('a name fits into its state', () => {
    for (const { lines, width: wide } of map.states)
      for (const line of lines) expect(line.length * 7.81 + 8, line).toBeLessThanOrEqual(wide);
  });

  it('every way between states is an arrow, or can be drawn as one', () => {
    const drawn = map.arrows.map(({ pair }) => pair);
    expect(new Set(drawn).size).toBe(drawn.length);
    for (const way of recoveryWays.filter(({ to }) => to !== 'NONE')) {
      const pair = pairOf(way);
      const [from = '', to = ''] = pair.split('>');
      if (!drawn.includes(pair)) expect(strayArrow(map, from, to), pair).not.toBeNull();
    }
    for (const pair of drawn) {
      const [from = '', to = ''] = pair.split('>');
      expect([stateOf(from) !== undefined, to === ENDING || stateOf(to) !== undefined]).toEqual([true, true]);
    }
  });

  it('arrows and the words on them stay within the picture', () => {
    for (const arrow of map.arrows) {
      for (const [text] of arrow.path.matchAll(/-?\d+(\.\d+)?/g))
        expect(Number(text), arrow.pair).toBeGreaterThanOrEqual(0);
      const plate = plateAt(map, arrow, 12);
      expect(plate.x, arrow.pair).toBeGreaterThanOrEqual(0);
      expect(plate.x + plate.width, arrow.pair).toBeLessThanOrEqual(width);
    }
  });
});
