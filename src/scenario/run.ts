// A run is a function of scenario, design and what steers it: the file's own schedule, another schedule, a
// path of action ids, or chance with a seed. The same input gives the same trace, byte for byte.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Design } from '../kernel/decision';
import { STEPS_MAX, Timeline } from '../kernel/timeline';
import { beginWorld } from '../system/given';
import type { Scenario, ScenarioDesign, ScheduleFile } from './scenario';
import { drive, type Driven, enabledIds } from './schedule';
import { type Systems, unsafeOf } from './systems';
import { decisions } from '../system/catalog';

/** What decides each next step of a run. */
export type Steering = ScheduleFile | { readonly random: { readonly seed: number; readonly steps: number } };

export interface Run extends Driven {
  readonly scenario: Scenario;
  /** Name of the design that the run started from. */
  readonly design: string;
  /** What it has in place of the safe alternatives. */
  readonly overrides: Design;
  readonly timeline: Timeline;
}

/** A seed is what the generator takes: a whole number of 32 bits. */
export const SEED_MAX = 2 ** 32 - 1;
export const RANDOM_STEPS_MAX = STEPS_MAX;

/** The design of a scenario in which nothing is overridden, or one of that kind where it names none. */
export function safeDesignOf(scenario: Scenario): Pick<ScenarioDesign, 'name' | 'overrides'> {
  return scenario.designs.find(isSafe) ?? scenario.designs.find(isSound) ?? { name: 'safe', overrides: {} };
}

export const isSafe = (design: Pick<ScenarioDesign, 'overrides'>): boolean =>
  Object.keys(unsafeOf(design.overrides)).length === 0;

/** Whether all that it chooses is safe: where a decision has several safe alternatives, any of them. */
export const isSound = ({ overrides }: Pick<ScenarioDesign, 'overrides'>): boolean =>
  Object.entries(overrides).every(([id, name]) => {
    const alternatives = decisions.find((one) => one.id === id)?.alternatives;
    return alternatives?.find((one) => one.name === name)?.safe === true;
  });

/** Runs a scenario under one of its designs, with further alternatives put into it. */
export function runScenario(
  systems: Systems,
  scenario: Scenario,
  design: Pick<ScenarioDesign, 'name' | 'overrides'>,
  changes: Design = {},
  steering: Steering = { schedule: scenario.plan },
): Run {
  const overrides = unsafeOf({ ...design.overrides, ...changes });
  const timeline = beginRun(systems, scenario, overrides);
  return { scenario, design: design.name, overrides, timeline, ...steer(timeline, steering) };
}

/** A run under a design, at its start: that of the scenario, or another one. */
export function beginRun(
  systems: Systems,
  { budget, given }: Pick<Scenario, 'budget' | 'given'>,
  overrides: Design,
): Timeline {
  const simulation = systems.open(overrides, given.cast);
  return new Timeline(simulation, beginWorld(simulation, given, budget));
}

function steer(timeline: Timeline, steering: Steering): Driven {
  if ('schedule' in steering) return drive(timeline, steering.schedule);
  if ('path' in steering) return followPath(timeline, steering.path);
  return wander(timeline, steering.random.seed, steering.random.steps);
}

/** Takes the actions of a path, as far as they are possible. */
export function followPath(timeline: Timeline, path: readonly string[]): Driven {
  for (const id of path) {
    const enabled = enabledIds(timeline.enabled);
    if (!enabled.includes(id)) {
      const stopped = { why: 'notEnabled', step: timeline.cursor, id, enabled } as const;
      return { unmatched: [], stopped };
    }
    timeline.take(id);
  }
  return { unmatched: [], stopped: null };
}

/** Takes any enabled action, faults within their budget included, each as likely as the others. */
function wander(timeline: Timeline, seed: number, steps: number): Driven {
  const chance = xoroshiro128plus(seed);
  for (let left = Math.min(steps, RANDOM_STEPS_MAX); left > 0; left--) {
    const enabled = enabledIds(timeline.enabled);
    const id = enabled[enabled.length === 0 ? 0 : uniformInt(chance, 0, enabled.length - 1)];
    if (id === undefined) break;
    timeline.take(id);
  }
  return { unmatched: [], stopped: null };
}
