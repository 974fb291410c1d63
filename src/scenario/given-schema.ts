// The form of the rows and clients that a run begins with, in the words of the domain.

import { z } from 'zod';
import { amount, LIMITS, name, recordOf, text } from './fields';

export const givenSchema = z.strictObject({
  orders: z
    .array(z.strictObject({ order: name, total: amount }))
    .max(LIMITS.entries)
    .default([]),
  browsers: recordOf(
    name,
    z.strictObject({
      person: name,
      submits: z.strictObject({ order: name, amount }).exactOptional(),
      watches: name.exactOptional(),
    }),
  ).default({}),
  runs: z
    .array(
      z.strictObject({
        run: name,
        by: name,
        order: name,
        amount,
        attempts: z.int().min(1).max(LIMITS.entries),
        history: z.array(text).min(1).max(LIMITS.entries),
        lease: z.enum(['over', 'held']).exactOptional(),
      }),
    )
    .max(LIMITS.runs)
    .default([]),
  actors: recordOf(name, z.strictObject({ procedure: text, run: name })).default({}),
});

export type Given = z.output<typeof givenSchema>;
