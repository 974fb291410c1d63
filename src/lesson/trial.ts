// Tries a design against its lesson's faults: each staged fault after every step of the process that it
// befalls, alone and two together, with a restart at once and a late one. It finds the first order that
// breaks one of the properties that count, or says that none of these orders does. It is a search within
// these bounds and no more; whoever reports it says so.

import { type Action } from '../kernel/action';
import type { Verdict } from '../kernel/property';
import type { Simulation } from '../kernel/simulation';
import type { StepRecord } from '../kernel/trace';
import type { World } from '../kernel/world';
import { lastMover, type Scheduler } from '../scenario/schedule';
import { verdictAtEnd } from '../scenario/verdicts';
import { faultOf, onwardWith, type Pace } from './onward';

export interface Start {
  readonly world: World;
  readonly path: readonly string[];
  /** The actor that moved last. */
  readonly last: string | null;
  /** A property that is broken by then. */
  readonly broken: string | null;
}

export interface TrialTask {
  readonly simulation: Simulation;
  /** Where the orders begin, and which actor moved last before. */
  readonly from: readonly Start[];
  /** Action ids of the staged faults, such as `crash:api`. */
  readonly faults: readonly string[];
  readonly pace: Pick<Pace, 'slow' | 'time'>;
  /** Properties that must hold. */
  readonly keeps: readonly string[];
}

export interface Breach {
  readonly property: string;
  /** Actions from the start of the run up to the step that breaks it, or to the end. */
  readonly path: readonly string[];
  readonly faults: readonly string[];
}

export interface TrialProgress {
  readonly runs: number;
  readonly steps: number;
}

export interface TrialResult extends TrialProgress {
  readonly breach: Breach | null;
}

/** At most so many faults together in one order. */
const TRIAL_FAULTS_MAX = 2;
/** So many steps go by without a break. */
const STEPS_AT_ONCE = 8;
/** A run that is longer does not end. */
const RUN_STEPS_MAX = 600;

interface Place extends Start {
  readonly faults: readonly string[];
  readonly scheduler: Scheduler;
}

/** Goes through the orders, fewest faults first, and yields every few steps so that a page can draw in between. */
export function* tryFaults(task: TrialTask): Generator<TrialProgress, TrialResult> {
  let [runs, steps] = [0, 0];
  let places = schedulersOf(task).flatMap((scheduler) =>
    task.from.map((start): Place => ({ ...start, faults: [], scheduler })),
  );
  for (let faults = 0; faults <= TRIAL_FAULTS_MAX; faults++) {
    const next: Place[] = [];
    for (const place of places) {
      const ended = yield* runOn(task, place, faults < TRIAL_FAULTS_MAX ? next : null, { runs, steps });
      runs += 1;
      steps += ended.steps;
      if (ended.breach !== null) return { breach: ended.breach, runs, steps };
      yield { runs, steps };
    }
    places = next;
  }
  return { breach: null, runs, steps };
}

/** Where nobody can be down, a late restart would try every order a second time. */
function schedulersOf({ simulation, pace, faults, from }: TrialTask): readonly Scheduler[] {
  const { slow } = pace;
  const quick = { ...pace, slow: [] };
  const canRestart = ({ world }: Start): boolean =>
    simulation.enabled(world).some((action) => faultOf(action) === 'restart');
  const hasRestarts = faults.some((fault) => fault.startsWith('crash:')) || from.some(canRestart);
  return [
    onwardWith({ ...quick, restarts: 'at once' }),
    ...(hasRestarts ? [onwardWith({ ...quick, restarts: 'late' })] : []),
    ...(slow.length === 0 ? [] : [onwardWith({ ...pace, restarts: 'at once' })]),
  ];
}

/** One run to its end; where a staged fault could befall somebody on the way, that place is kept for later. */
function* runOn(
  { simulation, faults, keeps }: TrialTask,
  place: Place,
  places: Place[] | null,
  progress: TrialProgress,
): Generator<TrialProgress, { readonly breach: Breach | null; readonly steps: number }> {
  const lanes = simulation.system.actors.map((actor) => actor.id);
  const path = [...place.path];
  if (place.broken !== null) {
    return { breach: { property: place.broken, path, faults: place.faults }, steps: 0 };
  }
  let { world, last } = place;
  const unused = faults.filter((fault) => !place.faults.includes(fault));
  // Right after a fault the next one would befall the same moment again: it had its place before.
  let moved: string | null = place.faults.length === 0 ? '' : null;
  for (let steps = 0; steps < RUN_STEPS_MAX; steps++) {
    if (steps % STEPS_AT_ONCE === STEPS_AT_ONCE - 1) yield progress;
    const enabled = simulation.enabled(world);
    if (places !== null && moved !== null) {
      for (const fault of befalling(enabled, unused, moved)) {
        const fallen = simulation.take(world, fault.id);
        // What only the process knew is lost by the fault itself: no later step shows it.
        const broken = brokenBy(fallen.record, keeps);
        places.push({
          ...{ world: fallen.world, path: [...path, fault.id], last, broken },
          scheduler: place.scheduler,
          faults: [...place.faults, fault.id],
        });
      }
    }
    const next = place.scheduler(enabled, lanes, last);
    if (next === null) return { breach: breachAtEnd(simulation, keeps, world, path, place.faults), steps };
    const { world: after, record } = simulation.take(world, next.id);
    path.push(next.id);
    last = lastMover([record]) ?? last;
    moved = record.actor;
    world = after;
    const broken = brokenBy(record, keeps);
    if (broken !== null) return { breach: { property: broken, path, faults: place.faults }, steps };
  }
  return { breach: { property: '', path, faults: place.faults }, steps: RUN_STEPS_MAX };
}

function brokenBy({ verdicts }: StepRecord, keeps: readonly string[]): string | null {
  const broken = verdicts.find(({ property, to }) => to === 'violated' && keeps.includes(property));
  return broken?.property ?? null;
}

/** Faults that could befall the actor that has just moved; before the first step, anybody. */
function befalling(enabled: readonly Action[], faults: readonly string[], moved: string): readonly Action[] {
  return enabled.filter(
    ({ id, lane, blocked }) => blocked === null && faults.includes(id) && (moved === '' || moved === lane),
  );
}

function breachAtEnd(
  simulation: Simulation,
  keeps: readonly string[],
  end: World,
  path: readonly string[],
  faults: readonly string[],
): Breach | null {
  const isMissed = (verdict: Verdict): boolean => verdict === 'violated';
  const missed = simulation.system.properties.find(
    (property) =>
      property.kind === 'eventually' &&
      keeps.includes(property.id) &&
      isMissed(verdictAtEnd(simulation, property, end)),
  );
  return missed === undefined ? null : { property: missed.id, path, faults };
}

/** What a trial comes to, for whoever can wait for it. */
export function finished(trial: Generator<TrialProgress, TrialResult>): TrialResult {
  for (;;) {
    const next = trial.next();
    if (next.done === true) return next.value;
  }
}
