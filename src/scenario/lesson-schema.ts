// The form of a scenario's lesson: where it stops to ask, what can be answered, what counts as broken and as
// mended, and which guards are offered. It holds no words and no right answers: the words lie in the
// language files under the same keys, and the answers come from the engine. A short lesson leaves parts out;
// which parts go together, lesson-form.ts says.

import * as z from 'zod/mini';
import { givenSchema } from './given-schema';

const LESSON_LIMITS = { options: 4, guards: 7, cues: 20, slow: 4, plan: 20 } as const;

const TEXT_MAX = 300;

const text = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX));
const key = z
  .string()
  .check(z.maxLength(40), z.regex(/^[a-z][A-Za-z0-9]*$/, { error: 'a key of letters and digits' }));
const id = z.string().check(z.minLength(1), z.maxLength(60));
const ids = z.array(id).check(z.maxLength(20));
const overrides = z.record(id, id);
const plan = z.array(text).check(z.maxLength(LESSON_LIMITS.plan));

/** What a run may come to. All that is named has to be so; what is not named does not matter. */
const predicate = z
  .strictObject({
    /** Properties broken at some step so far; what must happen in the end is judged at the end. */
    violated: z.exactOptional(ids),
    /** Properties not broken so far. */
    holds: z.exactOptional(ids),
    counters: z.exactOptional(z.record(id, z.int().check(z.gte(0)))),
    /** Points such as `worker-2.claim`: some step since the question is one. */
    takes: z.exactOptional(z.array(text).check(z.maxLength(5))),
    /** Points: no step since the question is one. */
    lacks: z.exactOptional(z.array(text).check(z.maxLength(5))),
    /** Keys of the engine's sentences: some step since the question says it. */
    says: z.exactOptional(z.array(text).check(z.maxLength(5))),
  })
  .check(
    z.refine((given) => Object.keys(given).length > 0, { error: 'at least one thing that has to be so' }),
  );

const optionsOf = (max: number) =>
  z.record(key, predicate).check(
    z.refine((options) => Object.keys(options).length >= 2, { error: 'at least two options' }),
    z.refine((options) => Object.keys(options).length <= max, { error: `at most ${String(max)} options` }),
  );

/** An answer that can be chosen, and what has to be so for it to be true. */
const options = optionsOf(LESSON_LIMITS.options);

const guard = z.strictObject({
  /** Alternatives that it puts in place of those of the design to be mended. */
  design: overrides,
  /** Whether it mends: the engine decides, and a check fails where this says something else. */
  mends: z.boolean(),
  /** Staged faults that cannot happen under it: it mends by leaving them nothing to befall. */
  prevents: z.exactOptional(z.array(text).check(z.minLength(1), z.maxLength(3))),
});
const guards = z.record(key, guard).check(
  z.refine((all) => Object.keys(all).length >= 2, { error: 'at least two guards' }),
  z.refine((all) => Object.keys(all).length <= LESSON_LIMITS.guards, {
    error: `at most ${String(LESSON_LIMITS.guards)} guards`,
  }),
);

const transfer = z.strictObject({
  /** Where it begins, if not where the scenario does. */
  given: z.exactOptional(givenSchema),
  design: overrides,
  schedule: plan.check(z.minLength(1)),
  /** Faults that are tried against the guard, beside the schedule itself. */
  faults: z.array(text).check(z.maxLength(3)),
  slow: z._default(z.array(text).check(z.maxLength(LESSON_LIMITS.slow)), []),
  break: predicate,
  guards,
});

export const lessonSchema = z.strictObject({
  /** The design that it begins with, by name. */
  design: id,
  /** Operations that come only when nobody else has anything to do, as `worker-1.settleOperation`. */
  slow: z._default(z.array(text).check(z.maxLength(LESSON_LIMITS.slow)), []),
  /** What is counted beside the story, three at most. */
  counters: z._default(z.array(id).check(z.maxLength(3)), ['broker_messages', 'logical_runs', 'effects']),
  /** Whether the clock moves by itself once nobody has anything left to do. */
  time: z._default(z.enum(['passes', 'stands']), 'passes'),
  /** Leads from the start of the run to the moment that matters; `hold`s end there. */
  moment: plan.check(z.minLength(1)),
  /** Asked at that moment; answered by what the learner then makes happen. */
  predict: options,
  /** What counts as broken; left out where nothing breaks, and designs are compared. */
  break: z.exactOptional(predicate),
  /** What was lost: answered by the run that broke. A short lesson leaves it out, and `transfer`. */
  lost: z.exactOptional(options),
  mend: z.exactOptional(z.strictObject({ guards })),
  /** Asked while the same faults run again: before this point, and answered by the step that follows. */
  again: z.exactOptional(z.strictObject({ before: text, options })),
  /** Another fault in another design; the learner chooses the guard unaided. */
  transfer: z.exactOptional(transfer),
  /** Sentences that stand beside a step, by point. */
  cues: z._default(
    z.record(key, text).check(
      z.refine((all) => Object.keys(all).length <= LESSON_LIMITS.cues, {
        error: `at most ${String(LESSON_LIMITS.cues)} cues`,
      }),
    ),
    {},
  ),
  /** Where a hint makes the learner look: a staged table, `log` or `properties`. Goes with `break`. */
  look: z.exactOptional(id),
});

export type LessonFile = z.output<typeof lessonSchema>;
export type Predicate = z.output<typeof predicate>;
export type Guard = z.output<typeof guard>;
