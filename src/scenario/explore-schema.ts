// The section `explore` of scenario.json: the bounds of a search, and per design the shortest ways to break
// each property that it must find, or that there is none.

import * as z from 'zod/mini';
import { count, LIMITS, name, names, recordOf, text } from './fields';

/** Limits of a search that anybody may ask for. */
export const SEARCH_LIMITS = { faults: 6, steps: 1_000, worlds: 5_000_000 } as const;

const atMost = (most: number) => z.int().check(z.gte(0), z.lte(most));

const boundsSchema = z.strictObject({
  /** `crash`, `crash dispatcher`, `duplicate runs`, `clock`: at most so many. */
  faults: recordOf(text, atMost(SEARCH_LIMITS.faults)),
  /** At most so many faults of all kinds. */
  together: z.exactOptional(atMost(SEARCH_LIMITS.faults)),
  /** Actors that do nothing by themselves: what must come in the end is not judged then. */
  still: z.exactOptional(names),
  steps: z.exactOptional(atMost(SEARCH_LIMITS.steps)),
  worlds: z.exactOptional(z.int().check(z.gte(1), z.lte(SEARCH_LIMITS.worlds))),
});

/** By property: the fewest faults, and the fewest steps with so many; empty where none may be broken. */
const findings = recordOf(name, z.strictObject({ faults: count, steps: count }));

export const exploreSchema = z.strictObject({
  bounds: boundsSchema,
  expect: recordOf(name, findings, LIMITS.designs),
});

export type ExploreFile = z.output<typeof exploreSchema>;
