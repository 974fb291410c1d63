// The engine tells by keys; whether every key that it can tell has words is known only where both meet.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en';
import { LOCALES } from '../../src/i18n/messages';
import type { Action } from '../../src/kernel/action';
import { safeDesign } from '../../src/kernel/decision';
import type { Procedure } from '../../src/kernel/procedure';
import { type Run, runScenario } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';
import { extras } from '../../src/system/topology';
import { actorIds, actorKinds, decisions, properties } from '../../src/system/catalog';
import { assembleDesign, safeProcedures } from '../../src/system/system';
import { laneOf } from '../../src/ui/lanes';
import { textOf } from '../../src/ui/sentence/parts';
import { Language } from '../../src/ui/state/language';
import { type Line, transcript } from '../../src/view/transcript';

const languages = LOCALES.map((locale) => new Language(locale));
const folders = readdirSync('scenarios');
const scenarios = folders.map((folder) => {
  const file = `scenarios/${folder}/scenario.json`;
  return parseScenario(readFileSync(file, 'utf8'), file, folder);
});
const systems = new Systems(await openSqlite());

/** The procedures of every design that differs from the safe one in one decision. */
const procedures: readonly Procedure[] = decisions.flatMap(({ id, alternatives }) =>
  alternatives.flatMap(({ name }) => [
    ...assembleDesign({ ...safeDesign(decisions), [id]: name }).procedures.values(),
  ]),
);
const kindOf = (procedure: Procedure): string => procedure.name.split('.')[0] ?? '';

describe('words for what actors do', () => {
  it('are there for the last operation of every step, whatever the design', () => {
    const keys = [...procedures, ...safeProcedures.values()].flatMap((procedure) =>
      procedure.steps.flatMap(({ operations }) => operations.map((name) => `${kindOf(procedure)}.${name}`)),
    );
    expect([...new Set(keys)].filter((key) => !(key in en.says))).toEqual([]);
  });

  it('are there for the first operation of every step, whatever the design', () => {
    const keys = procedures.flatMap((procedure) =>
      procedure.steps.map(({ operations }) => `${kindOf(procedure)}.${operations[0] ?? ''}`),
    );
    expect([...new Set(keys)].filter((key) => !(key in en.acts))).toEqual([]);
  });

  it('are there for every key that the service names', () => {
    const sources = readdirSync('src/system', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`src/system/${file}`, 'utf8'));
    const kinds = Object.keys(actorKinds).join('|');
    const keys = sources.flatMap(
      (text) => text.match(new RegExp(`(?<=')(${kinds})\\.\\w+(\\.\\w+)*(?=')`, 'g')) ?? [],
    );
    const procedureNames = procedures.map(({ name }) => name);
    const isAddress = (key: string): boolean =>
      decisions.some(({ id }) => id === key) ||
      procedureNames.some((name) => key === name || key.startsWith(`${name}.`));
    expect([...new Set(keys)].filter((key) => !isAddress(key) && !(key in en.says))).toEqual([]);
  });

  it('are the same keys in both languages', () => {
    const [english, chinese] = languages.map(({ messages }) => messages);
    expect(Object.keys(chinese!.says)).toEqual(Object.keys(english!.says));
    expect(Object.keys(chinese!.acts)).toEqual(Object.keys(english!.acts));
  });
});

describe('words for the catalog', () => {
  it('name every property and every actor', () => {
    for (const language of languages) {
      for (const { id } of properties) expect(language.property(id)).not.toBe(id);
    }
    expect(actorIds.map((id) => languages[0]!.lane(id))).toEqual([
      ...['browser-1', 'browser-2', 'browser-3', 'gateway', 'API', 'dispatcher', 'dispatcher-2', 'cache'],
      ...['worker-1', 'worker-2', 'timer', 'notifier', 'pruner'],
    ]);
    expect(languages[1]!.lane('browser-2')).toBe('浏览器 2');
  });

  it('give each actor the shape of its kind', () => {
    const { system } = systems.open({}, extras);
    expect(actorIds.map((id) => laneOf(id).kind)).toEqual(system.actors.map(({ kind }) => kind.kind));
  });
});

describe.each(scenarios)('the sentences of $id', (scenario) => {
  let runs: readonly Run[];
  /** What could happen at every seventh step, and when. */
  let possible: readonly { readonly action: Action; readonly now: number }[];
  beforeAll(() => {
    runs = scenario.designs.flatMap((design) => [
      runScenario(systems, scenario, design),
      ...[1, 2, 3, 4].map((seed) =>
        runScenario(systems, scenario, design, {}, { random: { seed, steps: 60 } }),
      ),
    ]);
    possible = runs.flatMap(({ timeline }) =>
      Array.from({ length: Math.floor(timeline.length / 7) + 1 }, (_, i) => timeline.worldAt(i * 7)).flatMap(
        (world) => timeline.simulation.enabled(world).map((action) => ({ action, now: world.now })),
      ),
    );
    // As long as a test may take.
  }, 120_000);

  it.each(LOCALES)('in %s leave no place open, and no key bare', (locale) => {
    const language = new Language(locale);
    const bare = runs.flatMap(({ timeline }) =>
      transcript(timeline.trace)
        .map((line) => ({ key: line.says.key, told: language.told(line) }))
        .filter(({ key, told }) => told.includes('–') || told.includes('{') || told.endsWith(key)),
    );
    expect(bare).toEqual([]);
  });

  it.each(LOCALES)('in %s leave no place of a brief open, and mark nothing in it', (locale) => {
    const language = new Language(locale);
    const wrong = runs
      .flatMap(({ timeline }) => transcript(timeline.trace).map((line) => language.brief(line)))
      .filter((parts) => /[–{[]/.test(textOf(parts)) || parts.some(({ isMarked }) => isMarked));
    expect(wrong.map(textOf)).toEqual([]);
  });

  it.each(LOCALES)('in %s say all that could happen, and why it cannot', (locale) => {
    const language = new Language(locale);
    expect(possible).not.toEqual([]);
    const wrong = possible.filter(({ action, now }) => {
      const { id, blocked } = action;
      const told = textOf(language.act(action, now));
      const isBare = blocked !== null && language.reason(blocked) === blocked.key;
      return told === id || /[–{]/.test(told) || isBare;
    });
    expect(wrong.map(({ action }) => action.id)).toEqual([]);
  });
});

describe('a sentence is true of what its step did', () => {
  const [language] = languages as [Language];
  const linesOf = (id: string, design: string) => {
    const scenario = scenarios.find((one) => one.id.endsWith(id))!;
    const named = scenario.designs.find(({ name }) => name === design)!;
    return transcript(runScenario(systems, scenario, named).timeline.trace);
  };
  const toldBy = (lines: readonly Line[], operation: string) =>
    lines.filter(({ operations }) => operations.at(-1) === operation).map((line) => language.told(line));

  it('where the API finds the run of a repeated submission: it neither writes nor tells the broker', () => {
    const lines = linesOf('crash-before-publish', 'naive');
    expect(toldBy(lines, 'publish')).toEqual([
      'API creates no run: run_1 is there already. The broker is told nothing.',
    ]);
    expect(toldBy(lines, 'appendCreated')).toContain(
      'API finds run_1 under the same key. Nothing is written.',
    );
  });

  it('where a claim is refused: the worker starts nothing, and the brief says why', () => {
    const lines = linesOf('crash-after-publish', 'safe');
    const refused = lines.filter((line) => line.refused === 'claim');
    expect(refused.map((line) => language.told(line))).toEqual([
      'worker-2 tries to claim run_1: the row is running, version 2. No row changes; it starts nothing.',
    ]);
    expect(refused.map((line) => textOf(language.brief(line)))).toEqual(['is refused: run_1 is running']);
  });

  it('where a step has no brief: it is told in full, unmarked', () => {
    const says = { key: 'worker.settleOperation', values: {} };
    const line = { ...linesOf('crash-after-publish', 'safe')[0]!, says, isDurable: true };
    expect(language.brief(line)).toEqual([
      { text: 'settles the operation. ', isId: false, isMarked: false },
      { text: 'The books call it refunded.', isId: false, isMarked: false },
    ]);
  });
});
