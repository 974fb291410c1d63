// Real runs of the scenarios that are there, for claims about what pictures read from them.
import { readdirSync, readFileSync } from 'node:fs';
import type { Design } from '../../src/kernel/decision';
import type { Timeline } from '../../src/kernel/timeline';
import { runScenario } from '../../src/scenario/run';
import { parseSchedule, parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());
const scenarios = readdirSync('scenarios').map((folder) => {
  const file = `scenarios/${folder}/scenario.json`;
  return parseScenario(readFileSync(file, 'utf8'), file, folder);
});

/** The run of a scenario's faults, or of another schedule, under these alternatives in place of the safe ones. */
export function runOf(name: string, overrides: Design = {}, schedule?: readonly string[]): Timeline {
  const scenario = scenarios.find(({ id }) => id.endsWith(name))!;
  const other = schedule === undefined ? undefined : parseSchedule(JSON.stringify({ schedule }), 'test');
  return runScenario(systems, scenario, { name: '', overrides }, {}, other).timeline;
}

export const PAID_TWICE: Design = { 'claim.mode': 'none', 'operation.id': 'fresh_each_call' };

/** Every scenario under each of its own designs. */
export const allRuns = (): readonly Timeline[] =>
  scenarios.flatMap((scenario) =>
    scenario.designs.map((design) => runScenario(systems, scenario, design).timeline),
  );
