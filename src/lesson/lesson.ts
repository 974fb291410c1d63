// A lesson as the page plays it: what its scenario's file says, with points and plans parsed. The file has
// been checked by then.

import type { Design } from '../kernel/decision';
import { interventionIn, type Point, pointIn } from '../scenario/intervention';
import type { Given } from '../scenario/given-schema';
import type { Guard, LessonFile, Predicate } from '../scenario/lesson-schema';
import type { Scenario } from '../scenario/scenario';
import type { Plan } from '../scenario/schedule';
import type { Stage } from './arc';
import type { Slow } from './onward';

export type Options = Readonly<Record<string, Predicate>>;
export type Guards = Readonly<Record<string, Guard>>;

export interface Cue {
  /** The key of its words. */
  readonly key: string;
  readonly point: Point;
}

export interface Named {
  readonly name: string;
  readonly overrides: Design;
}

export interface Lesson {
  readonly design: Named;
  readonly stages: readonly Stage[];
  readonly counters: readonly string[];
  readonly slow: readonly Slow[];
  readonly time: 'passes' | 'stands';
  /** From the start of the run to the moment that matters. */
  readonly moment: Plan;
  readonly predict: Options;
  /** Null where nothing breaks. */
  readonly break: Predicate | null;
  readonly lost: Options | null;
  readonly guards: Guards | null;
  readonly again: { readonly before: Point; readonly options: Options } | null;
  /** The design that the run is compared with, where nothing breaks; null where the file has no other. */
  readonly other: Named | null;
  /** Null in a short lesson. */
  readonly transfer: Transfer | null;
  readonly cues: readonly Cue[];
  readonly look: string | null;
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
  const other = lesson.break === undefined ? designs.find((design) => design.name !== name) : undefined;
  return {
    ...{
      design: { name, overrides },
      time,
      predict,
      counters,
      stages: stagesOf(lesson, other !== undefined),
    },
    ...{ lost: lost ?? null, look: look ?? null, break: lesson.break ?? null },
    slow: slow.map(pointIn),
    moment: planOf(moment),
    guards: mend?.guards ?? null,
    again: again === undefined ? null : { before: pointIn(again.before), options: again.options },
    other: other === undefined ? null : { name: other.name, overrides: other.overrides },
    transfer: transfer === undefined ? null : transferOf(transfer, given),
    cues: Object.entries(cues).map(([key, text]) => ({ key, point: pointIn(text) })),
    faults: actionsOf(stage.faults),
  };
}

/** What a lesson goes through, by what its file has. */
function stagesOf(lesson: LessonFile, hasOther: boolean): readonly Stage[] {
  const isWhole = lesson.transfer !== undefined;
  const parts: readonly (readonly [Stage, boolean])[] = [
    [isWhole ? 'watch' : 'setting', true],
    ['predict', true],
    [lesson.break === undefined ? 'run' : 'break', true],
    ['lost', lesson.lost !== undefined],
    ['mend', lesson.mend !== undefined],
    ['again', lesson.mend !== undefined],
    ['other', hasOther],
    [isWhole ? 'transfer' : 'rule', true],
  ];
  return parts.flatMap(([stage, isThere]) => (isThere ? [stage] : []));
}

function transferOf(transfer: NonNullable<LessonFile['transfer']>, given: Given): Transfer {
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
export function actionsOf(faults: readonly string[]): readonly string[] {
  return faults.flatMap((text) =>
    interventionIn(text).effects.flatMap((effect) => (effect.does === 'take' ? [effect.action] : [])),
  );
}
