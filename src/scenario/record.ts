// Makes scenario files: of a run, whose path becomes a schedule, and of a draft that somebody begins with.
// What a design comes to is never guessed: every design is run, and what the engine finds is what the file
// expects. A schedule stands only if it gives the very same run again.

import type { Design } from '../kernel/decision';
import { ConvergeError } from '../kernel/errors';
import { canonical, type Data, type Json } from '../kernel/json';
import { sortedRows } from '../kernel/rows';
import { countersOf } from '../system/counters';
import { viewsOf } from '../system/views';
import { type Run, runScenario } from './run';
import { parseScenario, type Scenario } from './scenario';
import { LIMITS } from './fields';
import { BUDGET, STAGE_LIMITS } from './schema';
import { type IsShared, picksOf, type Sentences, sentencesOf } from './sentences';
import type { Systems } from './systems';
import { verdictsOf } from './verdicts';
import { operationsIn, vocabulary } from './vocabulary';

/** A scenario before anybody knows what its designs come to. */
export interface Draft extends Sentences, Pick<Scenario, 'course' | 'stage' | 'given' | 'budget'> {
  readonly id: string;
  /** Where editors find the form of the file, from where it will lie; null for nowhere. */
  readonly form: string | null;
  /** Alternatives in place of the safe ones, by the design's name. */
  readonly designs: Readonly<Record<string, Design>>;
  readonly lesson?: Data;
}

/** What the engine found of a design. */
interface Finding {
  readonly unmatched: readonly string[];
  readonly expect: Data;
}

/**
 * The scenario file of a run, which the first of the designs made; null where no schedule that is short
 * enough gives that run again.
 */
export function recordRun(
  systems: Systems,
  { scenario, timeline }: Run,
  { id, form, designs }: Pick<Draft, 'id' | 'form' | 'designs'>,
): Data | null {
  const { course, stage, given, budget } = scenario;
  const path = timeline.trace.map((record) => record.id);
  for (const sentences of [sentencesOf(timeline, sharedBy(designs)), picksOf(path)]) {
    if (sentences.schedule.length > LIMITS.interventions) continue;
    const draft = { ...{ id, form, course, stage, given, budget, designs }, ...sentences };
    const again = runsOf(systems, draft)[0]?.timeline.trace.map((record) => record.id);
    if (canonical(again) === canonical(path)) return completed(systems, draft);
  }
  return null;
}

/** The file of a draft, with what the engine finds of every design. Throws `ProblemsError`. */
export function completed(systems: Systems, draft: Draft): Data {
  const findings = Object.fromEntries(runsOf(systems, draft).map((run) => [run.design, findingOf(run)]));
  const file = fileOf(draft, findings);
  parsed(file, draft.id);
  return file;
}

/** Operations that every one of the designs has. */
function sharedBy(designs: Draft['designs']): IsShared {
  const known = Object.values(designs).map((overrides) => operationsIn(vocabulary, overrides));
  return (actor, operation) => {
    const kind = vocabulary.actors.get(actor) ?? '';
    return known.every((operations) => operations.get(kind)?.has(operation) === true);
  };
}

/** A run of each design. What a lesson of them may be, depends on what they come to. */
function runsOf(systems: Systems, { lesson: _lesson, ...draft }: Draft): readonly Run[] {
  const nothing = { unmatched: [], expect: { violated: [] } };
  const empty = Object.fromEntries(Object.keys(draft.designs).map((name) => [name, nothing]));
  const scenario = parsed(fileOf(draft, empty), draft.id);
  return scenario.designs.map((design) => runScenario(systems, scenario, design));
}

const parsed = (file: Data, id: string): Scenario => parseScenario(JSON.stringify(file), 'scenario.json', id);

function findingOf({ design, scenario, timeline, unmatched, stopped }: Run): Finding {
  if (stopped !== null) {
    throw new ConvergeError('limit', `Design ${design} does not come to an end under this schedule.`);
  }
  const { stage, given } = scenario;
  const world = timeline.worldAt(timeline.length);
  const views = Object.entries(viewsOf(world, timeline.trace))
    .filter(([browser]) => Object.hasOwn(given.browsers, browser))
    .map(([browser, { state, cursor, applied, answers }]) => {
      const answered = answers.length === 0 ? {} : { answers };
      return [browser, { state, cursor, applied, ...answered }] as const;
    });
  const rows = Object.entries(stage.tables).map(([table, columns]) => {
    const shown = sortedRows(world.rows, table).map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
    );
    return [table, shown] as const;
  });
  const verdicts = Object.entries(verdictsOf(timeline));
  const violated = verdicts.filter(([, verdict]) => verdict === 'violated').map(([property]) => property);
  const expect = {
    counters: { ...countersOf(timeline.trace) },
    rows: Object.fromEntries(rows),
    views: Object.fromEntries(views),
    violated,
  };
  return { unmatched: [...new Set(unmatched.map((one) => one.text))], expect };
}

function fileOf(draft: Draft, findings: Readonly<Record<string, Finding>>): Data {
  const { form, course, stage, given, budget, schedule, ends } = draft;
  const designs = Object.entries(draft.designs).map(([name, overrides]) => {
    const unmatched = findings[name]?.unmatched ?? [];
    return [name, { ...overrides, ...(unmatched.length === 0 ? {} : { unmatched }) }] as const;
  });
  const expect = Object.fromEntries(Object.entries(findings).map(([name, one]) => [name, one.expect]));
  const showsSame = new Set(Object.values(expect).map(canonical)).size === 1;
  return {
    ...(form === null ? {} : { $schema: form }),
    ...{ course },
    ...(isLarge(stage) ? { advanced: true } : {}),
    ...{ stage, given: withoutEmpty(given) },
    ...(canonical({ ...budget }) === canonical(BUDGET) ? {} : { budget }),
    ...{ designs: Object.fromEntries(designs), schedule },
    ...(ends === 'quiet' ? {} : { ends }),
    ...{ expect },
    ...(showsSame ? { shows: 'same' } : {}),
    ...(draft.lesson === undefined ? {} : { lesson: draft.lesson }),
  };
}

/** Whether a stage holds more than a beginner can keep in view. */
function isLarge({ lanes, tables, properties, faults }: Draft['stage']): boolean {
  return (
    lanes.length > STAGE_LIMITS.lanes ||
    Object.keys(tables).length > STAGE_LIMITS.tables ||
    Object.values(tables).some((columns) => columns.length > STAGE_LIMITS.columns) ||
    properties.length > STAGE_LIMITS.properties ||
    faults.length > STAGE_LIMITS.faults
  );
}

/** What a start says; lists and groups that hold nothing go without saying. */
function withoutEmpty(given: Draft['given']): Data {
  const members = Object.entries(given as unknown as Readonly<Record<string, Json>>);
  return Object.fromEntries(members.filter(([, value]) => Object.keys(value ?? {}).length > 0));
}
