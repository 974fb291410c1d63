// A run as the sentences of a schedule, for people to read: what deviates from the default scheduler, each
// at a point that says where. Points name operations, so that the sentences mean something in another
// design too. Whether they give the same run again, only replaying them tells (record.ts).

import type { Timeline } from '../kernel/timeline';
import type { StepRecord } from '../kernel/trace';
import { LIMITS } from './fields';
import { type Deviation, effectOf, type Moments, momentsOf, nextAt, shorten } from './shorten';

export interface Sentences {
  readonly schedule: readonly string[];
  readonly ends: 'quiet' | 'here';
}

/** Whether an operation of an actor exists in the designs that the sentences are for. */
export type IsShared = (actor: string, operation: string) => boolean;

/** The shortest sentences that we know for the current branch of a timeline. */
export function sentencesOf(timeline: Timeline, isShared: IsShared = () => true): Sentences {
  const moments = momentsOf(timeline);
  const { deviations, held, isQuiet } = shorten(moments);
  const { actors } = timeline.simulation.system;
  const writes = new Map(actors.map(({ id, kind }) => [id, kind.writes]));
  const scribe = new Scribe(moments, timeline.trace, (actor, operations) => {
    const shared = operations.filter((operation) => isShared(actor, operation));
    // What is written is what people speak of: "after insertRun", not "after findKey".
    const telling = shared.find((operation) => writes.get(actor)?.includes(operation));
    return telling ?? shared[0] ?? operations[0] ?? '';
  });
  for (const deviation of deviations) scribe.tell(deviation);
  return { schedule: scribe.end(held, isQuiet), ends: isQuiet ? 'quiet' : 'here' };
}

/** Every step by name: long, and right in its own design whatever the scheduler would do. */
export function picksOf(path: readonly string[]): Sentences {
  const schedule: string[] = [];
  for (const id of path) append(schedule, effectOf(id));
  return { schedule, ends: 'here' };
}

/** Adds an effect to the last sentence where it fits, else as a sentence of its own. */
function append(schedule: string[], effect: string): void {
  const last = schedule.at(-1);
  const joined = `${last ?? ''}, ${effect}`;
  const isOpen = last !== undefined && last !== 'quiet' && !last.startsWith('until ');
  if (isOpen && joined.length <= LIMITS.interventionLength) schedule[schedule.length - 1] = joined;
  else schedule.push(effect);
}

class Scribe {
  private readonly moments: Moments;
  private readonly trace: readonly StepRecord[];
  private readonly choice: (actor: string, operations: readonly string[]) => string;
  private readonly schedule: string[] = [];
  /** Steps that the sentences so far have taken. */
  private told = 0;

  constructor(moments: Moments, trace: readonly StepRecord[], choice: Scribe['choice']) {
    this.moments = moments;
    this.trace = trace;
    this.choice = choice;
  }

  tell(deviation: Deviation): void {
    const { at, effects, takes, held } = deviation;
    const [first = '', ...rest] = effects;
    if (at === this.told) append(this.schedule, first);
    else if (nextAt(this.moments, at, held) === null) this.schedule.push('quiet', first);
    else this.schedule.push(`${this.pointOf(deviation)}: ${first}`);
    for (const effect of rest) append(this.schedule, effect);
    this.told = at + (takes ? 1 : 0);
  }

  /** The sentences, with the one that leads to the end of the run. */
  end(held: ReadonlySet<string>, isQuiet: boolean): readonly string[] {
    const { length } = this.trace;
    if (isQuiet) this.schedule.push('quiet');
    else if (length > this.told) {
      const point = this.after({ at: length, effects: [], subject: null, takes: false, held });
      this.schedule.push(`until ${point}`);
    }
    return this.schedule;
  }

  /** Before the next step of the actor that something befalls, unless it has just moved itself. */
  private pointOf(deviation: Deviation): string {
    const { at, subject, held } = deviation;
    const next = nextAt(this.moments, at, held);
    const isNext = next !== null && next.lane === subject && this.trace[at - 1]?.actor !== subject;
    if (!isNext) return `after ${this.after(deviation)}`;
    const operation = this.choice(next.lane, next.operations);
    const isFirst = !this.between(at).some((record) => isAt(record, next.lane, operation, null));
    return isFirst ? `before ${next.lane}.${operation}` : `after ${this.after(deviation)}`;
  }

  /** The point at the step that has just been taken: as short as tells it from those since the last sentence. */
  private after({ at }: Deviation): string {
    const record = this.trace[at - 1]!;
    const { actor, run } = record;
    const operation = this.choice(actor, record.operations);
    const place = `${actor}.${operation}`;
    const earlier = this.between(at - 1);
    if (!earlier.some((one) => isAt(one, actor, operation, null))) return place;
    const named = run === null ? place : `${place} ${run}`;
    if (!earlier.some((one) => isAt(one, actor, operation, run))) return named;
    const count = this.trace.slice(0, at).filter((one) => isAt(one, actor, operation, run)).length;
    return `${named} #${String(count)}`;
  }

  private between(end: number): readonly StepRecord[] {
    return this.trace.slice(this.told, end);
  }
}

function isAt(record: StepRecord, actor: string, operation: string, run: string | null): boolean {
  const isOfRun = run === null || record.run === run;
  return record.actor === actor && record.operations.includes(operation) && isOfRun;
}
