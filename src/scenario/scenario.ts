// A scenario: what its file says, checked, with its interventions parsed and its words beside it. What
// comes out of here is trusted by everything after it; what is wrong with a file is thrown as one
// `ProblemsError`.

import { canonical } from '../kernel/json';
import type { Design } from '../kernel/decision';
import type { FaultBudget } from '../kernel/fault';
import { sha256 } from '../system/digest';
import { problemsOfMeaning } from './checks';
import type { ExploreFile } from './explore-schema';
import { type Intervention, parseIntervention } from './intervention';
import { interventionComplaint } from './intervention-checks';
import { JsonSource } from './json-source';
import type { LessonFile } from './lesson-schema';
import { type Problem, ProblemsError } from './problem';
import type { Plan } from './schedule';
import { type Expectation, type ScenarioFile, scenarioSchema, scheduleSchemas } from './schema';
import { parseShape } from './shape';
import { operationsInAny, vocabulary } from './vocabulary';

export interface ScenarioDesign {
  readonly name: string;
  /** Alternatives by decision, where they are not the safe ones. */
  readonly overrides: Design;
  /** Interventions that cannot happen in this design. */
  readonly unmatched: readonly string[];
  readonly expect: Expectation;
}

export interface Scenario {
  readonly id: string;
  readonly file: string;
  /** Digest of what the file says, however it is laid out: the first 16 hex digits. */
  readonly content: string;
  readonly course: readonly string[];
  readonly source: string | null;
  readonly stage: ScenarioFile['stage'];
  readonly given: ScenarioFile['given'];
  readonly budget: FaultBudget;
  /** In the order of the file. */
  readonly designs: readonly ScenarioDesign[];
  readonly plan: Plan;
  readonly explore: ExploreFile | null;
  readonly lesson: LessonFile | null;
}

const CONTENT_DIGITS = 16;

/** Reads scenario.json. Throws `ProblemsError`. */
export function parseScenario(text: string, file: string, id: string): Scenario {
  const source = new JsonSource(text, file);
  const parsed = parseShape(source, scenarioSchema);
  const problems = problemsOfMeaning({ source, file: parsed, vocabulary });
  if (problems.length > 0) throw new ProblemsError(problems);
  const designs = Object.entries(parsed.designs).map(([name, { unmatched = [], ...overrides }]) => {
    return { name, overrides, unmatched, expect: parsed.expect[name]! };
  });
  const { course, stage, given, budget, ends } = parsed;
  return {
    ...{ id, file, content: sha256(canonical(source.value)).slice(0, CONTENT_DIGITS) },
    ...{ course, source: parsed.source ?? null, stage, given, budget, designs },
    plan: { interventions: parsed.schedule.flatMap(interventionOf), ends },
    ...{ explore: parsed.explore ?? null, lesson: parsed.lesson ?? null },
  };
}

/** What a file for `--schedule` says: a plan, or a path of action ids. */
export type ScheduleFile = { readonly schedule: Plan } | { readonly path: readonly string[] };

/**
 * Reads `{"schedule": […]}` or `{"path": […]}`. A point may be one of any design: what cannot happen in the
 * one that is run is unmatched there, and no mistake. Throws `ProblemsError`.
 */
export function parseSchedule(text: string, file: string): ScheduleFile {
  const source = new JsonSource(text, file);
  const isPath = source.valueAt(['path']) !== undefined;
  if (isPath) return parseShape(source, scheduleSchemas.path);
  const { schedule, ends } = parseShape(source, scheduleSchemas.schedule);
  const operations = operationsInAny(vocabulary);
  const problems: Problem[] = [];
  for (const [i, sentence] of schedule.entries()) {
    const parsed = parseIntervention(sentence);
    const complaint =
      'complaint' in parsed ? parsed.complaint : interventionComplaint(vocabulary, operations, parsed.value);
    if (complaint !== null) problems.push(source.problem(['schedule', i], complaint));
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  return { schedule: { interventions: schedule.flatMap(interventionOf), ends } };
}

/** One intervention; none where the sentence does not parse, which has been reported by then. */
function interventionOf(sentence: string): readonly Intervention[] {
  const parsed = parseIntervention(sentence);
  return 'value' in parsed ? [parsed.value] : [];
}
