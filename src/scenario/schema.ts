// The form of scenario.json, published as JSON Schema for editors. It says what may stand where; whether
// the names mean something is checked afterwards (checks.ts). Objects are strict: a key that nobody reads
// is a mistake that nobody notices.

import { z } from 'zod';
import { count, LIMITS, name, named, names, recordOf, text, value } from './fields';
import { givenSchema } from './given-schema';
import { lessonSchema } from './lesson-schema';

export { LIMITS };

/** What a beginner can keep in view (DESIGN §3); `advanced` lifts it. */
export const STAGE_LIMITS = { lanes: 5, tables: 3, columns: 6, properties: 2, faults: 3 } as const;

const interventions = z
  .array(z.string().min(1).max(LIMITS.interventionLength))
  .max(LIMITS.interventions, { error: `at most ${String(LIMITS.interventions)} entries` });

const section = z
  .string()
  .max(LIMITS.textLength)
  .regex(/^(M\d\d §\d+|[a-z0-9-]+, \S.*)$/, {
    error: 'a section such as "M06 §4" or "durable-sse-recovery, Cursor"',
  });
const report = z
  .string()
  .max(LIMITS.textLength)
  .regex(/^[\w.-]+\/[\w.-]+#\d+$/, {
    error: 'a public report such as "owner/repository#123"',
  });

/** Every kind that is left out is not possible at all; without `budget` two of each are. */
const faults = z.int().min(0).max(LIMITS.faults).exactOptional();
const budget = z.strictObject({
  crash: faults,
  pause: faults,
  drop: faults,
  duplicate: faults,
  delay: faults,
});
const BUDGET = { crash: 2, pause: 2, drop: 2, duplicate: 2, delay: 2 };

/**
 * Overrides of the safe design, decision by decision. Beside them stands, under `unmatched`, which of the
 * schedule's interventions cannot happen in this design; a decision's id has a dot, so the two never meet.
 */
const design = z.object({ unmatched: interventions.exactOptional() }).catchall(name);

const expectation = z.strictObject({
  counters: recordOf(name, count).default({}),
  /** By table: as many rows as the table has, in the order of their keys, each with the columns that matter. */
  rows: recordOf(name, z.array(recordOf(name, value)).max(LIMITS.rows)).default({}),
  /** Columns of single runs by id. */
  runs: recordOf(name, recordOf(name, value)).default({}),
  views: recordOf(
    name,
    z.strictObject({
      state: name.exactOptional(),
      cursor: count.exactOptional(),
      applied: z.array(count).max(LIMITS.rows).exactOptional(),
    }),
  ).default({}),
  /** Exactly the properties that are violated at any step, those judged at the end included. */
  violated: names,
});

export const scenarioSchema = z.strictObject({
  /** Lets editors find the published JSON Schema. */
  $schema: text.exactOptional(),
  course: z.array(section).max(LIMITS.entries),
  source: report.exactOptional(),
  advanced: z.boolean().default(false),
  stage: z.strictObject({
    lanes: names,
    tables: recordOf(name, names),
    properties: names,
    faults: z.array(text).max(LIMITS.entries),
  }),
  given: givenSchema,
  budget: budget.default(BUDGET),
  designs: recordOf(
    named(/^[a-z][a-z0-9-]*$/, 'a name of small letters, digits and "-"'),
    design,
    LIMITS.designs,
  ),
  schedule: interventions,
  /** Where the run stops after the last intervention: at quiet, or on the spot. */
  ends: z.enum(['quiet', 'here']).default('quiet'),
  expect: recordOf(name, expectation, LIMITS.designs),
  shows: z.literal('same').exactOptional(),
  /** Bounds and findings of the explorer; their form comes with it. */
  explore: z.record(z.string(), z.json()).exactOptional(),
  /** Predictions, goals, guards and cues; their words lie in the language files. */
  lesson: lessonSchema.exactOptional(),
});

export type ScenarioFile = z.output<typeof scenarioSchema>;
export type Expectation = ScenarioFile['expect'][string];

/** A file for `--schedule`: interventions, or the actions themselves. */
export const scheduleSchemas = {
  schedule: z.strictObject({ schedule: interventions, ends: z.enum(['quiet', 'here']).default('quiet') }),
  path: z.strictObject({ path: z.array(z.string().min(1).max(LIMITS.textLength)).max(LIMITS.path) }),
};
