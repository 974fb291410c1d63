// Short lessons over the real engine, played by what their buttons call.
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { messagesIn } from '../../src/i18n/messages';
import type { Status } from '../../src/lesson/progress';
import type { ScenarioFile } from '../../src/scenario/schema';
import { type Engine, openEngine } from '../../src/ui/engine';
import { primaryOf } from '../../src/ui/lesson/primary';
import type { Layout } from '../../src/ui/state/layout.svelte';
import { Lesson } from '../../src/ui/state/lesson.svelte';
import { Session } from '../../src/ui/state/session.svelte';
import type { Source } from '../../src/ui/sources';
import { stories, type Story } from '../../src/ui/stories';
import { ALL, byFault, byItself, mended, nothing, type Short } from '../lesson/short';

let engine: Engine;
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  engine = await openEngine(wasm, ({ id }) => {
    const { file, words } = ALL.find((one) => one.id === id)!;
    return { text: JSON.stringify(file), words: words as unknown as Source['words'] };
  });
});

function storyOf({ id, file }: Short): Story {
  const { stage, designs } = file as unknown as Pick<Story, 'stage'> & Pick<ScenarioFile, 'designs'>;
  const named = Object.entries(designs).map(([name, { unmatched: _unmatched, ...overrides }]) => {
    return { name, overrides };
  });
  return { ...stories[0]!, id, stage, designs: named };
}

async function begun(short: Short) {
  const session = new Session([storyOf(short)], () => Promise.resolve(engine));
  await session.open(`#/run/${short.id}`);
  const statuses: Status[] = [];
  const lesson = new Lesson(session, engine.classroom(session.story)!, (status) => statuses.push(status));
  lesson.restart();
  return { session, lesson, statuses };
}

const layout = { tab: 'lesson' } as Pick<Layout, 'tab'>;
const labelOf = (lesson: Lesson): string | null =>
  primaryOf(lesson, messagesIn('en').lesson, layout)?.label ?? null;
const pressPrimary = (lesson: Lesson): void => primaryOf(lesson, messagesIn('en').lesson, layout)!.press();

/** Presses the large button until it does nothing more. */
function press(lesson: Lesson, isEnough: () => boolean = () => false): void {
  for (let presses = 0; presses < 200 && !isEnough(); presses++) if (!lesson.step()) return;
}

/** From the setting over the moment to the question, and answers it. */
function predict(lesson: Lesson, option: string): void {
  expect([lesson.arc.stage, labelOf(lesson)]).toEqual(['setting', 'To the moment that matters']);
  pressPrimary(lesson);
  expect([lesson.arc.stage, labelOf(lesson)]).toEqual(['predict', null]);
  lesson.predict(option);
}

describe('a short lesson', () => {
  it('is done once its goal is reached, and says what the prediction came to', async () => {
    const { session, lesson, statuses } = await begun(byFault);
    predict(lesson, 'retried');
    expect([lesson.arc.stage, lesson.faults.map(({ id }) => id)]).toEqual([
      'break',
      ['crash:api', 'crash:dispatcher'],
    ]);
    lesson.take('crash:api');
    press(lesson, () => lesson.arc.stage !== 'break');
    expect(lesson.arc).toMatchObject({
      ...{ stage: 'rule', isDone: true },
      predicted: { chosen: 'retried', truth: 'nobody' },
    });
    expect(session.moment!.trace.at(-1)!.verdicts).not.toEqual([]);
    expect([statuses, labelOf(lesson)]).toEqual([['begun', 'solved'], null]);
  });

  it('needs no fault where its design breaks by itself', async () => {
    const { lesson, statuses } = await begun(byItself);
    predict(lesson, 'overwritten');
    expect([lesson.faults, labelOf(lesson)]).toEqual([[], 'Next']);
    press(lesson, () => lesson.arc.isDone);
    expect(lesson.arc.predicted).toEqual({ chosen: 'overwritten', truth: 'overwritten' });
    expect(statuses).toEqual(['begun', 'solved']);
  });

  it('that was shown its next step does not count as solved', async () => {
    const { lesson, statuses } = await begun(byItself);
    predict(lesson, 'overwritten');
    for (let rung = 0; rung < 4; rung++) lesson.hint();
    expect(lesson.hints.shown).not.toBeNull();
    press(lesson, () => lesson.arc.isDone);
    expect(statuses).toEqual(['begun', 'shown']);
  });

  it('with guards comes to its rule only by one that mends', async () => {
    const { lesson, statuses } = await begun(mended);
    predict(lesson, 'nobody');
    lesson.take('crash:api');
    press(lesson, () => lesson.arc.stage !== 'break');
    expect([lesson.arc.stage, lesson.arc.isDone]).toEqual(['mend', false]);
    await tryGuard(lesson, 'publishFirst');
    expect([lesson.arc.guard?.breach?.property, labelOf(lesson)]).toEqual(['S28', null]);
    lesson.chooseAnother();
    expect([lesson.arc.stage, statuses]).toEqual(['mend', ['begun']]);
    await tryGuard(lesson, 'outbox');
    expect([lesson.arc.stage, lesson.arc.isDone, labelOf(lesson)]).toEqual([
      'again',
      false,
      'On to the rule',
    ]);
    pressPrimary(lesson);
    expect(lesson.arc).toMatchObject({
      stage: 'rule',
      isDone: true,
      guard: { guard: 'outbox', breach: null },
    });
    expect(statuses).toEqual(['begun', 'solved']);
  });

  it('in which nothing breaks shows the run, then the same in the other design, then its rule', async () => {
    const { session, lesson, statuses } = await begun(nothing);
    predict(lesson, 'never');
    expect([lesson.arc.stage, lesson.faults]).toEqual(['run', []]);
    press(lesson);
    expect(lesson.arc).toMatchObject({ stage: 'other', predicted: { chosen: 'never', truth: 'once' } });
    expect([session.design.name, labelOf(lesson)]).toEqual(['safe', 'The same in the other design']);
    const ids = session.moment!.trace.map(({ id }) => id);
    pressPrimary(lesson);
    lesson.player.pause();
    expect([session.design.name, labelOf(lesson)]).toEqual(['empty-page', 'Go on']);
    press(lesson);
    expect(session.moment!.trace.map(({ id }) => id)).toEqual(ids);
    expect([lesson.arc.isDone, labelOf(lesson)]).toEqual([false, 'On to the rule']);
    pressPrimary(lesson);
    expect([lesson.arc.stage, lesson.arc.isDone, statuses]).toEqual(['rule', true, ['begun', 'solved']]);
  });

  it('can be begun again after its end', async () => {
    const { session, lesson } = await begun(byItself);
    predict(lesson, 'overwritten');
    press(lesson, () => lesson.arc.isDone);
    lesson.restart();
    expect(lesson.arc).toMatchObject({ stage: 'setting', isDone: false, predicted: null });
    expect(session.moment!.cursor).toBe(0);
  });
});

async function tryGuard(lesson: Lesson, guard: string): Promise<void> {
  lesson.guard.choose(guard);
  lesson.tryGuard();
  lesson.player.pause();
  press(lesson);
  await vi.waitFor(() => expect(lesson.arc.guard).not.toBeNull(), { timeout: 60_000 });
}
