// The small parts that every section of scenario.json is made of, and the limits of what a file may hold.

import * as z from 'zod/mini';
// For its side effect on zod, which has to come before the first schema.
import './shape';

/** Limits of what a file may hold. They are far above what a lesson can show. */
export const LIMITS = {
  interventions: 200,
  interventionLength: 300,
  nameLength: 60,
  textLength: 400,
  draftLength: 2_000,
  designs: 12,
  decisions: 60,
  rows: 500,
  runs: 20,
  entries: 40,
  faults: 20,
  path: 5_000,
} as const;

export const name = named(/^[A-Za-z][\w-]*$/, 'a name of letters, digits, "_" and "-"');
export const text = z.string().check(z.minLength(1), z.maxLength(LIMITS.textLength));
/** What a model writes to a person. */
export const draft = z.string().check(z.minLength(1), z.maxLength(LIMITS.draftLength));
export const amount = z.string().check(z.regex(/^\d{1,9}\.\d\d$/, { error: 'an amount such as "25.00"' }));
export const value = z.union([z.string(), z.int(), z.null()]);
export const count = z.int().check(z.gte(0));
export const names = z.array(name).check(z.maxLength(LIMITS.entries));

export function named(pattern: RegExp, error: string): z.ZodMiniString {
  return z.string().check(z.maxLength(LIMITS.nameLength), z.regex(pattern, { error }));
}

export function recordOf<Value extends z.ZodMiniType>(
  key: z.ZodMiniString,
  entry: Value,
  max: number = LIMITS.entries,
) {
  const expected = `at most ${String(max)} entries`;
  return z
    .record(key, entry)
    .check(z.refine((record) => Object.keys(record).length <= max, { error: expected }));
}
