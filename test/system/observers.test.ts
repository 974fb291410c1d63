import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/kernel/json';
import { definition } from '../../src/kernel/property';
import { sortedRows } from '../../src/kernel/rows';
import { nextAction } from '../../src/kernel/scheduler';
import type { Simulation, Taken } from '../../src/kernel/simulation';
import type { World } from '../../src/kernel/world';
import { present } from '../../src/kernel/present';
import { actorIds } from '../../src/system/catalog';
import { fullHistory } from './full-history';
import { begin, CAST, choices, HARMFUL_CALLS, pasteable, simulationOf, stages, walk } from './walks';

describe('a verdict', () => {
  it('names exactly the keys at which the property is broken by its definition, after every step', () => {
    fc.assert(
      fc.property(stages, choices(120), (stage, list) => {
        const simulation = simulationOf(...stage);
        walk(simulation, begin(simulation), list, (_before, { world }) => {
          for (const property of alwaysOf(simulation)) {
            const defined = atWorld(simulation, world, (sql) => definition(property, sql).map(canonical));
            const judged = Object.entries(world.judgement[property.id] ?? {})
              .filter(([, verdict]) => verdict === 'violated')
              .map(([key]) => key);
            expect(judged.toSorted(), property.id).toEqual(defined.toSorted());
          }
        });
      }),
      { numRuns: 30 },
    );
  });
});

const alwaysOf = (simulation: Simulation) =>
  simulation.system.properties.filter((property) => property.kind === 'always');

function atWorld<T>(
  simulation: Simulation,
  world: World,
  body: (sql: Simulation['system']['store']['run']) => T,
): T {
  const { store } = simulation.system;
  store.restore(world.rows);
  return store.peek((run) => body((name, key) => run(name, { now: world.now, ...key }))).value;
}

describe('a monitor', () => {
  it('holds at every step what the full history says', () => {
    fc.assert(
      fc.property(stages, choices(70), (stage, list) => {
        const simulation = simulationOf(...stage);
        const first = begin(simulation);
        const taken = walk(simulation, first, list);
        for (let end = 1; end <= taken.length; end += 7) {
          const history = taken.slice(0, end);
          pasteable(history, () => {
            const world = history.at(-1)?.world ?? first;
            for (const [table, rows] of Object.entries(fullHistory(first, history))) {
              expect(sortedRows(world.rows, table), table).toEqual(rows);
            }
          });
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a monitor of answers', () => {
  /** Everybody does what they have to, in turn. */
  const all = HARMFUL_CALLS.map((design) => {
    const simulation = simulationOf(design, CAST);
    const first = begin(simulation);
    const taken: Taken[] = [];
    for (let world = first; taken.length < 500; world = taken.at(-1)?.world ?? first) {
      const next = nextAction(simulation.enabled(world), actorIds, taken.at(-1)?.record.actor ?? null);
      if (next === null) break;
      taken.push(simulation.take(world, next.id));
    }
    return { design, first, taken, rows: taken.at(-1)?.world.rows ?? {} };
  });

  it.each(all)('holds what the full history says with $design', ({ first, taken, rows }) => {
    for (const [table, expected] of Object.entries(fullHistory(first, taken)))
      expect(sortedRows(rows, table), table).toEqual(expected);
  });

  it.each(['mon_decisions', 'mon_leaks', 'mon_probes'])('%s has something to hold', (table) => {
    expect(all.filter(({ rows }) => sortedRows(rows, table).length > 0).length).toBeGreaterThan(0);
  });
});

describe('the present tables', () => {
  it('are what a derivation from nothing gives, after every step', () => {
    fc.assert(
      fc.property(stages, choices(50), (stage, list) => {
        const simulation = simulationOf(...stage);
        const { derivations, times } = simulation.system;
        walk(simulation, begin(simulation), list, (_before, { world }) => {
          const bare = Object.fromEntries(
            Object.entries(world.rows).filter(([table]) => !times.derived.includes(table)),
          );
          const anew = present(derivations, null, { ...world, rows: bare });
          for (const table of times.derived)
            expect(sortedRows(world.rows, table), table).toEqual(sortedRows(anew, table));
        });
      }),
      { numRuns: 25 },
    );
  });
});
