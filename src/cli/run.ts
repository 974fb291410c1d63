// `converge run`: one run, as the document that everything else about a run can be told from.

import { runDocument } from '../scenario/document';
import { nearest, oneOf } from '../scenario/nearest';
import { complaintText } from '../scenario/problem';
import {
  RANDOM_STEPS_MAX,
  type Run,
  runScenario,
  safeDesignOf,
  SEED_MAX,
  type Steering,
} from '../scenario/run';
import { parseSchedule, type Scenario, type ScenarioDesign } from '../scenario/scenario';
import { Systems } from '../scenario/systems';
import { openSqlite } from '../sqlite/open';
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
import { readScenarios, readText, shown } from './files';
import { printRun } from './run-text';
import { SET_OPTION, settingsOf } from './settings';

const RANDOM_STEPS = 100;

const OPTIONS: readonly Option[] = [
  { name: 'design', value: 'NAME', help: 'a design of the scenario; the safe one if left out' },
  SET_OPTION,
  { name: 'schedule', value: 'FILE', help: 'another schedule, or a path of action ids' },
  { name: 'random', value: null, help: 'take any enabled action at each step' },
  { name: 'seed', value: 'N', help: 'with --random: which of all random runs (0)' },
  { name: 'steps', value: 'N', help: `with --random: how many steps (${String(RANDOM_STEPS)})` },
];

export const run: Command = {
  name: 'run',
  operands: '<id|path>',
  takes: [1, 1],
  summary: 'Run a scenario under one design and print all that happened.',
  options: OPTIONS,
  async run(given, output) {
    const settings = settingsOf(given);
    const scenario = only(readScenarios(given.operands));
    const design = designOf(scenario, valueOf(given, 'design'));
    const steering = steeringOf(given, scenario);
    const systems = new Systems(await openSqlite());
    const done = runScenario(systems, scenario, design, settings, steering);
    reportTrouble(done, valueOf(given, 'schedule'), output);
    const document = runDocument(done);
    if (has(given, 'json')) printJson(output, document);
    else printRun(output, document);
    return EXIT.ok;
  },
};

/** The one scenario that an argument names. */
export function only(scenarios: readonly Scenario[]): Scenario {
  const [scenario, ...others] = scenarios;
  if (scenario !== undefined && others.length === 0) return scenario;
  const found = scenarios.map((one) => one.id).join(', ');
  throw new UsageError(`found ${String(scenarios.length)} scenarios there (${found}); expected one`);
}

/** A design of a scenario by name; its safe one where there is none. */
export function designOf(
  scenario: Scenario,
  name: string | undefined,
): Pick<ScenarioDesign, 'name' | 'overrides'> {
  if (name === undefined) return safeDesignOf(scenario);
  const design = scenario.designs.find((one) => one.name === name);
  if (design !== undefined) return design;
  const names = scenario.designs.map((one) => one.name);
  const expected = oneOf(`a design of ${scenario.id}`, names);
  const complaint = { found: JSON.stringify(name), expected, nearest: nearest(name, names) };
  throw new UsageError(`--design: ${complaintText(complaint)}`);
}

function steeringOf(given: Arguments, scenario: Scenario): Steering {
  const file = valueOf(given, 'schedule');
  if (has(given, 'random')) {
    if (file !== undefined)
      throw new UsageError('--random and --schedule both say what happens; expected one');
    const seed = numberOf(given, 'seed', 0, SEED_MAX);
    return { random: { seed, steps: numberOf(given, 'steps', RANDOM_STEPS, RANDOM_STEPS_MAX) } };
  }
  for (const name of ['seed', 'steps']) {
    if (has(given, name)) throw new UsageError(`--${name} has a meaning only with --random`);
  }
  return file === undefined ? { schedule: scenario.plan } : parseSchedule(readText(file), shown(file));
}

/** What did not go as it was written. A path that cannot be followed is unusable; the rest is told. */
function reportTrouble(
  { unmatched, stopped, timeline }: Run,
  file: string | undefined,
  output: Output,
): void {
  for (const { text, effect, step, why, enabled } of unmatched) {
    const what = effect === null ? text : `${text}, at ${effect}`;
    const reason = {
      neverCame: 'the run was quiet before its point came',
      behind: 'its point had come before',
      notEnabled: 'it was not possible there',
    }[why];
    output.note(`unmatched: ${what}: ${reason}, after step ${String(step)}; enabled were ${listed(enabled)}`);
  }
  if (stopped?.why === 'limit') {
    output.note(`stopped: still going on after ${String(stopped.steps)} steps, the limit of a schedule`);
  } else if (stopped !== null) {
    const place = `path[${String(stopped.step)}]`;
    const found = `found ${JSON.stringify(stopped.id)} after ${String(timeline.length)} steps`;
    const expected = `expected an enabled action (${listed(stopped.enabled)})`;
    throw new UsageError(`--schedule ${file ?? ''}: ${place}: ${found}; ${expected}`);
  }
}

const listed = (ids: readonly string[]): string => (ids.length === 0 ? 'nothing' : ids.join(', '));
