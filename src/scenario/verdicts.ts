// What a run says of each property. Harm counts from the step at which it was done, whatever came after.
// What must happen in the end is judged on a copy of the final world with the clock run out, so that rows,
// counters and the trace stay those at the end of the schedule (DESIGN §1.8).

import { CLOCK_ADVANCE } from '../kernel/action';
import { judgeEventually, type Property, type Verdict } from '../kernel/property';
import { nextAction } from '../kernel/scheduler';
import type { Simulation } from '../kernel/simulation';
import type { Run as Sql } from '../kernel/store';
import type { Timeline } from '../kernel/timeline';
import type { World } from '../kernel/world';
import { enabledIds, isSteady, lastMover } from './schedule';

/** Bounds of the copy that runs out; beyond them the verdict stays open. */
export const RUN_OUT = { steps: 2_000, advances: 200 } as const;

/** The verdict of every property on the current branch, by id. */
export function verdictsOf(timeline: Timeline): Readonly<Record<string, Verdict>> {
  const { simulation } = timeline;
  const seen = foundIn(timeline);
  const { properties } = simulation.system;
  const isAsked = properties.some((property) => property.kind === 'eventually');
  const end = isAsked
    ? runOut(simulation, timeline.worldAt(timeline.length), lastMover(timeline.trace))
    : null;
  return Object.fromEntries(
    properties.map((property) => [property.id, verdictOf(simulation, property, seen, end)]),
  );
}

function verdictOf(
  simulation: Simulation,
  property: Property,
  seen: ReadonlySet<string>,
  end: World | null,
): Verdict {
  if (property.kind === 'always') return seen.has(property.id) ? 'violated' : 'holds';
  if (property.kind === 'sometimes') return seen.has(property.id) ? 'holds' : 'open';
  return end === null ? 'open' : verdictAtEnd(simulation, property, end);
}

/** What an `eventually` comes to in a world where nothing is left to happen and no deadline is ahead. */
export function verdictAtEnd(simulation: Simulation, property: Property, end: World): Verdict {
  const { store } = simulation.system;
  store.restore(end.rows);
  const timed =
    (sql: Sql): Sql =>
    (name, key) =>
      sql(name, { now: end.now, ...key });
  return store.peek((sql) => judgeEventually(property, timed(sql))).value;
}

/** Properties whose query found a row at any step, or at the start. */
function foundIn(timeline: Timeline): ReadonlySet<string> {
  const atStart = Object.entries(timeline.first.judgement)
    .filter(([, keys]) => Object.values(keys).includes('violated'))
    .map(([property]) => property);
  const later = timeline.trace.flatMap((record) =>
    record.verdicts.filter((change) => change.to === 'violated').map((change) => change.property),
  );
  return new Set([...atStart, ...later]);
}

/**
 * Goes on without faults until nothing is left to happen and no deadline is ahead: whoever is alive gets
 * its turns, and the clock moves whenever nobody has one, though not for what changes nothing. Null where that
 * does not end within bounds.
 */
export function runOut(simulation: Simulation, from: World, lastMoved: string | null): World | null {
  const lanes = simulation.system.actors.map((actor) => actor.id);
  let [world, last, advances] = [from, lastMoved, 0];
  for (let steps = 0; steps < RUN_OUT.steps; steps++) {
    const enabled = simulation.enabled(world);
    const next = nextAction(enabled, lanes, last);
    if (next !== null) last = next.lane;
    else if (isSteady(enabled) || !enabledIds(enabled).includes(CLOCK_ADVANCE)) return world;
    else if (++advances > RUN_OUT.advances) return null;
    world = simulation.take(world, next?.id ?? CLOCK_ADVANCE).world;
  }
  return null;
}
