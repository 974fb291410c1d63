// The picture of the state machine as numbers, at every width it may have.
import { describe, expect, it } from 'vitest';
import { pairOf, transitions } from '../../src/system/transitions';
import {
  type Arrow,
  type Box,
  machineAt,
  meet,
  plateAt,
  type Point,
  strayArrow,
} from '../../src/view/machine';

const WIDTHS = [268, 288, 296, 332, 358, 480, 519, 520, 600, 868];
const statuses = [...new Set(transitions.map(({ to }) => to))];
const pairs = [...new Set(transitions.map(pairOf))];

/** How far a point lies from the edge of a box. */
function fromEdge({ x, y }: Point, box: Box): number {
  const [dx, dy] = [Math.max(box.x - x, x - box.x - box.width), Math.max(box.y - y, y - box.y - box.height)];
  return dx <= 0 && dy <= 0 ? -Math.max(dx, dy) : Math.hypot(Math.max(0, dx), Math.max(0, dy));
}

/** Every coordinate that a path names. */
const numbersIn = (path: string): readonly number[] =>
  [...path.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));

describe.each(WIDTHS)('at %i px', (width) => {
  const machine = machineAt(width);
  const boxOf = (status: string): Box => machine.states.find((state) => state.status === status)!;
  const arrowOf = (pair: string): Arrow => machine.arrows.find((arrow) => arrow.pair === pair)!;

  it('every state of the table has one place, and every pair one arrow', () => {
    expect(machine.states.map(({ status }) => status).toSorted()).toEqual(statuses.toSorted());
    expect(machine.arrows.map(({ pair }) => pair).toSorted()).toEqual(pairs.toSorted());
  });

  it('states keep apart and within the picture', () => {
    for (const [i, one] of machine.states.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(width);
      expect(one.y + one.height).toBeLessThanOrEqual(machine.height);
      for (const other of machine.states.slice(i + 1)) expect(meet(one, other), other.status).toBe(false);
    }
  });

  it('a name fits into its state', () => {
    for (const { lines, width: wide } of machine.states)
      for (const line of lines) expect(line.length * 7.81 + 8).toBeLessThanOrEqual(wide);
  });

  it('arrows begin and end at the edges of their states, and nowhere leave the picture', () => {
    for (const { pair, start, end, path } of machine.arrows) {
      const [from = '', to = ''] = pair.split('>');
      if (from === '') expect(start).toEqual(machine.origin);
      else expect(fromEdge(start, boxOf(from)), pair).toBeLessThan(0.5);
      expect(fromEdge(end, boxOf(to)), pair).toBeLessThan(0.5);
      expect(path.startsWith(`M${start.x} ${start.y}`)).toBe(true);
      expect(Math.min(...numbersIn(path)), pair).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbersIn(path)), pair).toBeLessThanOrEqual(Math.max(width, machine.height));
    }
  });

  it('no two arrows end in the same point', () => {
    const ends = machine.arrows.map(({ end }) => `${end.x} ${end.y}`);
    expect(new Set(ends).size).toBe(ends.length);
  });

  it('a plate stands within the picture and, where it is short, on no state', () => {
    for (const arrow of machine.arrows) {
      for (const characters of [2, 7, 15]) {
        const plate = plateAt(machine, arrow, characters);
        expect(plate.x, arrow.pair).toBeGreaterThanOrEqual(0);
        expect(plate.x + plate.width, arrow.pair).toBeLessThanOrEqual(width);
        if (characters === 2)
          expect(
            machine.states
              .filter((state) => meet(plate, state))
              .map(({ status }) => `${arrow.pair} ${status}`),
          ).toEqual([]);
      }
    }
  });

  it('a change that no arrow stands for is drawn from edge to edge all the same', () => {
    for (const from of statuses) {
      for (const to of statuses) {
        const arrow = strayArrow(machine, from, to)!;
        expect(fromEdge(arrow.start, boxOf(from)), arrow.pair).toBeLessThan(0.5);
        expect(fromEdge(arrow.end, boxOf(to)), arrow.pair).toBeLessThan(0.5);
      }
    }
    expect(strayArrow(machine, 'nowhere', 'queued')).toBeNull();
  });

  it('what leads to an ending from the left does not cross', () => {
    const across = machine.arrows.filter(({ start, end }) => start.x < end.x && end.x > width / 2);
    const level = across.filter(({ pair }) => pair !== 'waiting_approval>cancelled');
    expect(level.length).toBe(6);
    for (const one of level)
      for (const other of level)
        expect(Math.sign(one.start.y - other.start.y) * Math.sign(one.end.y - other.end.y)).not.toBe(-1);
    expect(arrowOf('waiting_approval>cancelled').path).toContain(`H`);
  });
});
