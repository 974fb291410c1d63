// A world for long runs: 500 submissions wait in the outbox, two browsers follow the first one, and every
// message that the dispatcher sends may come more than once, so that a run can be as long as one wants.

import { type Design, safeDesign } from '../../src/kernel/decision';
import { nextAction } from '../../src/kernel/scheduler';
import { Simulation } from '../../src/kernel/simulation';
import { Timeline } from '../../src/kernel/timeline';
import type { System, World } from '../../src/kernel/world';
import { openSqlite, type Sqlite } from '../../src/sqlite/open';
import { actorIds, decisions } from '../../src/system/catalog';
import { beginWorld, type Given } from '../../src/system/given';
import { openSystem } from '../../src/system/system';

const SUBMISSIONS = 500;

const given: Given = {
  orders: Array.from({ length: SUBMISSIONS }, (_, i) => ({ order: `ord_${String(i + 1)}`, total: '100.00' })),
  browsers: {
    'browser-1': { person: 'alice', watches: 'run_1' },
    'browser-2': { person: 'carol', watches: 'run_1' },
  },
  runs: Array.from({ length: SUBMISSIONS }, (_, i) => ({
    ...{ run: `run_${String(i + 1)}`, by: 'alice', order: `ord_${String(i + 1)}`, amount: '25.00' },
    ...{ attempts: 3, history: ['submitted'] },
  })),
  actors: {},
};

let loaded: Promise<Sqlite> | null = null;

/** SQLite, loaded once. */
export function sqlite(): Promise<Sqlite> {
  loaded ??= openSqlite();
  return loaded;
}

/** A simulation of the safe design, its parts changed as wanted. */
export async function benchSimulation(
  change: (system: System) => System = (system) => system,
): Promise<Simulation> {
  const design: Design = safeDesign(decisions);
  return new Simulation(change(openSystem(await sqlite(), design).system));
}

/** The start: everything submitted, nothing done. */
export const benchWorld = (simulation: Simulation): World => {
  return beginWorld(simulation, given, { duplicate: SUBMISSIONS * 4 });
};

/** Action ids of a run of this many steps: the default scheduler's, and a second copy of every message. */
export function benchPath(simulation: Simulation, first: World, steps: number): readonly string[] {
  const path: string[] = [];
  let [world, last] = [first, null as string | null];
  const copied = new Map<string, number>();
  while (path.length < steps) {
    const enabled = simulation.enabled(world);
    const copy = enabled.find((one) => one.id.startsWith('duplicate:runs:') && (copied.get(one.id) ?? 0) < 3);
    // A broker that fills up would measure the length of a list; here it holds a few messages at a time.
    const isFull = Object.keys(world.channels['runs'] ?? {}).length > 3;
    const next = copy ?? nextAction(enabled, actorIds, last, new Set(isFull ? ['dispatcher'] : []));
    if (next === null) break;
    if (copy !== undefined) copied.set(copy.id, (copied.get(copy.id) ?? 0) + 1);
    else last = next.lane;
    path.push(next.id);
    world = simulation.take(world, next.id).world;
  }
  return path;
}

/** A timeline with this many steps, its cursor at the end. */
export function longTimeline(simulation: Simulation, path: readonly string[]): Timeline {
  const timeline = new Timeline(simulation, benchWorld(simulation));
  for (const id of path) timeline.take(id);
  return timeline;
}
