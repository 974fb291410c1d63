// A second store between the broker and the workers: what it keeps, what it forgets, and who makes it good.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { canonical } from '../../src/kernel/json';
import { definition } from '../../src/kernel/property';
import type { World } from '../../src/kernel/world';
import { begin, choices, FAULTS, simulationOf, walk } from './walks';

const CAST = ['cache'];
const OWNS: Design = { 'second_store.role': 'owns_facts' };
const BUDGET = { ...FAULTS, forget: 2 };

const taken = (design: Design, ids: readonly string[]): World => {
  const simulation = simulationOf(design, CAST);
  return ids.reduce((world, id) => simulation.take(world, id).world, dispatched(design));
};

/** One queued run, whose message waits at the broker. */
function dispatched(design: Design): World {
  const simulation = simulationOf(design, CAST);
  const given = {
    orders: [{ order: 'ord_1', total: '100.00' }],
    runs: [
      {
        ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '25.00', attempts: 3 },
        history: ['submitted'],
      },
    ],
    ...{ browsers: {}, actors: {} },
  };
  return ['dispatcher.readUnsent', 'dispatcher.publish', 'dispatcher.mark'].reduce(
    (world, id) => simulation.take(world, id).world,
    begin(simulation, given, BUDGET),
  );
}

const possible = (design: Design, world: World): readonly string[] =>
  simulationOf(design, CAST)
    .enabled(world)
    .filter(({ blocked, kind }) => blocked === null && kind !== 'fault')
    .map(({ id }) => id);

const TAKE = 'deliver:runs>cache:run_1:1';
const KEPT = [TAKE, 'cache.keepTask', 'cache.ack'];

describe('a second store', () => {
  it('stands between the broker and the workers', () => {
    expect(possible({}, dispatched({}))).toEqual([TAKE]);
    expect(possible({}, taken({}, KEPT))).toEqual(['cache.handOut']);
    const offered = possible({}, taken({}, [...KEPT, 'cache.handOut']));
    expect(offered).toEqual(['deliver:tasks>worker-1:run_1:1', 'deliver:tasks>worker-2:run_1:1']);
  });

  it('that crashes before it has acknowledged is given the message again, and keeps it once', () => {
    const ids = [TAKE, 'cache.keepTask', 'crash:cache', 'restart:cache', ...KEPT, 'cache.handOut'];
    expect(possible({}, taken({}, ids)).filter((id) => id.startsWith('cache'))).toEqual([]);
  });

  it('fills its list from the tables once it has forgotten, and only then', () => {
    const forgotten = taken({}, [...KEPT, 'forget:cache']);
    expect(possible({}, forgotten)).toEqual(['cache.refill']);
    expect(possible({}, taken({}, [...KEPT, 'forget:cache', 'cache.refill']))).toEqual(['cache.handOut']);
  });

  it('that owns the facts leaves nothing to do when it has forgotten', () => {
    expect(possible(OWNS, taken(OWNS, [...KEPT, 'forget:cache']))).toEqual([]);
  });

  it('that keeps nothing has nothing to forget', () => {
    const faults = simulationOf({}, CAST)
      .enabled(dispatched({}))
      .map(({ id }) => id);
    expect(faults).not.toContain('forget:cache');
  });
});

describe.each<[string, Design, boolean]>([
  ['can be made again', {}, false],
  ['owns the facts', OWNS, true],
])('whatever befalls a list that %s', (_how, design, mayBreak) => {
  it('is judged as it is defined, and nothing but dispatch is at risk', () => {
    const simulation = simulationOf(design, CAST);
    const { store, properties } = simulation.system;
    const property = properties.find(({ id }) => id === 'S27')!;
    const broken = new Set<string>();
    fc.assert(
      fc.property(choices(60), (list) => {
        walk(simulation, begin(simulation, undefined, BUDGET), list, (_before, { world, record }) => {
          for (const { property: id, to } of record.verdicts) if (to === 'violated') broken.add(id);
          store.restore(world.rows);
          const defined = store.peek((sql) => definition(property, sql)).value.map(canonical);
          const judged = Object.entries(world.judgement['S27'] ?? {}).filter(([, one]) => one === 'violated');
          expect(judged.map(([key]) => key).toSorted()).toEqual(defined.toSorted());
        });
      }),
      { numRuns: 60, seed: 7 },
    );
    expect([...broken]).toEqual(mayBreak ? ['S27'] : []);
  });
});
