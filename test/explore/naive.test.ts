// The explorer answers from what it remembers, part by part. On systems made by chance it must come to what
// the plain enumeration over whole worlds comes to. A failure prints the system as data that can be pasted.

import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../src/explore/audit';
import type { Move } from '../../src/explore/moves';
import { replay } from '../../src/explore/replay';
import { finished, Search, type SearchTask } from '../../src/explore/search';
import { Space } from '../../src/explore/space';
import { asText, type Component, identityText } from '../../src/kernel/identity';
import type { Store } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';
import { openSqlite } from '../../src/sqlite/open';
import { brokenIn, costs, enumerate, type Naive, within } from './naive';
import {
  ASKS,
  assemble,
  type Beginning,
  COUNT_MAX,
  DOES,
  type Described,
  type Doing,
  GOES,
  KEYS,
  openRows,
  PROPERTIES,
  SEES,
  type Small,
  WRITES,
} from './random-systems';

const TRANSITIONS_MAX = 1_000;
const WORLDS_MIN = 6;
const RUNS = Number(process.env['NAIVE_RUNS'] ?? 150);

// Half a minute of work, whatever the machine has to do besides.
vi.setConfig({ testTimeout: 300_000 });

let store: Store;
beforeAll(async () => {
  store = openRows(await openSqlite());
});

const names = <T extends object>(data: T) => Object.keys(data) as Extract<keyof T, string>[];
const n = fc.nat(COUNT_MAX);
const flag = (ofFive: number) => fc.nat(4).map((drawn) => drawn < ofFive);
const some = <T>(one: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.array(one, { minLength, maxLength, size: 'max' });

/** Drawn more often: it takes several of these to get anywhere. */
const OFTEN = ['send', 'send', 'reply', 'reply', 'reply', 'ack', 'schedule', 'wait'] as const;

const when = fc.record({
  so: fc.constantFrom(...names(ASKS), ...names(SEES)),
  go: fc.constantFrom(...names(GOES)),
});
const doing: fc.Arbitrary<Doing> = fc
  .record({
    does: fc.constantFrom(...names(WRITES), ...names(DOES), ...OFTEN),
    key: fc.constantFrom(...KEYS, 'run', 'run', 'run'),
    n,
    when: fc.option(when, { freq: 2 }),
  })
  .map(({ when, ...rest }) => (when === null ? rest : { ...rest, when }));

const beginning: fc.Arbitrary<Beginning> = fc.record({
  when: fc.constantFrom(...names(ASKS), 'remembered', 'waited', 'due'),
  ...{ key: fc.constantFrom(...KEYS), n: fc.nat(1), procedure: fc.nat(1) },
});

/** What makes a beginning's condition false in the end: without it an actor seldom comes to rest. */
const CLOSING: Record<Beginning['when'], Doing['does']> = {
  ...{ absent: 'insert', present: 'remove', atLeast: 'clear', below: 'add', first: 'clear', every: 'add' },
  ...{
    due: 'fallDue',
    unmarked: 'mark',
    idle: 'rest',
    few: 'insert',
    remembered: 'remember',
    waited: 'waitOver',
  },
};

const closing = ({ when }: Beginning): Doing => ({ does: CLOSING[when], key: 'run', n: 0 });

const actor: fc.Arbitrary<Described['actors'][number]> = fc
  .record({
    ...{ several: flag(2), crashes: flag(4), pauses: flag(1), supervised: flag(2), recalls: flag(2) },
    begins: some(beginning, 0, 2),
    procedures: some(some(some(doing, 1, 2), 1, 2), 1, 2),
  })
  .map(({ begins, procedures, ...rest }) => ({
    ...rest,
    begins,
    procedures: procedures.map((steps, at) => {
      const closed = begins.filter((one) => one.procedure % procedures.length === at).map(closing);
      return closed.length === 0 ? steps : [...steps, closed];
    }),
  }));

const row = fc.record({
  k: fc.constantFrom(...KEYS),
  n,
  due_at: fc.option(fc.constantFrom(100, 150), { freq: 2 }),
});
const kinds = [
  'crash',
  'crash',
  'crash a',
  'crash a',
  'crash b',
  'pause',
  'drop',
  'duplicate',
  'delay',
  'expire',
  'clock',
  'clock',
  'clock',
] as const;

const inFlight = fc.constantFrom<Described['inFlight'][]>(
  [],
  ['drop', 'duplicate', 'delay'],
  ['duplicate', 'delay'],
);

const systems: fc.Arbitrary<Described> = fc.record({
  actors: some(actor, 2, 3),
  inFlight,
  rows: fc.uniqueArray(row, { minLength: 1, maxLength: 2, size: 'max', selector: ({ k }) => k }),
  isMonitored: flag(2),
  properties: fc.subarray(names(PROPERTIES), { minLength: 3, maxLength: 4 }),
  faults: some(fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 2 })), 1, 4).map(
    Object.fromEntries,
  ) as fc.Arbitrary<Described['faults']>,
  together: fc.constantFrom(0, 1, 2, 2, 3),
});

/** What a search and an enumeration must agree on. */
function told({ worlds, arrivals, transitions, ends, depth, levels, found }: Naive, count: number) {
  const all = Array.from({ length: count }, (_, i) => levels[i] ?? levels.at(-1));
  return { worlds: worlds.size, arrivals, transitions, ends, depth, levels: all, found: foundIn(found) };
}

const foundIn = (found: Naive['found']): readonly unknown[] =>
  [...found].map(([property, at]) => [property, ...at]).toSorted();

function searched(small: Small, more: Partial<SearchTask>) {
  const result = finished(new Search({ ...small, ...more }));
  const { worlds, arrivals, transitions, ends, depth } = result;
  expect(result.complete).toBe(true);
  for (const one of result.found) replay(small.simulation, within(small.first, small.bounds), one);
  const levels = result.levels.map((level) => ({ worlds: level.worlds, transitions: level.transitions }));
  const found = result.found.map(({ property, faults, path }) => [property, faults, path.length]).toSorted();
  return { worlds, arrivals, transitions, ends, depth, levels, found };
}

describe('on small systems made by chance', () => {
  const seen: Naive[] = [];

  it('the explorer comes to what the plain enumeration comes to, and its paths can be taken', () => {
    fc.assert(
      fc.property(systems, (described) => {
        const small = assemble(store, described);
        const naive = enumerate(small.simulation, small.first, small.bounds, TRANSITIONS_MAX);
        fc.pre(naive !== null && naive.worlds.size >= WORLDS_MIN);
        const unreduced = searched(small, { unreduced: true, audit: auditOf(100_000, 1) });
        expect(unreduced).toEqual(told(naive, unreduced.levels.length));
        const { worlds, ends, found } = searched(small, {});
        expect({ worlds, ends, found }).toEqual({
          worlds: naive.worlds.size,
          ends: naive.ends,
          found: unreduced.found,
        });
        seen.push(naive);
      }),
      { numRuns: RUNS, maxSkipsPerRun: 20 },
    );
  });

  it('and these are not all alike: many break, fault, wait, talk and go far', () => {
    const share = (isSo: (one: Naive) => boolean): number => seen.filter(isSo).length / RUNS;
    const places = ({ found }: Naive) => [...found.values()];
    expect(share((one) => places(one).some(([, steps]) => steps > 0))).toBeGreaterThan(0.4);
    expect(share((one) => places(one).some(([faults]) => faults > 0))).toBeGreaterThan(0.03);
    // With a crash among the faults, there were worlds beyond those that one step from the faultless ones meets.
    expect(
      share(({ taken, levels }) => taken.has('crash') && levels.at(-1)!.worlds > levels[0]!.worlds),
    ).toBeGreaterThan(0.15);
    expect(share(({ taken }) => taken.has('clock'))).toBeGreaterThan(0.25);
    expect(share(({ taken }) => taken.has('deliver'))).toBeGreaterThan(0.2);
    expect(share(({ worlds }) => worlds.size > 50)).toBeGreaterThan(0.1);
  });

  it('a world has the same list, the same outcomes and the same verdicts, taken part by part or whole', () => {
    let [asked, executed] = [0, 0];
    fc.assert(
      fc.property(systems, some(fc.nat(), 5, 25), (described, picks) => {
        const small = assemble(store, described);
        const space = new Space(small.simulation, Object.keys(small.bounds.faults));
        let world = unbounded(small);
        for (const pick of picks) {
          const next = compared(small, space, world);
          asked += next.length;
          if (next.length === 0) break;
          world = next[pick % next.length]!;
        }
        executed += space.effort.executed;
      }),
      { numRuns: 100 },
    );
    expect(executed).toBeLessThan(asked / 2);
  });
});

/** The first world, with as many faults of each kind as may be. */
function unbounded({ first, bounds }: Small): World {
  const kinds = Object.keys(within(first, bounds).budget);
  return { ...first, budget: Object.fromEntries(kinds.map((kind) => [kind, Number.MAX_SAFE_INTEGER])) };
}

/** Compares all that can happen in a world, and what holds there; gives the worlds that come next. */
function compared({ simulation, bounds }: Small, space: Space, world: World): readonly World[] {
  const { system } = simulation;
  const enabled = simulation.enabled(world);
  const costOf = costs(enabled, bounds.faults);
  const possible = enabled.filter((action) => action.blocked === null && costOf(action) !== undefined);
  const expected = possible.map((action) => `${action.id} costs ${String(costOf(action))}`);
  space.show(world);
  const [moves, free]: [Move[], Move[]] = [[], []];
  space.list(free, false);
  space.list(moves, true);
  const listed = moves.map(({ id, fault }) => `${id} costs ${String(fault)}`);
  expect(listed.toSorted()).toEqual(expected.toSorted());
  expect(free).toEqual(moves.filter(({ fault }) => fault === null));
  const broken = system.properties.filter((_, i) => space.verdict(i) === 'violated').map(({ id }) => id);
  expect(broken).toEqual(brokenIn(simulation, world));
  return moves.map((move) => {
    const next = simulation.take(world, move.id).world;
    expect(after(space, move), move.id).toBe(identityText(next, system.times));
    return next;
  });
}

/** The identity of the world that a move leads to, as the explorer tells it. */
function after(space: Space, move: Move): string {
  const vector = space.vector.slice();
  const writes = space.outcome(move);
  for (let i = 0; i < writes.length; i += 2) vector[writes[i]!] = writes[i + 1]!;
  const components: Component[] = [];
  for (const [slot, { id, texts }] of space.slots.all.slice(0, space.slots.stored).entries()) {
    if (vector[slot]! > 0) components.push({ id, value: texts[vector[slot]!]! });
  }
  return asText(components);
}
