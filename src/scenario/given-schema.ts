// The form of the rows and clients that a run begins with, in the words of the domain.

import * as z from 'zod/mini';
import { amount, draft, LIMITS, name, names, recordOf, text } from './fields';

/** How many times the model fails at a task. */
const failures = z.int().check(z.gte(1), z.lte(LIMITS.entries));

/** What the model wants looked up before it plans, each once. */
const lookUps = z.array(name).check(
  z.minLength(1),
  z.maxLength(5),
  z.refine((list) => new Set(list).size === list.length, { error: 'each name once' }),
);

/** How many steps a task may take. */
const steps = z.int().check(z.gte(1), z.lte(LIMITS.entries));

export const givenSchema = z.strictObject({
  /** Actors on stage beside the six who always are. */
  cast: z.exactOptional(names),
  orders: z._default(
    z.array(z.strictObject({ order: name, total: amount })).check(z.maxLength(LIMITS.entries)),
    [],
  ),
  browsers: z._default(
    recordOf(
      name,
      z.strictObject({
        person: name,
        submits: z.exactOptional(
          z.strictObject({
            ...{ order: name, amount, fails: z.exactOptional(failures) },
            ...{ key: z.exactOptional(text), rethinks: z.exactOptional(amount) },
            ...{ looksUp: z.exactOptional(lookUps), writes: z.exactOptional(draft) },
            steps: z.exactOptional(steps),
          }),
        ),
        watches: z.exactOptional(name),
        /** Events that its page asks for at once. */
        pages: z.exactOptional(z.int().check(z.gte(1), z.lte(LIMITS.entries))),
        /** False where its page stores nothing, so that a reload finds it empty. */
        stores: z.exactOptional(z.boolean()),
        /** Whether its page looks in the conversation for a run to follow. */
        discovers: z.exactOptional(z.boolean()),
        /** What its person asks for beside that: `approve run_1`, `cancel run_1 once running` … */
        calls: z.exactOptional(z.array(text).check(z.maxLength(LIMITS.entries))),
      }),
    ),
    {},
  ),
  runs: z._default(
    z
      .array(
        z.strictObject({
          run: name,
          by: name,
          order: name,
          amount,
          fails: z.exactOptional(failures),
          looksUp: z.exactOptional(lookUps),
          writes: z.exactOptional(draft),
          attempts: z.int().check(z.gte(1), z.lte(LIMITS.entries)),
          steps: z.exactOptional(steps),
          history: z.array(text).check(z.minLength(1), z.maxLength(LIMITS.entries)),
          lease: z.exactOptional(z.enum(['over', 'held'])),
        }),
      )
      .check(z.maxLength(LIMITS.runs)),
    [],
  ),
  actors: z._default(recordOf(name, z.strictObject({ procedure: text, run: name })), {}),
  /** How the gateway is set up: frames a connection's buffer holds, events read at once, signs of life. */
  gateway: z.exactOptional(
    z.strictObject({
      buffer: z.exactOptional(z.int().check(z.gte(1), z.lte(LIMITS.entries))),
      page: z.exactOptional(z.int().check(z.gte(1), z.lte(LIMITS.entries))),
      heartbeat: z.exactOptional(z.boolean()),
    }),
  ),
  /** Workers that renew their leases by a timer. */
  renews: z.exactOptional(names),
  /** What the pruner keeps of a log: its last events. */
  retention: z.exactOptional(z.strictObject({ keep: z.int().check(z.gte(1), z.lte(LIMITS.rows)) })),
});

export type Given = z.output<typeof givenSchema>;
