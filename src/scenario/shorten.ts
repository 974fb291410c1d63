// What has to be done to the default scheduler so that it takes a given path. Where it would have taken
// another action, somebody picked one, or held actors back until the scheduler came to it by itself; the
// cheapest way through the whole run is found step by step, a few sets of held actors at a time. Holding
// costs less than picking: it says what was meant, and has a meaning in other designs too.

import { type Action, ACTION_KINDS } from '../kernel/action';
import { FAULT_KINDS } from '../kernel/fault';
import { nextAction } from '../kernel/scheduler';
import type { Timeline } from '../kernel/timeline';
import { serviceFaultNames } from '../system/faults';

/** Effects that have to happen when so many steps have been taken. */
export interface Deviation {
  readonly at: number;
  readonly effects: readonly string[];
  /** The actor that the first effect befalls, or null. */
  readonly subject: string | null;
  /** True where the effects themselves take the next step of the path. */
  readonly takes: boolean;
  /** Actors that were held until then. */
  readonly held: ReadonlySet<string>;
}

export interface Shortened {
  readonly deviations: readonly Deviation[];
  /** Actors that are held at the end. */
  readonly held: ReadonlySet<string>;
  /** Whether the default scheduler has nothing to take at the end. */
  readonly isQuiet: boolean;
}

/** What the default scheduler finds before each step of a run, and at its end. */
export interface Moments {
  readonly lanes: readonly string[];
  readonly path: readonly string[];
  readonly enabled: readonly (readonly Action[])[];
  readonly last: readonly (string | null)[];
}

interface Way {
  readonly cost: number;
  readonly held: ReadonlySet<string>;
  /** Whether the scheduler took the step before: an effect then needs a point to fire at. */
  readonly follows: boolean;
  readonly deviation: Deviation | null;
  readonly before: Way | null;
}

/** How many of the cheapest ways are followed at once. */
const WAYS_MAX = 12;
const COST = { sentence: 1, hold: 1, fault: 1, pick: 2, endsOnTheSpot: 1 } as const;

export function momentsOf(timeline: Timeline): Moments {
  const { simulation, trace } = timeline;
  const last: (string | null)[] = [null];
  for (const record of trace) last.push(record.operations.length > 0 ? record.actor : last.at(-1)!);
  return {
    lanes: simulation.system.actors.map((actor) => actor.id),
    path: trace.map((record) => record.id),
    enabled: last.map((_, cursor) => simulation.enabled(timeline.worldAt(cursor))),
    last,
  };
}

/** The action that the default scheduler takes at a moment. */
export function nextAt({ enabled, lanes, last }: Moments, at: number, held: ReadonlySet<string>) {
  return nextAction(enabled[at] ?? [], lanes, last[at] ?? null, held);
}

export function shorten(moments: Moments): Shortened {
  const { path } = moments;
  let ways: readonly Way[] = [{ cost: 0, held: new Set(), follows: false, deviation: null, before: null }];
  for (const [at, id] of path.entries()) {
    ways = cheapest(
      ways.flatMap((way) => [...following(moments, way, at, id), taking(moments, way, at, id)]),
    );
  }
  const ends = ways.map((way) => {
    const isQuiet = nextAt(moments, path.length, way.held) === null;
    return { way, isQuiet, cost: way.cost + (isQuiet ? 0 : COST.endsOnTheSpot) };
  });
  const best = ends.reduce((a, b) => (b.cost < a.cost ? b : a));
  return { deviations: deviationsOf(best.way), held: best.way.held, isQuiet: best.isQuiet };
}

/** Ways on which the scheduler takes the step itself: as it is, or with other actors held. */
function following(moments: Moments, way: Way, at: number, id: string): readonly Way[] {
  if (nextAt(moments, at, way.held)?.id === id) {
    return [{ ...way, follows: true, deviation: null, before: way }];
  }
  const action = moments.enabled[at]?.find((one) => one.id === id);
  if (action === undefined || !isOwnMove(action)) return [];
  const skipped = lanesBefore(moments, at, action.lane);
  const kept = new Set([...way.held].filter((lane) => lane !== action.lane));
  const choices = [new Set([...kept, ...skipped]), new Set(skipped)];
  return choices.flatMap((held) => {
    if (nextAt(moments, at, held)?.id !== id) return [];
    const holds = [...held].filter((lane) => !way.held.has(lane));
    const releases = [...way.held].filter((lane) => !held.has(lane));
    const effects = [...holds.map((lane) => `hold ${lane}`), ...releases.map((lane) => `release ${lane}`)];
    const subject = holds[0] ?? null;
    const deviation = { at, effects, subject, takes: false, held: way.held };
    const cost = way.cost + effects.length * COST.hold + sentenceCost(way);
    return [{ cost, held, follows: true, deviation, before: way }];
  });
}

/** The way on which the step is taken by name. */
function taking({ enabled }: Moments, way: Way, at: number, id: string): Way {
  const action = enabled[at]?.find((one) => one.id === id);
  const isFault = action?.kind === 'fault';
  const subject = isFault ? action.lane : null;
  const deviation = { at, effects: [effectOf(id)], subject, takes: true, held: way.held };
  const cost = way.cost + (isFault ? COST.fault : COST.pick) + sentenceCost(way);
  return { cost, held: way.held, follows: false, deviation, before: way };
}

const sentenceCost = ({ follows, before }: Way): number => (follows || before === null ? COST.sentence : 0);

/** Actors whose turn would come before a lane's, and who have something to do. */
function lanesBefore({ enabled, lanes, last }: Moments, at: number, lane: string): readonly string[] {
  const mover = last[at] ?? null;
  const first = mover === null ? 0 : lanes.indexOf(mover) + 1;
  const turns = lanes.map((_, turn) => lanes[(first + turn) % lanes.length] ?? '');
  const movers = new Set(enabled[at]?.filter(isOwnMove).map((action) => action.lane));
  return turns.slice(0, turns.indexOf(lane)).filter((one) => movers.has(one));
}

const OWN_MOVES: readonly string[] = ACTION_KINDS.slice(0, 2);
const isOwnMove = (action: Action): boolean => action.blocked === null && OWN_MOVES.includes(action.kind);

/** The few cheapest of all ways, the cheapest alone of those that hold the same actors. */
function cheapest(ways: readonly Way[]): readonly Way[] {
  const best = new Map<string, Way>();
  for (const way of ways.toSorted((a, b) => a.cost - b.cost)) {
    const key = `${[...way.held].sort().join(' ')} ${String(way.follows)}`;
    if (!best.has(key)) best.set(key, way);
  }
  return [...best.values()].slice(0, WAYS_MAX);
}

function deviationsOf(end: Way): readonly Deviation[] {
  const found: Deviation[] = [];
  for (let way: Way | null = end; way !== null; way = way.before) {
    if (way.deviation !== null) found.push(way.deviation);
  }
  return found.reverse();
}

const VERBS_OF_FAULTS: readonly string[] = [...FAULT_KINDS, ...serviceFaultNames];

/** An action as an effect of a schedule: faults have verbs of their own. */
export function effectOf(id: string): string {
  const [fault = '', ...target] = id.split(':');
  return VERBS_OF_FAULTS.includes(fault) ? `${fault} ${target.join(':')}` : `pick ${id}`;
}
