// `converge explore`: every order of steps and faults of a scenario within bounds, and the shortest way to
// break each property, as an engineer or a job in CI asks for it.

import { performance } from 'node:perf_hooks';
import type { Bounds } from '../explore/bounds';
import { type Finding, finished, type SearchResult } from '../explore/search';
import { boundComplaint, BOUND_FAULTS } from '../scenario/explore-checks';
import { SEARCH_LIMITS } from '../scenario/explore-schema';
import { boundsOf, Exploration, withBounds } from '../scenario/exploration';
import { linkTo } from '../scenario/link';
import { complaintText, quoted } from '../scenario/problem';
import { recordRun } from '../scenario/record';
import { isSafe, runScenario, safeDesignOf, SEED_MAX } from '../scenario/run';
import type { Scenario } from '../scenario/scenario';
import { Systems } from '../scenario/systems';
import { openSqlite } from '../sqlite/open';
import { actorIds } from '../system/catalog';
import { finish } from './authoring';
import {
  type Arguments,
  type Command,
  EXIT,
  has,
  numberOf,
  type Option,
  type Output,
  printJson,
  UsageError,
  valueOf,
} from './command';
import { readOwn, readScenarios } from './files';
import { recordedWords } from './first-words';
import { designOf, only } from './run';
import { formFrom, INTO_OPTION, targetOf } from './scenario-folder';
import { SET_OPTION, settingsOf } from './settings';

const WALKS = 2_000;
const WALK_STEPS = 400;

const OPTIONS: readonly Option[] = [
  { name: 'design', value: 'NAME', help: 'a design of the scenario; the safe one if left out' },
  SET_OPTION,
  {
    ...{ name: 'bound', value: 'key=value', isRepeatable: true },
    help: 'together, steps, worlds, or a fault: crash=1, "crash dispatcher=1", clock=1',
  },
  { name: 'still', value: 'ACTOR', isRepeatable: true, help: 'an actor that does nothing by itself' },
  { name: 'seed', value: 'N', help: 'walks by chance where the bounds cut the search short, from this seed' },
  { name: 'walks', value: 'N', help: `with --seed: how many walks (${String(WALKS)})` },
  { name: 'record', value: 'NAME', help: 'make a scenario of the first schedule found' },
  { name: 'property', value: 'ID', help: 'look at this property alone' },
  INTO_OPTION,
];

export const explore: Command = {
  name: 'explore',
  operands: '<id|path>',
  takes: [1, 1],
  summary: 'Search every order of steps and faults for the shortest way to break a property.',
  options: OPTIONS,
  async run(given, output) {
    const changes = settingsOf(given);
    const scenario = only(readScenarios(given.operands));
    const design = designOf(scenario, valueOf(given, 'design'));
    const bounds = boundsIn(given, boundsOf(scenario));
    const overrides = { ...design.overrides, ...changes };
    const systems = new Systems(await openSqlite());
    const property = propertyIn(given, systems, overrides);
    const exploration = new Exploration(systems, scenario, overrides, bounds, {
      ...(property === undefined ? {} : { properties: [property] }),
    });
    const start = performance.now();
    const result = finished(exploration.search);
    const sampled = result.complete ? [] : sample(exploration, given);
    const seconds = (performance.now() - start) / 1_000;
    for (const found of [...result.found, ...sampled]) exploration.confirm(found);
    const report = reportOf(scenario, exploration.overrides, bounds, result, sampled, seconds);
    if (has(given, 'json')) printJson(output, report);
    else printReport(output, report);
    const name = valueOf(given, 'record');
    return name === undefined
      ? EXIT.ok
      : recordFirst(systems, scenario, exploration, [...result.found, ...sampled], name, given, output);
  },
};

/** The bounds with what the command line sets. */
function boundsIn({ options }: Arguments, bounds: Bounds): Bounds {
  let [set, faults] = [bounds, bounds.faults];
  for (const text of options.get('bound') ?? []) {
    const match = /^([^=]+)=(\d{1,9})$/.exec(text);
    if (match?.[1] === undefined) throw refused(text, 'key=value, the value a whole number');
    const [name, value] = [match[1], Number(match[2])];
    const limit = limitOf(name);
    if (limit === undefined)
      throw new UsageError(`--bound: ${complaintText(boundComplaint(name) ?? unknown(name))}`);
    if (value > limit) throw refused(text, `${name} up to ${String(limit)}`);
    if (BOUND_FAULTS.includes(name)) faults = { ...faults, [name]: value };
    else set = withBounds(set, { [name]: value });
  }
  const still = options.get('still');
  for (const id of still ?? []) {
    if (!actorIds.includes(id))
      throw new UsageError(`--still: found ${quoted(id)}; expected one of ${actorIds.join(', ')}`);
  }
  return withBounds(set, { faults, ...(still === undefined ? {} : { still }) });
}

function limitOf(name: string): number | undefined {
  if (BOUND_FAULTS.includes(name)) return SEARCH_LIMITS.faults;
  const limits: Readonly<Record<string, number>> = {
    together: SEARCH_LIMITS.faults,
    steps: SEARCH_LIMITS.steps,
    worlds: SEARCH_LIMITS.worlds,
  };
  return limits[name];
}

const unknown = (name: string) => ({ found: quoted(name), expected: 'together, steps, worlds or a fault' });

const refused = (text: string, expected: string): UsageError =>
  new UsageError(`--bound: found ${quoted(text)}; expected ${expected}`);

function propertyIn(
  given: Arguments,
  systems: Systems,
  overrides: Exploration['overrides'],
): string | undefined {
  const id = valueOf(given, 'property');
  if (id === undefined) return undefined;
  const known = systems.open(overrides).system.properties.map((property) => property.id);
  if (known.includes(id)) return id;
  throw new UsageError(`--property: found ${quoted(id)}; expected one of ${known.join(', ')}`);
}

function sample(exploration: Exploration, given: Arguments): readonly Finding[] {
  if (valueOf(given, 'seed') === undefined) return [];
  const walks = exploration.walks(numberOf(given, 'seed', 0, SEED_MAX));
  const count = numberOf(given, 'walks', WALKS, 1_000_000);
  for (let i = 0; i < count; i++) walks.walk(WALK_STEPS);
  return walks.found;
}

interface Report {
  readonly states: number;
  readonly transitions: number;
  readonly executed: number;
  readonly depth: number;
  readonly faults: number;
  readonly seconds: number;
  readonly complete: boolean;
  readonly bounds: Bounds;
  readonly levels: SearchResult['levels'];
  readonly violations: readonly Violation[];
}

interface Violation {
  readonly property: string;
  readonly faults: number;
  readonly path: readonly string[];
  /** Found by walks beyond the bounds: not the shortest, and a sample. */
  readonly sampled: boolean;
  readonly link: string | null;
}

function reportOf(
  { id, content }: Scenario,
  overrides: Exploration['overrides'],
  bounds: Bounds,
  result: SearchResult,
  sampled: readonly Finding[],
  seconds: number,
): Report {
  const { worlds, transitions, executed, depth, faults, complete, levels } = result;
  const told = ({ property, faults: n, path }: Finding, isSampled: boolean): Violation => {
    const link = linkTo({ scenario: id, content, overrides, path });
    return { property, faults: n, path, sampled: isSampled, link };
  };
  return {
    ...{ states: worlds, transitions, executed, depth, faults, seconds, complete, bounds, levels },
    violations: [...result.found.map((one) => told(one, false)), ...sampled.map((one) => told(one, true))],
  };
}

function printReport(output: Output, report: Report): void {
  const number = (n: number): string => n.toLocaleString('en');
  for (const { faults, worlds, transitions, complete } of report.levels) {
    const how = complete ? 'complete' : 'cut short by the bounds';
    output.print(
      `up to ${String(faults)} faults: ${number(worlds)} worlds, ${number(transitions)} transitions, ${how}`,
    );
  }
  const rate = number(Math.round(report.states / report.seconds));
  output.print(
    `${number(report.states)} worlds in ${report.seconds.toFixed(1)} s (${rate} a second), ` +
      `${number(report.executed)} of ${number(report.transitions)} steps run in SQLite`,
  );
  for (const { property, faults, path, sampled, link } of report.violations) {
    const how = sampled ? 'found by a walk' : 'shortest';
    output.print(`\n${property} broken: ${how}, ${String(faults)} faults, ${String(path.length)} steps`);
    output.print(path.map((id) => `  ${id}`).join('\n'));
    if (link !== null) output.print(`  see it: ${link}`);
  }
  if (report.violations.length > 0) return;
  const where = report.complete ? 'within these bounds' : 'as far as this went; the bounds cut it short';
  output.print(`\nnothing broken ${where}`);
}

/** The first schedule that was found, as a scenario of its own. */
function recordFirst(
  systems: Systems,
  scenario: Scenario,
  { overrides }: Exploration,
  found: readonly Finding[],
  name: string,
  given: Arguments,
  output: Output,
): number {
  const target = targetOf(given, name, '--record');
  const [first] = found;
  if (first === undefined) throw new UsageError('--record: found nothing that breaks; expected a schedule');
  const own = isSafe({ overrides }) ? safeDesignOf(scenario).name : 'naive';
  const designs = isSafe({ overrides }) ? { [own]: {} } : { [own]: overrides, safe: {} };
  const run = runScenario(systems, scenario, { name: own, overrides }, {}, { path: first.path });
  const file = recordRun(systems, run, { id: name, form: formFrom(target), designs });
  if (file === null)
    throw new UsageError(`--record: ${String(first.path.length)} steps are too many to tell`);
  const words = recordedWords(run, readOwn(scenario.id)?.words ?? null, Object.keys(designs));
  const next = ['en.json and zh-CN.json: title and summary, in words of your own'];
  return finish(systems, { target, file, words, next }, given, output);
}
