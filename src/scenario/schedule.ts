// Drives a run by interventions over the default scheduler. They fire in order, each armed when the one
// before has fired; what cannot happen before the run is quiet is kept as unmatched, and the run goes on,
// so that the same faults can be shown in a design where some of them have nothing to hit.

import type { Action } from '../kernel/action';
import { nextAction } from '../kernel/scheduler';
import type { Timeline } from '../kernel/timeline';
import type { StepRecord } from '../kernel/trace';
import type { Effect, Intervention, Point } from './intervention';

export interface Plan {
  readonly interventions: readonly Intervention[];
  readonly ends: 'quiet' | 'here';
}

/** An intervention, or one of its effects, that could not happen. */
export interface Unmatched {
  readonly intervention: number;
  readonly text: string;
  /** The effect whose action was not enabled; null where the point did not come. */
  readonly effect: string | null;
  /** How many steps the run had. */
  readonly step: number;
  /** The point never came, had come already, or the effect's action was not possible there. */
  readonly why: 'neverCame' | 'behind' | 'notEnabled';
  /** Ids of the actions that were enabled there. */
  readonly enabled: readonly string[];
}

/** What ended a run before its schedule did. */
export type Stopped =
  | { readonly why: 'limit'; readonly steps: number }
  | {
      readonly why: 'notEnabled';
      readonly step: number;
      readonly id: string;
      readonly enabled: readonly string[];
    };

export interface Driven {
  readonly unmatched: readonly Unmatched[];
  readonly stopped: Stopped | null;
}

/** A run that is longer than this does not end: no scenario of ours needs a tenth of it. */
export const SCHEDULE_STEPS_MAX = 5_000;

/** Decides what happens where no intervention does: the default scheduler, or a lesson's way on. */
export type Scheduler = typeof nextAction;

/** Carries out a plan from the timeline's cursor on. */
export function drive(
  timeline: Timeline,
  plan: Plan,
  stepsMax = SCHEDULE_STEPS_MAX,
  scheduler: Scheduler = nextAction,
): Driven {
  return new Drive(timeline, stepsMax, scheduler).through(plan);
}

/** The actor that moved last by itself: what befell an actor, and the clock, are nobody's turn. */
export function lastMover(records: readonly StepRecord[]): string | null {
  return records.findLast((record) => record.operations.length > 0)?.actor ?? null;
}

export function enabledIds(actions: readonly Action[]): readonly string[] {
  return actions.filter((action) => action.blocked === null).map((action) => action.id);
}

/** Whether time would pass for nothing but what comes again and again and changes nothing. */
export const isSteady = (actions: readonly Action[]): boolean =>
  actions.some(({ deed }) => deed.deed === 'advance' && deed.isSteady === true);

class Drive {
  private readonly timeline: Timeline;
  private readonly stepsMax: number;
  private readonly scheduler: Scheduler;
  private readonly lanes: readonly string[];
  private readonly kinds: ReadonlyMap<string, string>;
  private readonly held = new Set<string>();
  private readonly unmatched: Unmatched[] = [];
  private last: string | null;
  private isOver = false;

  constructor(timeline: Timeline, stepsMax: number, scheduler: Scheduler) {
    const { actors } = timeline.simulation.system;
    this.timeline = timeline;
    this.stepsMax = stepsMax;
    this.scheduler = scheduler;
    this.lanes = actors.map((actor) => actor.id);
    this.kinds = new Map(actors.map((actor) => [actor.id, actor.kind.kind]));
    this.last = lastMover(this.records());
  }

  through(plan: Plan): Driven {
    for (const [index, intervention] of plan.interventions.entries()) {
      if (!this.isOver) this.perform(intervention, index);
    }
    if (plan.ends === 'quiet') this.toQuiet();
    const stopped: Stopped | null = this.isOver ? { why: 'limit', steps: this.stepsMax } : null;
    return { unmatched: this.unmatched, stopped };
  }

  private perform(intervention: Intervention, index: number): void {
    const { text, when, point } = intervention;
    const note = (effect: string | null, why: Unmatched['why']): void => {
      const enabled = enabledIds(this.timeline.enabled);
      this.unmatched.push({ intervention: index, text, effect, step: this.timeline.cursor, why, enabled });
    };
    if (point !== null) {
      const seen = point.nth === null ? 0 : this.timesSeen(point);
      if (point.nth !== null && seen >= point.nth) {
        note(null, 'behind');
        return;
      }
      const toCome = (point.nth ?? 1) - seen;
      const hasCome = when === 'before' ? this.upTo(point, toCome) : this.past(point, toCome);
      if (this.isOver) return;
      if (!hasCome) {
        note(null, 'neverCame');
        return;
      }
    }
    for (const effect of intervention.effects) if (!this.carryOut(effect)) note(effect.text, 'notEnabled');
  }

  /** Goes on until such a step has been taken so many times. */
  private past(point: Point, times: number): boolean {
    for (let left = times; left > 0;) {
      const record = this.step();
      if (record === null) return false;
      if (this.isAt(point, record)) left -= 1;
    }
    return true;
  }

  /** Goes on until the next step would be such a step for the last of so many times. */
  private upTo(point: Point, times: number): boolean {
    for (let left = times; ;) {
      const next = this.next();
      if (next === null) return false;
      if (left === 1 && this.wouldBeAt(point, next)) return true;
      const record = this.take(next.id);
      if (record === null) return false;
      if (this.isAt(point, record)) left -= 1;
    }
  }

  /** False where the effect's action is not possible. */
  private carryOut(effect: Effect): boolean {
    switch (effect.does) {
      case 'quiet':
        this.toQuiet();
        return true;
      case 'hold':
        this.held.add(effect.actor);
        return true;
      case 'release':
        this.held.delete(effect.actor);
        return true;
      case 'take': {
        if (!enabledIds(this.timeline.enabled).includes(effect.action)) return false;
        this.take(effect.action);
        return true;
      }
    }
  }

  private toQuiet(): void {
    while (this.step() !== null);
  }

  private step(): StepRecord | null {
    const next = this.next();
    return next === null ? null : this.take(next.id);
  }

  private next(): Action | null {
    return this.scheduler(this.timeline.enabled, this.lanes, this.last, this.held);
  }

  private take(id: string): StepRecord | null {
    if (this.timeline.cursor >= this.stepsMax) this.isOver = true;
    if (this.isOver) return null;
    const record = this.timeline.take(id);
    if (record.operations.length > 0) this.last = record.actor;
    return record;
  }

  private records(): readonly StepRecord[] {
    return this.timeline.trace.slice(0, this.timeline.cursor);
  }

  private timesSeen(point: Point): number {
    return this.records().filter((record) => this.isAt(point, record)).length;
  }

  private isAt(point: Point, record: StepRecord): boolean {
    return this.isOf(point, record.actor, record.operations) && (point.run ?? record.run) === record.run;
  }

  private wouldBeAt(point: Point, action: Action): boolean {
    if (!this.isOf(point, action.lane, action.operations)) return false;
    if (point.run === null || action.run === point.run) return true;
    // The first step for a run does not know it yet: only taking it, aside, tells which run it is for.
    if (action.run !== null) return false;
    const { simulation, world } = this.timeline;
    return simulation.take(world, action.id).record.run === point.run;
  }

  private isOf(point: Point, actor: string, operations: readonly string[]): boolean {
    const isActor = actor === point.actor || this.kinds.get(actor) === point.actor;
    return isActor && operations.includes(point.operation);
  }
}
