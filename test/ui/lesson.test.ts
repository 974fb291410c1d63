// A lesson over the real engine, played by what its buttons call.
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readScenarios } from '../../src/cli/files';
import type { Status } from '../../src/lesson/progress';
import { type Engine, openEngine } from '../../src/ui/engine';
import { Lesson } from '../../src/ui/state/lesson.svelte';
import { Session } from '../../src/ui/state/session.svelte';
import { stories } from '../../src/ui/stories';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
});

async function begun(id: string) {
  const session = new Session(stories, () => Promise.resolve(engine));
  await session.open(`#/run/${id}`);
  const statuses: Status[] = [];
  const lesson = new Lesson(session, engine.classroom(session.story)!, (status) => statuses.push(status));
  lesson.restart();
  return { session, lesson, statuses };
}

async function atMoment(id: string) {
  const begin = await begun(id);
  begin.lesson.toMoment();
  return begin;
}

/** Presses the large button until it does nothing more. */
function press(lesson: Lesson, isEnough: () => boolean = () => false): void {
  for (let presses = 0; presses < 200 && !isEnough(); presses++) if (!lesson.step()) return;
}

async function broken(id: string) {
  const at = await atMoment(id);
  at.lesson.predict(null);
  const [fault] = at.lesson.faults;
  if (id !== 'stale-version') at.lesson.take(fault!.id);
  press(at.lesson, () => at.lesson.arc.stage !== 'break');
  return at;
}

/** Where something breaks: not all scenarios have a lesson, and not all lessons want that. */
const IDS = readScenarios([])
  .filter(({ lesson }) => lesson?.break !== undefined)
  .map(({ id }) => id);

// The browser tests play the others to their end as well; this one has the smallest trials.
describe.each(['stale-version'])('the lesson of %s', (id) => {
  it('can be played to its end, wrong answers and a guard that does not mend on the way', async () => {
    const { session, lesson, statuses } = await begun(id);
    press(lesson);
    expect(lesson.isWatched).toBe(true);
    lesson.toMoment();
    const wrong = Object.keys(lesson.plan.predict)[0]!;
    lesson.predict(wrong);
    if (id !== 'stale-version') lesson.take(lesson.faults[0]!.id);
    press(lesson, () => lesson.arc.stage === 'lost');
    expect(lesson.arc.predicted).toMatchObject({ chosen: wrong, truth: expect.any(String) as string });

    const answers = Object.keys(lesson.plan.lost!);
    for (const answer of answers.toReversed()) if (lesson.arc.stage === 'lost') lesson.name(answer);
    expect(lesson.arc.stage).toBe('mend');

    const guards = Object.entries(lesson.plan.guards!);
    const failing = guards.find(([, guard]) => !guard.mends)![0];
    await tryGuard(lesson, failing);
    expect(lesson.arc.guard?.breach).not.toBeNull();
    lesson.showBreach();
    expect(session.moment!.trace.some(({ verdicts }) => verdicts.length > 0)).toBe(true);
    lesson.chooseAnother();
    expect(lesson.arc.stage).toBe('mend');

    await tryGuard(lesson, guards.find(([, guard]) => guard.mends)![0]);
    expect(lesson.arc.guard?.breach).toBeNull();

    lesson.toTransfer();
    expect(session.moment!.trace[session.moment!.cursor - 1]!.verdicts).not.toEqual([]);
    lesson.guard.choose(Object.entries(lesson.plan.transfer!.guards).find(([, guard]) => guard.mends)![0]);
    lesson.tryTransfer();
    await vi.waitFor(() => expect(lesson.arc.isDone).toBe(true), { timeout: 60_000 });
    expect(statuses.at(-1)).toBe('solved');
    lesson.close();
  });
});

describe.each(IDS)('the lesson of %s', (id) => {
  it('is broken by following its last hints alone, and then does not count as solved', async () => {
    const { lesson } = await atMoment(id);
    lesson.predict(null);
    for (let rung = 0; rung < 4; rung++) lesson.hint();
    for (let steps = 0; steps < 80 && lesson.arc.stage === 'break'; steps++) {
      const { shown } = lesson.hints;
      expect(shown).not.toBeNull();
      lesson.take(shown!);
      lesson.hint();
    }
    const { stages } = lesson.plan;
    const next = stages[stages.indexOf('break') + 1];
    expect(lesson.arc).toMatchObject({ stage: next, isHelped: true });
  });
});

async function tryGuard(lesson: Lesson, guard: string): Promise<void> {
  lesson.guard.choose(guard);
  lesson.tryGuard();
  lesson.player.pause();
  press(lesson, () => lesson.isAsking);
  if (lesson.isAsking) lesson.guess(null);
  press(lesson);
  await vi.waitFor(() => expect(lesson.arc.guard).not.toBeNull(), { timeout: 60_000 });
}

describe('a lesson', () => {
  it('that ends whole offers the way back: undo, and the moment again', async () => {
    const { session, lesson } = await atMoment('crash-after-publish');
    const since = session.moment!.cursor;
    lesson.predict(null);
    press(lesson, () => session.moment!.cursor > since + 20);
    lesson.take('pause:worker-1');
    press(lesson);
    expect([lesson.arc.stage, lesson.isLost]).toEqual(['break', true]);
    const end = session.moment!.trace.length;
    lesson.undo();
    expect(session.moment!.cursor).toBeLessThan(end);
    expect(session.moment!.trace[session.moment!.cursor]!.id).toBe('pause:worker-1');
    expect(lesson.isLost).toBe(false);
    lesson.toMoment();
    expect([session.moment!.cursor, session.moment!.trace.length, lesson.arc.stage]).toEqual([
      ...[since, since],
      'break',
    ]);
  });

  it('takes the steps of lanes off stage along on the way to one worth seeing', async () => {
    const { session, lesson } = await begun('crash-after-publish');
    lesson.step();
    expect(session.moment!.cursor).toBeGreaterThan(1);
    const { trace, cursor } = session.moment!;
    expect(session.story.stage.lanes).toContain(trace[cursor - 1]!.actor);
    expect(lesson.run.ahead!.path.length).toBeGreaterThan(0);
  });

  it('shows nothing of a decided run before its question is answered', async () => {
    const { session, lesson } = await broken('crash-after-publish');
    lesson.name('paidTwice');
    lesson.guard.choose('claim');
    lesson.tryGuard();
    lesson.player.pause();
    press(lesson, () => lesson.isAsking);
    const { cursor, trace } = session.moment!;
    expect([lesson.isAsking, trace.length]).toEqual([true, cursor]);
    expect(lesson.step()).toBe(false);
    lesson.guess('refused');
    expect(lesson.arc.again).toEqual({ chosen: 'refused', truth: 'refused' });
    lesson.close();
  });

  it('stops before its question even where steps off stage lead up to it', async () => {
    const { session, lesson } = await broken('crash-after-publish');
    const { room, run } = lesson;
    const { overrides } = lesson.plan.design;
    const { timeline } = room.rerun(room.choicesOf(session.moment!.timeline, run.since), overrides);
    const isRow = (step: number): boolean => room.isRow(timeline.trace[step]!);
    const step = timeline.trace.findIndex((_, i) => i > run.since + 2 && isRow(i) && !isRow(i - 1));
    run.decide(timeline, overrides, { step, lane: timeline.trace[step]!.actor });
    while (run.pending === null && run.isDecided) run.step();
    expect([session.moment!.cursor, session.moment!.trace.length]).toEqual([step, step]);
  });

  it('does not judge a run that is looked at meanwhile', async () => {
    const { session, lesson } = await atMoment('crash-after-publish');
    lesson.predict(null);
    const transfer = lesson.plan.transfer!;
    const { overrides } = transfer;
    session.present(lesson.room.transfer(transfer, overrides).timeline, { name: 'custom', overrides });
    session.seek(Infinity);
    lesson.look();
    expect(lesson.arc.stage).toBe('break');
    lesson.resume();
    expect(session.design.name).toBe('naive');
  });
});
