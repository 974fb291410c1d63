import { beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../src/explore/audit';
import { finished } from '../../src/explore/search';
import { withBounds, boundsOf, Exploration } from '../../src/scenario/exploration';
import { explorationFailures } from '../../src/scenario/exploration-checks';
import { runScenario } from '../../src/scenario/run';
import { Systems } from '../../src/scenario/systems';
import { verdictsOf } from '../../src/scenario/verdicts';
import { openSqlite, type Sqlite } from '../../src/sqlite/open';
import { readScenarios } from '../../src/cli/files';

let sqlite: Sqlite;
beforeAll(async () => {
  sqlite = await openSqlite();
});

const scenarios = readScenarios([]);
const designs = scenarios.flatMap((scenario) => {
  return scenario.designs.map((design) => ({ scenario, design, name: `${scenario.id} ${design.name}` }));
});
/** Those of which the scenario's file says what a search finds. */
const searched = designs.filter(
  ({ scenario, design }) => scenario.explore?.expect[design.name] !== undefined,
);
/** Steps that are run again after they were looked up, in each search: the first ones, then one in a hundred. */
const AUDITED = 2_000;

describe('a search of', () => {
  it.each(searched)(
    '$name finds what its file expects, and looks nothing up that the engine would do otherwise',
    ({ scenario, design }) => {
      const audit = auditOf(AUDITED, 7);
      const systems = new Systems(sqlite);
      expect(explorationFailures(systems, scenario, design, {}, { audit })).toEqual([]);
    },
    120_000,
  );
});

describe('what a search finds', () => {
  const broken = designs.filter(({ scenario, design }) => {
    return Object.keys(scenario.explore?.expect[design.name] ?? {}).length > 0;
  });

  it.each(broken)('in $name breaks the property in an ordinary run of its path', ({ scenario, design }) => {
    const systems = new Systems(sqlite);
    const bounds = boundsOf(scenario);
    const exploration = new Exploration(systems, scenario, design.overrides, bounds);
    const wanted = Object.keys(scenario.explore!.expect[design.name]!);
    const search = new Exploration(systems, scenario, design.overrides, bounds, {
      isEnough: (found) => wanted.every((id) => found.some(({ property }) => property === id)),
    }).search;
    const { found } = finished(search);
    expect(found.map(({ property }) => property)).toEqual(expect.arrayContaining(wanted));
    for (const one of found) {
      exploration.confirm(one);
      const run = runScenario(systems, scenario, design, {}, { path: one.path });
      expect(run.stopped).toBeNull();
      expect(verdictsOf(run.timeline)[one.property]).toBe('violated');
    }
  });

  it('is also that what must come never can: a run that nobody is told about never ends', () => {
    const { scenario, design } = broken.find(({ name }) => name === 'crash-before-publish naive')!;
    const bounds = withBounds(boundsOf(scenario), { faults: { 'crash api': 1 }, still: [] });
    const systems = new Systems(sqlite);
    const exploration = new Exploration(systems, scenario, design.overrides, bounds);
    const { found, complete } = finished(exploration.search);
    expect(complete).toBe(true);
    const never = found.find(({ kind }) => kind === 'eventually')!;
    expect([never.property, never.faults, never.path.length]).toEqual(['L1', 1, 5]);
    exploration.confirm(never);
    const { timeline } = runScenario(systems, scenario, design, {}, { path: never.path });
    expect(verdictsOf(timeline)['L1']).toBe('violated');
  });

  it('is the same, path for path, when it is searched again in another database', () => {
    const { scenario, design } = broken[0]!;
    const results = [0, 1].map(() => {
      const bounds = withBounds(boundsOf(scenario), { worlds: 30_000 });
      return finished(new Exploration(new Systems(sqlite), scenario, design.overrides, bounds).search);
    });
    expect(results[0]).toEqual(results[1]);
  });

  it('is the same whether it begins at the start or after a part of the path', () => {
    const { scenario, design } = broken[0]!;
    const search = (from: readonly string[]) => {
      const bounds = boundsOf(scenario);
      const isEnough = (found: readonly unknown[]): boolean => found.length > 0;
      const more = { from, isEnough };
      return finished(new Exploration(new Systems(sqlite), scenario, design.overrides, bounds, more).search);
    };
    const [whole] = search([]).found;
    const half = whole!.path.slice(0, 3);
    expect([...half, ...search(half).found[0]!.path]).toEqual(whole!.path);
  });
});

describe('walks by chance', () => {
  const { scenario, design } = designs.find(({ name }) => name === 'crash-before-publish naive')!;
  const walked = (seed: number) => {
    const bounds = withBounds(boundsOf(scenario), { faults: { 'crash api': 1 } });
    const exploration = new Exploration(new Systems(sqlite), scenario, design.overrides, bounds);
    const walks = exploration.walks(seed);
    for (let i = 0; i < 400; i++) walks.walk(200);
    return { exploration, found: walks.found };
  };

  it('find what breaks, shorten it, and the engine does it again', () => {
    const { exploration, found } = walked(1);
    const lost = found.find(({ property }) => property === 'S27');
    expect(lost?.faults).toBe(1);
    expect(lost!.path.length).toBeLessThanOrEqual(12);
    for (const one of found) exploration.confirm(one);
  });

  it('are the same for the same seed', () => {
    expect(walked(3).found).toEqual(walked(3).found);
  });
});
