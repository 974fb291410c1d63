// What a run came to, asked as a predicate: a goal is reached, an answer is true, whatever way led there.

import type { Verdict } from '../kernel/property';
import type { StepRecord } from '../kernel/trace';
import type { Point } from './intervention';
import { pointIn } from './intervention';
import type { Predicate } from './lesson-schema';
import { countersOf } from '../system/counters';

export interface Asked {
  /** All steps of the run so far. */
  readonly steps: readonly StepRecord[];
  /** How many of them had been taken when it was asked. */
  readonly since: number;
  /** Verdicts by property: `violated` where it was at any step so far. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** Everything that the predicate names is so. */
export function meets(predicate: Predicate, { steps, since, verdicts }: Asked): boolean {
  const { violated = [], holds = [], counters = {}, takes = [], lacks = [], says = [] } = predicate;
  const later = steps.slice(since);
  const counted: Readonly<Record<string, number>> = countersOf(steps);
  const isTaken = (point: string): boolean => later.some((record) => isAt(pointIn(point), record));
  return (
    violated.every((id) => verdicts[id] === 'violated') &&
    holds.every((id) => verdicts[id] !== 'violated') &&
    Object.entries(counters).every(([name, value]) => counted[name] === value) &&
    takes.every(isTaken) &&
    !lacks.some(isTaken) &&
    says.every((key) => later.some((record) => record.says.key === key))
  );
}

/** The step is one of the point's; an actor's id or its kind may stand in the point. */
export function isAt({ actor, operation, run }: Point, record: StepRecord): boolean {
  const isActor = record.actor === actor || record.actor.startsWith(`${actor}-`);
  return isActor && record.operations.includes(operation) && (run === null || run === record.run);
}

/** The one option that is true of the run; null where none is, or more than one. */
export function trueOption(options: Readonly<Record<string, Predicate>>, asked: Asked): string | null {
  const met = Object.keys(options).filter((key) => meets(options[key]!, asked));
  return met.length === 1 ? met[0]! : null;
}
