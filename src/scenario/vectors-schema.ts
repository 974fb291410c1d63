// The form of a file of worked cases, kind by kind. Tokens are words of a small language each; a word that
// is none of them is bad input, never a case that fails.

import * as z from 'zod/mini';
// For its side effect on zod, which has to come before the first schema.
import './shape';

const VECTOR_LIMITS = { cases: 500, entries: 1_000 } as const;

const count = z.int().check(z.gte(0));
const counts = z.array(count).check(z.maxLength(VECTOR_LIMITS.entries));
const text = z.string().check(z.minLength(1), z.maxLength(400));

function tokens<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.array(z.enum(words)).check(z.minLength(1), z.maxLength(VECTOR_LIMITS.entries));
}

function sentences(pattern: RegExp, error: string) {
  return z
    .array(z.string().check(z.maxLength(200), z.regex(pattern, { error })))
    .check(z.minLength(1), z.maxLength(VECTOR_LIMITS.entries));
}

const stores = z.strictObject({
  run: z.boolean(),
  outbox: z.boolean(),
  broker_messages: count,
  sent: z.boolean(),
});
const page = z.strictObject({ server_events: counts, client_seen: counts, after_seq: count });

const STATUSES = 'queued|running|waiting_approval|succeeded|failed|cancelled|interrupted';
const version = sentences(
  new RegExp(`^[A-Z]\\.(read|set (${STATUSES})( where version=\\d{1,9})?)$`),
  '"X.read" or "X.set STATUS [where version=N]", STATUS being that of a run',
);
const arrival = sentences(/^R\d{1,6} seq \d{1,9} arrives$/, '"R2 seq 1 arrives"');

/** A case's own words, whatever its kind. */
const common = { id: text, section: text, expected: z.json(), derived: z.exactOptional(z.json()) };

const kinds = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('page'), given: page, input: z.null() }),
  z.strictObject({
    ...common,
    kind: z.literal('guard'),
    given: z.nullable(page),
    input: z.strictObject({ seen: counts, frames: counts }),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('retention'),
    given: z.null(),
    input: z.strictObject({ after_seq: count, minimum_retained_seq: count }),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('outbox'),
    given: stores,
    input: tokens(['commit', 'publish', 'mark', 'crash', 'recover']),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('dual_write'),
    given: stores,
    input: tokens(['save_run', 'publish', 'crash_before_publish']),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('version'),
    // A run that a worker holds has left version 1 behind.
    given: z.strictObject({ version: z.int().check(z.gte(2)) }),
    input: version,
  }),
  z.strictObject({
    ...common,
    kind: z.literal('reconnect'),
    given: z.strictObject({ last_accepted: count, server_last_seq: count }),
    input: tokens(['disconnect', 'reconnect with overlap']),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('namespace'),
    given: z.record(
      z.string().check(z.regex(/^R\d{1,6}_last_seq$/, { error: 'a name such as "R1_last_seq"' })),
      count,
    ),
    input: arrival,
  }),
  z.strictObject({
    ...common,
    kind: z.literal('overlap'),
    given: z.strictObject({ live: counts, replay: counts, reconnected_live: counts }),
    input: tokens(['deliver in that order']),
  }),
]);

const aCase = kinds.check(
  z.refine((one) => one.expected !== null || (one.derived ?? null) !== null, {
    error: 'what to compare with, where "expected" is null',
    path: ['derived'],
  }),
);

export const vectorsSchema = z.strictObject({
  about: z.exactOptional(z.string().check(z.maxLength(4_000))),
  cases: z.array(aCase).check(z.maxLength(VECTOR_LIMITS.cases)),
});

export type VectorCase = z.output<typeof aCase>;
