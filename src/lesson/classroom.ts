// What a lesson asks of the engine: a run at the moment that matters, the next step worth showing, the same
// faults in another design, and whether a guard stands up to every order of the staged faults.

import type { Action } from '../kernel/action';
import type { Design } from '../kernel/decision';
import type { Timeline } from '../kernel/timeline';
import { breaks, type StepRecord, type Trace } from '../kernel/trace';
import type { World } from '../kernel/world';
import type { Effect, Intervention, Point } from '../scenario/intervention';
import { beginRun, followPath } from '../scenario/run';
import type { Scenario } from '../scenario/scenario';
import { drive, type Driven, lastMover, type Plan, type Scheduler } from '../scenario/schedule';
import type { Systems } from '../scenario/systems';
import { verdictsOf } from '../scenario/verdicts';
import type { Judged, Stage } from './arc';
import type { Guards, Lesson, Transfer } from './lesson';
import { onwardWith, type Slow } from './onward';
import { type Asked, isAt } from '../scenario/predicate';
import { finished, tryFaults, type TrialProgress, type TrialResult } from './trial';

/** The steps that one press takes: those of lanes off stage are passed over on the way to one worth seeing. */
export interface Ahead {
  readonly path: readonly string[];
  /** What the last of them is. */
  readonly action: Action;
}

/** So many steps of lanes off stage go by in one press, at most. */
const AHEAD_MAX = 60;
const RUN_STEPS_MAX = 600;

export class Classroom {
  private readonly systems: Systems;
  readonly scenario: Scenario;
  readonly lesson: Lesson;

  constructor(systems: Systems, scenario: Scenario, lesson: Lesson) {
    this.systems = systems;
    this.scenario = scenario;
    this.lesson = lesson;
  }

  /** A run of the scenario under a design, at its start. */
  begin(overrides: Design, given = this.scenario.given): Timeline {
    return beginRun(this.systems, { budget: this.scenario.budget, given }, overrides);
  }

  /** A run that stands at the moment that matters. */
  atMoment(overrides: Design): Timeline {
    const timeline = this.begin(overrides);
    drive(timeline, this.lesson.moment, RUN_STEPS_MAX, this.scheduler());
    return timeline;
  }

  /** How this lesson goes on by itself. */
  scheduler(slow: readonly Slow[] = this.lesson.slow): Scheduler {
    return onwardWith({ slow, time: this.lesson.time, restarts: 'at once' });
  }

  /** The steps up to the next one of a lane on stage; null where the run is over. */
  ahead(timeline: Timeline): Ahead | null {
    const { simulation, trace, cursor } = timeline;
    const lanes = simulation.system.actors.map((actor) => actor.id);
    const scheduler = this.scheduler();
    let world: World = timeline.world;
    let last = lastMover(trace.slice(0, cursor));
    const path: string[] = [];
    let found: Action | null = null;
    while (path.length < AHEAD_MAX) {
      const action = scheduler(simulation.enabled(world), lanes, last);
      if (action === null) break;
      found = action;
      path.push(action.id);
      if (this.isOnStage(action)) break;
      const { world: after, record } = simulation.take(world, action.id);
      if (breaks(record)) break;
      world = after;
      last = lastMover([record]) ?? last;
    }
    return found === null ? null : { path, action: found };
  }

  /** What the steps of a run say to a predicate; what must happen in the end is judged where it is over. */
  asked({ trace, cursor }: Timeline, since: number, atEnd: Timeline | null): Asked {
    const steps = trace.slice(0, cursor);
    const verdicts =
      atEnd === null
        ? Object.fromEntries(brokenIn(steps).map((id) => [id, 'violated' as const]))
        : verdictsOf(atEnd);
    return { steps, since, verdicts };
  }

  /** The step that a question stands before; null where none comes. */
  stepBefore(trace: Trace, point: Point): number | null {
    let seen = 0;
    for (const [step, record] of trace.entries()) {
      if (isAt(point, record) && ++seen === (point.nth ?? 1)) return step;
    }
    return null;
  }

  /** What the learner made happen, as a plan that fits every design: whatever the lesson itself would not do. */
  choicesOf(timeline: Timeline, from: number): Plan {
    const { simulation, trace } = timeline;
    const interventions = this.choiceSteps(timeline, from).flatMap((step) => {
      const enabled = simulation.enabled(timeline.worldAt(step));
      const action = enabled.find(({ id }) => id === trace[step]!.id);
      return action === undefined ? [] : [anchored(action, trace.slice(0, step), from)];
    });
    return { interventions: merged(interventions), ends: 'quiet' };
  }

  /** The steps that the learner chose otherwise than the lesson would have gone on. */
  choiceSteps(timeline: Timeline, from: number): readonly number[] {
    const { simulation, trace, cursor } = timeline;
    const lanes = simulation.system.actors.map((actor) => actor.id);
    const scheduler = this.scheduler();
    const isOwn = (step: number): boolean => {
      const enabled = simulation.enabled(timeline.worldAt(step));
      return scheduler(enabled, lanes, lastMover(trace.slice(0, step)))?.id !== trace[step]!.id;
    };
    return Array.from({ length: Math.max(0, cursor - from) }, (_, i) => from + i).filter(isOwn);
  }

  /** A path of actions from the start, in a design. */
  replay(overrides: Design, path: readonly string[], given = this.scenario.given): Timeline {
    const timeline = this.begin(overrides, given);
    followPath(timeline, path);
    return timeline;
  }

  /** Of a decided path, what one press takes: up to a step worth seeing, and no more than so many. */
  decided(timeline: Timeline, path: readonly string[], most: number): readonly string[] {
    const { simulation } = timeline;
    let { world } = timeline;
    for (const [i, id] of path.slice(0, most).entries()) {
      const taken = simulation.take(world, id);
      if (this.isRow(taken.record)) return path.slice(0, i + 1);
      world = taken.world;
    }
    return path.slice(0, most);
  }

  /** What a last hint points at: an action's id, or the key of a guard; null where there is nothing. */
  usefulAt(stage: Stage, timeline: Timeline): string | null {
    const { guards, transfer } = this.lesson;
    const mending = (all: Guards = {}): string | null =>
      Object.entries(all).find(([, { mends }]) => mends)?.[0] ?? null;
    if (stage === 'break') return this.nextUseful(timeline);
    if (stage === 'mend') return mending(guards ?? undefined);
    return stage === 'transfer' ? mending(transfer?.guards) : null;
  }

  /** The first action of the shortest way that breaks what this lesson wants broken; null where none is known. */
  private nextUseful(timeline: Timeline): string | null {
    const { world, trace, cursor, simulation } = timeline;
    const steps = trace.slice(0, cursor);
    const { slow, time, faults } = this.lesson;
    const path = steps.map(({ id }) => id);
    const trial = tryFaults({
      ...{ simulation, faults, pace: { slow, time }, keeps: this.lesson.break?.violated ?? [] },
      from: [{ world, path, last: lastMover(steps), broken: null }],
    });
    return finished(trial).breach?.path[cursor] ?? null;
  }

  /** A step that has a row of its own in the picture: of a lane on stage, a fault, or one that breaks something. */
  isRow(record: StepRecord): boolean {
    const isOwn = record.operations.length === 0 || this.scenario.stage.lanes.includes(record.actor);
    return isOwn || breaks(record);
  }

  /** The same choices in another design, from the moment that matters to the end of the run. */
  rerun(choices: Plan, overrides: Design): Driven & { readonly timeline: Timeline } {
    const timeline = this.atMoment(overrides);
    return { timeline, ...drive(timeline, choices, RUN_STEPS_MAX, this.scheduler()) };
  }

  /** The other fault, in a design: the run to its end. Its plan says itself who goes on and when. */
  transfer({ given, plan, slow }: Transfer, overrides: Design): Driven & { readonly timeline: Timeline } {
    const timeline = this.begin(overrides, given);
    const { unmatched } = drive(timeline, plan, RUN_STEPS_MAX);
    const scheduler = this.scheduler(slow);
    const ended = drive(timeline, { interventions: [], ends: 'quiet' }, RUN_STEPS_MAX, scheduler);
    return { timeline, unmatched, stopped: ended.stopped };
  }

  /** Tries the staged faults against a design, in slices. */
  tryGuard(overrides: Design): Generator<TrialProgress, TrialResult> {
    const { slow, time, faults, moment } = this.lesson;
    const start = this.begin(overrides);
    // Where the way to the moment holds somebody back or picks a step, no fault gives its order.
    const isOrder = ({ does }: Effect): boolean => does === 'hold' || does === 'take';
    const isOrdered = moment.interventions.some(({ effects }) => effects.some(isOrder));
    const from = isOrdered ? [start, this.atMoment(overrides)] : [start];
    return this.trial(from, faults, { slow, time });
  }

  /** The same for the transfer: from where its own fault has happened, and from the start. */
  tryTransfer(
    { slow, faults, plan, given }: Transfer,
    overrides: Design,
  ): Generator<TrialProgress, TrialResult> {
    const timeline = this.begin(overrides, given);
    drive(timeline, plan, RUN_STEPS_MAX);
    const from = [timeline, this.begin(overrides, given)];
    return this.trial(from, faults, { slow, time: this.lesson.time });
  }

  private trial(
    from: readonly Timeline[],
    faults: readonly string[],
    pace: { readonly slow: readonly Slow[]; readonly time: 'passes' | 'stands' },
  ): Generator<TrialProgress, TrialResult> {
    // Of a run that has begun, since that one knows its cast.
    const { simulation } = from[0]!;
    return tryFaults({
      ...{ simulation, faults, pace },
      keeps: simulation.system.properties.map(({ id }) => id),
      from: from.map(({ world, trace }) => {
        return {
          world,
          path: trace.map(({ id }) => id),
          last: lastMover(trace),
          broken: brokenIn(trace)[0] ?? null,
        };
      }),
    });
  }

  private isOnStage(action: Action): boolean {
    return (
      action.kind === 'fault' || action.kind === 'clock' || this.scenario.stage.lanes.includes(action.lane)
    );
  }
}

export function brokenIn(trace: Trace): readonly string[] {
  const found = trace.flatMap(({ verdicts }) =>
    verdicts.filter(({ to }) => to === 'violated').map(({ property }) => property),
  );
  return [...new Set(found)];
}

/** The action, bound to the last step that its own actor took before it; at once where that was at the moment. */
function anchored({ id, lane }: Action, before: Trace, moment: number): Intervention {
  const effect: Effect = { text: `pick ${id}`, does: 'take', action: id };
  const isOwn = ({ actor, operations }: StepRecord): boolean => actor === lane && operations.length > 0;
  const operation = before.findLast((record, i) => i >= moment && isOwn(record))?.operations[0];
  if (operation === undefined) return { text: effect.text, when: 'now', point: null, effects: [effect] };
  const nth = before.filter((record) => isOwn(record) && record.operations.includes(operation)).length;
  const place = `${lane}.${operation} #${String(nth)}`;
  const point = { text: place, actor: lane, operation, run: null, nth };
  return { text: `after ${place}: ${effect.text}`, when: 'after', point, effects: [effect] };
}

/** What is bound to the same step happens there together. */
function merged(interventions: readonly Intervention[]): readonly Intervention[] {
  const all: Intervention[] = [];
  for (const one of interventions) {
    const previous = all.at(-1);
    const isSame = previous !== undefined && previous.point?.text === one.point?.text;
    if (!isSame) all.push(one);
    else {
      const effects = [...previous.effects, ...one.effects];
      all[all.length - 1] = { ...previous, text: `${previous.text}, ${one.effects[0]!.text}`, effects };
    }
  }
  return all;
}

/** What a guard is worth. The same faults come first: what they break needs no trial. */
export function judgedBy(guard: string, { trace }: Timeline, { breach }: TrialResult): Judged {
  const own = trace.findIndex(breaks);
  if (own < 0) return { guard, breach };
  const path = trace.slice(0, own + 1).map(({ id }) => id);
  return { guard, breach: { property: brokenIn(trace)[0]!, path } };
}
