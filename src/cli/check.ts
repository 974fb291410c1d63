// `converge check`: every expectation of every design of every scenario. With `--set` it is sabotage: an
// alternative goes into the designs that are safe, and where it matters their expectations must fail.

import type { Design } from '../kernel/decision';
import { Classroom } from '../lesson/classroom';
import { lessonOf } from '../lesson/lesson';
import { failuresOfLesson } from '../lesson/proof';
import { explorationFailures } from '../scenario/exploration-checks';
import { type Failure, failuresOf } from '../scenario/expectation';
import { isSound, runScenario } from '../scenario/run';
import type { Scenario, ScenarioDesign } from '../scenario/scenario';
import { Systems } from '../scenario/systems';
import { openSqlite } from '../sqlite/open';
import { type Command, EXIT, has, type Output, printJson, UsageError } from './command';
import { readScenarios } from './files';
import { SET_OPTION, settingsOf } from './settings';

interface Result {
  readonly id: string;
  readonly design: string;
  readonly ok: boolean;
  readonly failures: readonly Failure[];
}

export const check: Command = {
  name: 'check',
  operands: '[path…]',
  takes: [0, Infinity],
  summary: 'Judge every expectation of every design; all scenarios, or those named.',
  options: [
    { ...SET_OPTION, help: 'put an alternative into every safe design' },
    { name: 'deep', value: null, help: 'search with one more of every fault; takes many minutes' },
  ],
  async run(given, output) {
    const settings = settingsOf(given);
    const scenarios = readScenarios(given.operands);
    // Nothing to judge must not look like nothing that failed.
    if (scenarios.length === 0) throw new UsageError('found no scenario; expected folders in scenarios/');
    const systems = new Systems(await openSqlite());
    const summary = judgeAll(systems, scenarios, settings, has(given, 'deep'));
    if (has(given, 'json')) printJson(output, summary);
    else printSummary(output, summary, settings);
    return summary.failed === 0 ? EXIT.ok : EXIT.failed;
  },
};

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly scenarios: readonly Result[];
}

export function judgeAll(
  systems: Systems,
  scenarios: readonly Scenario[],
  settings: Design,
  isDeep = false,
): Summary {
  const results = scenarios.flatMap((scenario) =>
    scenario.designs.map((design) => judge(systems, scenario, design, settings, isDeep)),
  );
  const failed = results.filter((result) => !result.ok).length;
  return { passed: results.length - failed, failed, scenarios: results };
}

function judge(
  systems: Systems,
  scenario: Scenario,
  design: ScenarioDesign,
  settings: Design,
  isDeep: boolean,
): Result {
  const run = runScenario(systems, scenario, design, isSound(design) ? settings : {});
  const failures = [
    ...failuresOf(run, design.expect, design.unmatched),
    ...(Object.keys(settings).length === 0 ? lessonFailures(systems, scenario, design) : []),
    ...explorationFailures(systems, scenario, design, isSound(design) ? settings : {}, { isDeep }),
  ];
  return { id: scenario.id, design: design.name, ok: failures.length === 0, failures };
}

/** A lesson is judged with the design that it begins with. */
function lessonFailures(systems: Systems, scenario: Scenario, design: ScenarioDesign): readonly Failure[] {
  const lesson = lessonOf(scenario);
  if (lesson?.design.name !== design.name) return [];
  return failuresOfLesson(new Classroom(systems, scenario, lesson));
}

export function printSummary(output: Output, summary: Summary, settings: Design): void {
  const set = Object.entries(settings).map(([decision, name]) => ` --set ${decision}=${name}`);
  for (const { id, design, ok, failures } of summary.scenarios) {
    output.print(`${ok ? 'ok    ' : 'FAILED'} ${id} ${design}`);
    for (const { what, expected, got } of failures) {
      output.print(`         ${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
    }
    if (!ok) output.print(`         see it: converge run ${id} --design ${design}${set.join('')}`);
  }
  output.print(`\n${String(summary.passed)} passed, ${String(summary.failed)} failed`);
}
