import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Move } from '../../src/explore/moves';
import { Space } from '../../src/explore/space';
import { asText, identityText } from '../../src/kernel/identity';
import { definition } from '../../src/kernel/property';
import type { Run } from '../../src/kernel/store';
import { Systems } from '../../src/scenario/systems';
import { openSqlite, type Sqlite } from '../../src/sqlite/open';
import { beginWorld } from '../../src/system/given';
import { readScenarios } from '../../src/cli/files';

let sqlite: Sqlite;
beforeAll(async () => {
  sqlite = await openSqlite();
});

const FAULTS = {
  ...{ crash: 3, pause: 2, drop: 2, duplicate: 2, delay: 2, redeliver: 2 },
  ...{ jump: 1, mute: 1, cut: 1, refuse: 1 },
  ...{ reset: 1, eof: 1, silence: 1, tear: 1, collect: 1 },
};
const STEPS = 70;
const designs = readScenarios([]).flatMap((scenario) =>
  scenario.designs.map((design) => ({ scenario, design, name: `${scenario.id} ${design.name}` })),
);
/** A walk for each design, each by another seed; the safe one is nearly the same design in every scenario. */
const walks = designs
  .map((each, i) => ({ ...each, seed: i + 1 }))
  .filter(({ design, seed }) => design.name !== 'safe' || seed % 5 === 0);

describe('looked up part by part', () => {
  it.each(walks)('$name: what can happen, what it leads to and what holds are the engine’s own', (each) => {
    const { scenario, design, seed } = each;
    const simulation = new Systems(sqlite).open(design.overrides, scenario.given.cast);
    const { times, properties, store } = simulation.system;
    const always = [...properties.entries()].filter(([, { kind }]) => kind === 'always');
    const named = (some: typeof always) => some.map(([, { id }]) => id);
    const space = new Space(simulation, [...Object.keys(FAULTS), 'clock']);
    const moves: Move[] = [];
    const chance = xoroshiro128plus(seed);
    let world = beginWorld(simulation, scenario.given, FAULTS);
    for (let step = 0; step < STEPS; step++) {
      space.show(world);
      space.list(moves, true);
      const possible = simulation.enabled(world).filter(({ blocked }) => blocked === null);
      // The vector knows no budget: what is spent is a matter of the search.
      const spent = (id: string): boolean => world.budget[id.split(':', 1)[0] ?? ''] === 0;
      const ids = moves.map(({ id }) => id).filter((id) => !spent(id));
      expect(ids.toSorted(), `seed ${String(seed)}`).toEqual(possible.map(({ id }) => id).toSorted());
      store.restore(world.rows);
      const broken = store.peek((sql) => {
        const timed: Run = (name, key) => sql(name, { now: world.now, ...key });
        return always.filter(([, property]) => definition(property, timed).length > 0);
      });
      const told = always.filter(([index]) => space.verdict(index) === 'violated');
      expect(named(told), `seed ${String(seed)}`).toEqual(named(broken.value));
      if (possible.length === 0) break;
      const { id } = possible[uniformInt(chance, 0, possible.length - 1)]!;
      space.write(space.outcome(moves.find((move) => move.id === id)!));
      world = simulation.take(world, id).world;
      expect(asText(space.slots.told(space.vector)), `${id}, seed ${String(seed)}`).toBe(
        identityText(world, times),
      );
    }
  });
});
