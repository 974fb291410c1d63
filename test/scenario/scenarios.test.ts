import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { decisionsIn } from '../../src/scenario/ablation';
import ablation from '../../src/scenario/ablation.json' with { type: 'json' };
import { failuresOf } from '../../src/scenario/expectation';
import { isSound, runScenario } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { parseWords } from '../../src/scenario/words';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());

const read = (folder: string, name: string) => {
  const file = `scenarios/${folder}/${name}.json`;
  return { file, text: readFileSync(file, 'utf8') };
};

const scenarios = readdirSync('scenarios').map((folder) => {
  const { text, file } = read(folder, 'scenario');
  return parseScenario(text, file, folder.replace(/^\d+-/, ''));
});

const designs = scenarios.flatMap((scenario) =>
  scenario.designs.map((design) => ({ id: scenario.id, name: design.name, scenario, design })),
);

describe('every scenario', () => {
  it.each(designs)('$id comes to what is expected of design $name', ({ scenario, design }) => {
    const run = runScenario(systems, scenario, design);
    expect(failuresOf(run, design.expect, design.unmatched)).toEqual([]);
  });

  it.each(scenarios)('$id has a safe design, and that one breaks nothing', ({ designs: ofIt }) => {
    const safe = ofIt.filter(isSound);
    expect(safe).not.toEqual([]);
    for (const { name, expect: expected } of safe) expect(expected.violated, name).toEqual([]);
  });

  it.each(readdirSync('scenarios'))('%s has words in both languages', (folder) => {
    const words = parseWords({ en: read(folder, 'en'), 'zh-CN': read(folder, 'zh-CN') });
    expect(words.en.title).not.toBe(words['zh-CN'].title);
  });
});

describe('a guard that is taken out of the safe designs', () => {
  const safe = designs.filter(({ design }) => isSound(design));
  const fails = ({ scenario, design }: (typeof designs)[number], overrides: Design): boolean => {
    const run = runScenario(systems, scenario, design, overrides);
    return failuresOf(run, design.expect, design.unmatched).length > 0;
  };

  it.each([
    [{ 'outbox.mode': 'commit_then_publish' }, ['crash-before-publish', 'crash-after-publish']],
    [{ 'run.update': 'last_write_wins' }, ['stale-version']],
    [{ 'claim.mode': 'none', 'operation.id': 'fresh_each_call' }, ['crash-after-publish']],
  ])('%j is noticed where it matters', (overrides, noticed) => {
    const failed = safe.filter(({ id }) => noticed.includes(id)).filter((one) => fails(one, overrides));
    expect(failed.map(({ id }) => id)).toEqual(noticed);
  });

  const only = ablation.rows.filter((row) => row.with.length === 0);
  it.each(only)('$decision=$alternative, the only line of defence, is noticed', (row) => {
    const speaks = ({ scenario }: (typeof designs)[number]): boolean =>
      decisionsIn(scenario).includes(row.decision);
    // Those that speak of it come first: what is noticed by one need not be asked of the others.
    const inOrder = [...safe.filter(speaks), ...safe.filter((one) => !speaks(one))];
    expect(inOrder.some((one) => fails(one, { [row.decision]: row.alternative }))).toBe(true);
  });
});
