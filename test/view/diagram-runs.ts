// Real runs of the scenarios, for claims about pictures of them.
import { readdirSync, readFileSync } from 'node:fs';
import { runScenario, type Steering } from '../../src/scenario/run';
import { parseScenario, type Scenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());

const scenarios: readonly Scenario[] = readdirSync('scenarios').map((folder) => {
  const file = `scenarios/${folder}/scenario.json`;
  return parseScenario(readFileSync(file, 'utf8'), file, folder.replace(/^\d+-/, ''));
});

export interface RealRun {
  readonly name: string;
  readonly scenario: Scenario;
  readonly timeline: ReturnType<typeof runScenario>['timeline'];
}

export function runOf(id: string, design: string, steering?: Steering): RealRun {
  const scenario = scenarios.find((one) => one.id === id)!;
  const chosen = scenario.designs.find(({ name }) => name === design)!;
  const { timeline } = runScenario(systems, scenario, chosen, {}, steering);
  return { name: `${id}, ${design}`, scenario, timeline };
}

let every: readonly RealRun[] | null = null;

/** Every scenario's own schedule under every one of its designs. */
export const everyRun = (): readonly RealRun[] =>
  (every ??= scenarios.flatMap(({ id, designs }) => designs.map(({ name }) => runOf(id, name))));

/** At least so many runs by chance, with faults of every kind, spread over the scenarios. */
export const randomRuns = (count: number, steps: number): readonly RealRun[] =>
  scenarios.flatMap(({ id, designs }, index) =>
    Array.from({ length: Math.ceil(count / scenarios.length) }, (_, i) =>
      runOf(id, designs[0]!.name, { random: { seed: i * scenarios.length + index, steps } }),
    ),
  );
