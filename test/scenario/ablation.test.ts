import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { finished } from '../../src/explore/search';
import { ABLATION_FILE } from '../../src/cli/ablate';
import { readScenarios, top } from '../../src/cli/files';
import { course as en } from '../../src/i18n/en/course';
import { course as zh } from '../../src/i18n/zh-CN/course';
import { ablate, type Breach, isBroken, naiveChoices } from '../../src/scenario/ablation';
import { ABLATION_BOUNDS, limitsFor } from '../../src/scenario/ablation-bounds';
import { orScheduled } from '../../src/scenario/ablation-schedules';
import { type AblationFile, ablationTable, madeFrom, TABLES } from '../../src/scenario/ablation-file';
import { Exploration } from '../../src/scenario/exploration';
import { Systems } from '../../src/scenario/systems';
import { openSqlite, type Sqlite } from '../../src/sqlite/open';
import { decisions } from '../../src/system/catalog';

let sqlite: Sqlite;
beforeAll(async () => {
  sqlite = await openSqlite();
});

const scenarios = readScenarios([]);
const file = JSON.parse(readFileSync(ABLATION_FILE, 'utf8')) as AblationFile;
const nameOf = ({ decision, alternative }: { decision: string; alternative: string }): string =>
  `${decision}=${alternative}`;
const rows = file.rows.map((row) => ({ row, name: nameOf(row) }));
const scenarioOf = (id: string) => scenarios.find((one) => one.id === id)!;

describe('the table of what breaks', () => {
  it('was made from these designs, properties, starts and bounds; else "converge ablate --write" makes it', () => {
    expect(file.made).toBe(madeFrom(scenarios));
  });

  it('speaks of every naive alternative once', () => {
    const told = [...file.rows, ...file.redundant].map(nameOf);
    expect(told.toSorted()).toEqual(naiveChoices(decisions).map(nameOf).toSorted());
  });

  it.each(rows)('$name: its path breaks the property in that design', ({ row }) => {
    expect(row.path).toHaveLength(row.steps);
    expect(isBroken(new Systems(sqlite), scenarioOf(row.scenario), row, 'naive')).toBe(true);
  });

  it.each(rows)('$name: the same schedule breaks nothing once this alternative alone is safe', ({ row }) => {
    expect(isBroken(new Systems(sqlite), scenarioOf(row.scenario), row, 'safe')).toBe(false);
  });

  const alone = rows.filter(({ row }) => row.with.length === 0);
  const only = alone.filter(({ row }) => row.from === 'search');
  it.each(only)('$name: a search finds that it is the only line of defence', async ({ row }) => {
    const search = (jobs: readonly { scenario: string; overrides: object }[]) =>
      Promise.resolve(jobs.map((job) => (Object.keys(job.overrides).length === 1 ? broken(job) : null)));
    const broken = (job: { scenario: string; overrides: object }): Breach | null => {
      const bounds = limitsFor(scenarioOf(row.scenario), ABLATION_BOUNDS[0]![0]!);
      // What another scenario shows is not looked for again: the row names the shortest.
      if (job.scenario !== row.scenario) return null;
      const isRow = JSON.stringify(job.overrides) === JSON.stringify({ [row.decision]: row.alternative });
      if (!isRow) return null;
      const systems = new Systems(sqlite);
      const isEnough = (found: readonly unknown[]): boolean => found.length > 0;
      const scenario = scenarioOf(job.scenario);
      const exploration = new Exploration(systems, scenario, job.overrides as never, bounds, { isEnough });
      const found = finished(exploration.search).found[0];
      return found === undefined ? null : { ...found, from: 'search' };
    };
    const asked = [{ decision: row.decision, alternative: row.alternative }];
    const again = await ablate(new Systems(sqlite), scenarios, decisions, asked, search);
    expect(again.rows).toEqual([row]);
  });

  const told = alone.filter(({ row }) => row.from === 'schedule');
  it.each(told)(
    '$name: the schedule of its scenario shows that it is the only line of defence',
    async ({ row }) => {
      const nothing = (jobs: readonly unknown[]) => Promise.resolve(jobs.map(() => null));
      const systems = new Systems(sqlite);
      const asked = [{ decision: row.decision, alternative: row.alternative }];
      const search = orScheduled(systems, scenarios, nothing);
      const again = await ablate(systems, scenarios, decisions, asked, search, [ABLATION_BOUNDS[0]!]);
      expect(again.rows).toEqual([row]);
    },
  );

  it.each(Object.keys(TABLES))('stands in %s as it was found', (name) => {
    const words = TABLES[name]!;
    const cells = (text: string): readonly string[] =>
      text.split('\n').map((line) => line.replace(/ *\| */g, '|').replace(/-{3,}/g, '---'));
    const readme = readFileSync(path.join(top, name), 'utf8');
    expect(cells(readme).join('\n')).toContain(cells(ablationTable(file, words)).join('\n'));
  });

  it('has words for every guard, every alternative and every harm, in both languages', () => {
    for (const { guards } of [en, zh]) {
      const known = (texts: object, names: readonly string[]): readonly string[] =>
        names.filter((name) => !Object.hasOwn(texts, name));
      const choices = naiveChoices(decisions);
      expect(
        known(
          guards.decisions,
          choices.map(({ decision }) => decision),
        ),
      ).toEqual([]);
      expect(known(guards.alternatives, choices.map(nameOf))).toEqual([]);
      expect(
        known(
          guards.harm,
          file.rows.map(({ property }) => property),
        ),
      ).toEqual([]);
    }
  });
});

describe('an ablation', () => {
  const [a, b, c] = ['claim.mode=none', 'operation.id=fresh_each_call', 'fence.check=owner_only'] as const;
  const keyOf = (overrides: object): string =>
    Object.entries(overrides)
      .map(([decision, alternative]) => `${decision}=${String(alternative)}`)
      .toSorted()
      .join(' ');
  /** Searches that find what they are told to find, and note what they were asked. */
  const told = (breaking: Readonly<Record<string, number>>, asked: string[]) => {
    return (jobs: readonly { scenario: string; overrides: object }[]) =>
      Promise.resolve(
        jobs.map(({ scenario, overrides }): Breach | null => {
          const key = keyOf(overrides);
          asked.push(key);
          const steps = scenario === 'crash-after-publish' ? breaking[key] : undefined;
          if (steps === undefined) return null;
          const path = ['browser-1.keepKey', 'browser-1.sendPost'].slice(0, steps);
          return { property: 'S21', faults: 1, path, from: 'search' };
        }),
      );
  };
  const choices = [a, b, c].map((text) => {
    const [decision = '', alternative = ''] = text.split('=');
    return { decision, alternative };
  });
  // All three stand before one property here, so that each may stand for the others.
  const subset = decisions
    .filter(({ id }) => choices.some(({ decision }) => decision === id))
    .map((one) => ({ ...one, properties: ['S21'] }));

  it('names the smallest set, and looks at none that holds a smaller one', async () => {
    const asked: string[] = [];
    const result = await ablate(
      new Systems(sqlite),
      scenarios,
      subset,
      choices,
      told({ [`${a} ${b}`]: 2, [`${a} ${c}`]: 1 }, asked),
    );
    const rowOf = (name: string) => result.rows.find((row) => nameOf(row) === name);
    expect(rowOf(a)).toMatchObject({ with: [c], coveredBy: ['fence.check'], steps: 1 });
    expect(rowOf(b)).toMatchObject({ with: [a], coveredBy: ['claim.mode'], steps: 2 });
    expect(rowOf(c)).toMatchObject({ with: [a], coveredBy: ['claim.mode'], steps: 1 });
    expect(asked).not.toContain([a, b, c].toSorted().join(' '));
  });

  it('calls redundant what breaks nothing with two more', async () => {
    const asked: string[] = [];
    const result = await ablate(new Systems(sqlite), scenarios, subset, choices, told({}, asked));
    expect(result.rows).toEqual([]);
    expect(result.redundant).toEqual(choices);
    expect(asked).toContain([a, b, c].toSorted().join(' '));
  });

  it('puts no alternatives together that no property has in common', async () => {
    const asked: string[] = [];
    const apart = subset.map((one) => ({ ...one, properties: [one.id] }));
    await ablate(new Systems(sqlite), scenarios, apart, choices, told({}, asked));
    expect(asked.filter((key) => key.includes(' '))).toEqual([]);
  });
});
