// A lesson as the page plays it: what its scenario's file says, with points and plans parsed. The file has
// been checked by then.

import type { Design } from '../kernel/decision';
import { interventionIn, type Point, pointIn } from '../scenario/intervention';
import type { Given } from '../scenario/given-schema';
import type { Guard, LessonFile, Predicate } from '../scenario/lesson-schema';
import type { Scenario } from '../scenario/scenario';
import type { Plan } from '../scenario/schedule';
import type { Slow } from './onward';

export type Options = Readonly<Record<string, Predicate>>;
export type Guards = Readonly<Record<string, Guard>>;

export interface Cue {
  /** The key of its words. */
  readonly key: string;
  readonly point: Point;
}

export interface Lesson {
  readonly design: { readonly name: string; readonly overrides: Design };
  readonly counters: readonly string[];
  readonly slow: readonly Slow[];
  readonly time: 'passes' | 'stands';
  /** From the start of the run to the moment that matters. */
  readonly moment: Plan;
  readonly predict: Options;
  readonly break: Predicate;
  readonly lost: Options;
  readonly guards: Guards;
  readonly again: { readonly before: Point; readonly options: Options } | null;
  readonly transfer: Transfer;
  readonly cues: readonly Cue[];
  readonly look: string;
  /** Ids of the actions of its staged faults. */
  readonly faults: readonly string[];
}

export interface Transfer {
  readonly given: Given;
  readonly overrides: Design;
  readonly plan: Plan;
  readonly faults: readonly string[];
  readonly slow: readonly Slow[];
  readonly break: Predicate;
  readonly guards: Guards;
}

export function lessonOf({ lesson, designs, stage, given }: Scenario): Lesson | null {
  if (lesson === null) return null;
  const { counters, slow, time, moment, predict, lost, mend, again, transfer, cues, look } = lesson;
  const { name, overrides } = designs.find((design) => design.name === lesson.design)!;
  return {
    ...{ design: { name, overrides }, time, predict, lost, look, counters, break: lesson.break },
    slow: slow.map(pointIn),
    moment: planOf(moment),
    guards: mend.guards,
    again: again === undefined ? null : { before: pointIn(again.before), options: again.options },
    transfer: transferOf(transfer, given),
    cues: Object.entries(cues).map(([key, text]) => ({ key, point: pointIn(text) })),
    faults: actionsOf(stage.faults),
  };
}

function transferOf(transfer: LessonFile['transfer'], given: Given): Transfer {
  const { design, schedule, faults, slow, guards } = transfer;
  return {
    given: transfer.given ?? given,
    ...{ overrides: design, guards, break: transfer.break, faults: actionsOf(faults) },
    plan: planOf(schedule),
    slow: slow.map(pointIn),
  };
}

function planOf(texts: readonly string[]): Plan {
  return { interventions: texts.map(interventionIn), ends: 'here' };
}

/** `crash api` is the action `crash:api`. */
function actionsOf(faults: readonly string[]): readonly string[] {
  return faults.flatMap((text) =>
    interventionIn(text).effects.flatMap((effect) => (effect.does === 'take' ? [effect.action] : [])),
  );
}
