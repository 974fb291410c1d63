// The form of scenario.json, published as JSON Schema for editors. It says what may stand where; whether
// the names mean something is checked afterwards (checks.ts). Objects are strict: a key that nobody reads
// is a mistake that nobody notices.

import * as z from 'zod/mini';
import { serviceFaultNames } from '../system/faults';
import { count, LIMITS, name, named, names, recordOf, text, value } from './fields';
import { exploreSchema } from './explore-schema';
import { givenSchema } from './given-schema';
import { lessonSchema } from './lesson-schema';

/** What a beginner can keep in view (DESIGN §3); `advanced` lifts it. */
export const STAGE_LIMITS = { lanes: 5, tables: 3, columns: 6, properties: 2, faults: 3 } as const;

const interventions = z
  .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.interventionLength)))
  .check(z.maxLength(LIMITS.interventions, { error: `at most ${String(LIMITS.interventions)} entries` }));

const section = z.string().check(
  z.maxLength(LIMITS.textLength),
  z.regex(/^(M\d\d §\d+|[a-z0-9-]+, \S.*)$/, {
    error: 'a section such as "M06 §4" or "durable-sse-recovery, Cursor"',
  }),
);
const report = z.string().check(
  z.maxLength(LIMITS.textLength),
  z.regex(/^[\w.-]+\/[\w.-]+#\d+$/, {
    error: 'a public report such as "owner/repository#123"',
  }),
);

/** Every kind that is left out is not possible at all; without `budget` two of each are. */
const faults = z.exactOptional(z.int().check(z.gte(0), z.lte(LIMITS.faults)));
const budget = z.strictObject({
  crash: faults,
  pause: faults,
  drop: faults,
  duplicate: faults,
  delay: faults,
  redeliver: faults,
  reset: faults,
  eof: faults,
  silence: faults,
  collect: faults,
  tear: faults,
  ...Object.fromEntries(serviceFaultNames.map((fault) => [fault, faults])),
});
export const BUDGET = { crash: 2, pause: 2, drop: 2, duplicate: 2, delay: 2, redeliver: 2 };

/**
 * Overrides of the safe design, decision by decision. Beside them stands, under `unmatched`, which of the
 * schedule's interventions cannot happen in this design; a decision's id has a dot, so the two never meet.
 */
const design = z.catchall(z.object({ unmatched: z.exactOptional(interventions) }), name);

/** A state may lie within another, as `RECOVERING/page`. */
const state = named(/^[A-Za-z][\w-]*(\/[\w-]+)?$/, 'the name of a state');

const expectation = z.strictObject({
  counters: z._default(recordOf(name, count), {}),
  /** By table: as many rows as the table has, in the order of their keys, each with the columns that matter. */
  rows: z._default(recordOf(name, z.array(recordOf(name, value)).check(z.maxLength(LIMITS.rows))), {}),
  /** Columns of single runs by id. */
  runs: z._default(recordOf(name, recordOf(name, value)), {}),
  views: z._default(
    recordOf(
      name,
      z.strictObject({
        state: z.exactOptional(state),
        cursor: z.exactOptional(count),
        applied: z.exactOptional(z.array(count).check(z.maxLength(LIMITS.rows))),
        /** Statuses that its person's calls were answered with. */
        answers: z.exactOptional(z.array(count).check(z.maxLength(LIMITS.rows))),
      }),
    ),
    {},
  ),
  /** Exactly the properties that are violated at any step, those judged at the end included. */
  violated: names,
});

export const scenarioSchema = z.strictObject({
  /** Lets editors find the published JSON Schema. */
  $schema: z.exactOptional(text),
  course: z.array(section).check(z.maxLength(LIMITS.entries)),
  source: z.exactOptional(report),
  advanced: z._default(z.boolean(), false),
  stage: z.strictObject({
    lanes: names,
    tables: recordOf(name, names),
    properties: names,
    faults: z.array(text).check(z.maxLength(LIMITS.entries)),
  }),
  given: givenSchema,
  budget: z._default(budget, BUDGET),
  designs: recordOf(
    named(/^[a-z][a-z0-9-]*$/, 'a name of small letters, digits and "-"'),
    design,
    LIMITS.designs,
  ),
  schedule: interventions,
  /** Where the run stops after the last intervention: at quiet, or on the spot. */
  ends: z._default(z.enum(['quiet', 'here']), 'quiet'),
  expect: recordOf(name, expectation, LIMITS.designs),
  shows: z.exactOptional(z.literal('same')),
  /** What a search within bounds must find, or not find, of each design. */
  explore: z.exactOptional(exploreSchema),
  /** Predictions, goals, guards and cues; their words lie in the language files. */
  lesson: z.exactOptional(lessonSchema),
});

export type ScenarioFile = z.output<typeof scenarioSchema>;
export type Expectation = ScenarioFile['expect'][string];

/** A file for `--schedule`: interventions, or the actions themselves. */
export const scheduleSchemas = {
  schedule: z.strictObject({ schedule: interventions, ends: z._default(z.enum(['quiet', 'here']), 'quiet') }),
  path: z.strictObject({ path: z.array(text).check(z.maxLength(LIMITS.path)) }),
};
