// What a refused step tried, and what refused it. A refusal leaves no row behind, so both are told from where
// the actor stood: the procedure it was in, and what it had read. Conditions are those of the design in force.

import type { Activity } from '../kernel/actor';
import { sortedRows, tableOf } from '../kernel/rows';
import type { Row, Value } from '../kernel/store';
import type { StepRecord } from '../kernel/trace';
import type { System, World } from '../kernel/world';
import { type Condition, conditionsOf, holds, type Known, statusesIn } from './guards';
import { constraints } from './schema';
import { type Transition, transitions } from './transitions';

/** A condition that did not hold: what the writer named, and what was there. */
export interface Failed {
  readonly condition: Condition;
  readonly named: Value;
  readonly found: Value;
}

export interface Refusal {
  /** The transition that the step was to take; null where it was to take none. */
  readonly tried: Transition | null;
  /** The operation that was refused. */
  readonly operation: string;
  /** The index or trigger that refused, or null. */
  readonly constraint: string | null;
  /** The conditions that did not hold; empty where they are none of the run's. */
  readonly failed: readonly Failed[];
}

/** What a guarded append demands: whose run it is. */
const APPEND = 'advance_fenced';

/** Guarded writes of the run's row that are no transition, by their operation. */
const GUARDED: Readonly<Record<string, string>> = { spendStep: 'spend_step' };

/**
 * @param before the world before the step
 * @param statements the texts of the design's statements, by name
 * @param alternatives what the design has chosen, as `decision=alternative`
 */
export function refusalOf(
  system: Pick<System, 'procedures'>,
  before: World,
  record: StepRecord,
  statements: Readonly<Record<string, string>>,
  alternatives: readonly string[],
): Refusal | null {
  if (record.refused === null) return null;
  const activity = activityOf(system, before, record);
  const operations = activity === null ? record.operations : stepAhead(system, activity);
  const run = tableOf(before.rows, 'runs').get(record.run ?? '') ?? null;
  const tried = triedBy(operations, run, alternatives);
  const operation = record.operations.at(-1) ?? record.refused;
  const { constraint = null } = record.says.values;
  if (constraint !== null || Object.hasOwn(constraints, record.refused)) {
    return { tried, operation, constraint: record.refused, failed: [] };
  }
  if (run === null) return { tried, operation, constraint: null, failed: [] };
  const names = tried?.operation === operation ? tried.statements : [GUARDED[operation] ?? APPEND];
  const conditions = names.flatMap((name) => conditionsOf(statements[name] ?? ''));
  const known = knownTo(record, activity, before, run);
  return { tried, operation, constraint: null, failed: failedOf(conditions, known) };
}

/** Those that are known to have failed; where none is, those of which nothing is known. */
function failedOf(conditions: readonly Condition[], known: Known): readonly Failed[] {
  const judged = conditions.map((condition) => ({ condition, isHeld: holds(condition, known) }));
  const sure = judged.filter(({ isHeld }) => isHeld === false);
  const left = sure.length > 0 ? sure : judged.filter(({ isHeld }) => isHeld === null);
  return left.map(({ condition }) => ({ condition, ...valuesOf(condition, known) }));
}

function valuesOf({ guard, text }: Condition, known: Known): Pick<Failed, 'named' | 'found'> {
  const { run, fence, version, actor } = known;
  switch (guard) {
    case 'fence':
      return { named: fence, found: run['fence'] ?? null };
    case 'version':
      return { named: version, found: run['version'] ?? null };
    case 'owner':
      return { named: actor, found: run['owner'] ?? null };
    case 'status':
      return { named: statusesIn(text).join(', '), found: run['status'] ?? null };
    default:
      return { named: null, found: null };
  }
}

function knownTo(record: StepRecord, activity: Activity | null, { rows }: World, run: Row): Known {
  const numberOf = (name: string): number | null =>
    activity === null ? null : Number((activity.locals as Readonly<Record<string, Value>>)[name] ?? 0);
  const operations = sortedRows(rows, 'operations')
    .filter((row) => row['run_id'] === run['run_id'])
    .map((row) => String(row['status']));
  return {
    ...{ actor: record.actor, now: record.now, run },
    ...{ fence: numberOf('fence'), version: numberOf('version') },
    operations: record.operations.length > 1 ? null : operations,
  };
}

/** The activity that took the step; null where the step began one. */
function activityOf(system: Pick<System, 'procedures'>, { actors }: World, record: StepRecord) {
  const activities = actors[record.actor]?.activities ?? [];
  const fits = (activity: Activity): boolean =>
    record.operations.every((name, at) => stepAhead(system, activity)[at] === name) &&
    (activity.request === '' || record.id.endsWith(`:${activity.request}`));
  return activities.find(fits) ?? null;
}

function stepAhead(
  { procedures }: Pick<System, 'procedures'>,
  { procedure, step }: Activity,
): readonly string[] {
  return procedures.get(procedure)?.steps[step]?.operations ?? [];
}

/** A write that several rows share tries the one that starts where the run stands. */
function triedBy(
  operations: readonly string[],
  run: Row | null,
  alternatives: readonly string[],
): Transition | null {
  const status = run?.['status'] ?? null;
  const possible = transitions.filter(
    ({ operation, only }) =>
      operations.includes(operation) && (only === undefined || alternatives.includes(only)),
  );
  const [chosen = null] = [
    ...possible.filter(({ only }) => only !== undefined),
    ...possible.filter(({ from }) => from === status),
    ...possible,
  ];
  return chosen;
}
