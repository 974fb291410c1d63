// What scenarios tell of themselves. A search from the start looks at every order of steps, and its worlds run out
// before a long story is told; the schedule that its author wrote down goes further, and is as good a proof.

import type { AblationJob, Breach, Searching } from './ablation';
import { faultsIn } from './budget';
import { runScenario } from './run';
import type { Scenario } from './scenario';
import type { Systems } from './systems';
import { verdictsOf } from './verdicts';

/** Searches, and where they find nothing the scenario's own schedule in the same design. */
export const orScheduled =
  (systems: Systems, scenarios: readonly Scenario[], search: Searching): Searching =>
  async (jobs) => {
    const answers = await search(jobs);
    return jobs.map((job, i) => answers[i] ?? scheduled(systems, scenarios, job));
  };

/** What a scenario's schedule breaks first in the design of a job; null where that is nothing. */
function scheduled(systems: Systems, scenarios: readonly Scenario[], job: AblationJob): Breach | null {
  const scenario = scenarios.find(({ id }) => id === job.scenario)!;
  const { timeline } = runScenario(systems, scenario, { name: '', overrides: job.overrides });
  const at = timeline.trace.findIndex(({ verdicts }) => verdicts.some(({ to }) => to === 'violated'));
  const done = timeline.trace[at]?.verdicts.find(({ to }) => to === 'violated')?.property;
  const property = done ?? Object.entries(verdictsOf(timeline)).find(([, one]) => one === 'violated')?.[0];
  if (property === undefined) return null;
  const path = timeline.trace.slice(0, done === undefined ? undefined : at + 1).map(({ id }) => id);
  return { property, faults: faultsIn(path).length, path, from: 'schedule' };
}
