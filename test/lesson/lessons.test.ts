// Every lesson, walked through on the engine: what it asks has one answer, what it offers does what it says.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Classroom, brokenIn } from '../../src/lesson/classroom';
import { lessonOf } from '../../src/lesson/lesson';
import { meets, trueOption } from '../../src/scenario/predicate';
import type { TrialProgress, TrialResult } from '../../src/lesson/trial';
import { parseScenario } from '../../src/scenario/scenario';
import { drive } from '../../src/scenario/schedule';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());

const classrooms = readdirSync('scenarios').flatMap((folder) => {
  const file = `scenarios/${folder}/scenario.json`;
  const scenario = parseScenario(readFileSync(file, 'utf8'), file, folder.replace(/^\d+-/, ''));
  const lesson = lessonOf(scenario);
  return lesson === null ? [] : [{ id: scenario.id, lesson, room: new Classroom(systems, scenario, lesson) }];
});

const ON = { interventions: [], ends: 'quiet' } as const;

/** The learner's run: to the moment, then the first staged fault where the way on alone breaks nothing. */
function brokenRun({ lesson, room }: (typeof classrooms)[number]) {
  for (const fault of [null, ...lesson.faults]) {
    const timeline = room.atMoment(lesson.design.overrides);
    const moment = timeline.cursor;
    if (fault !== null && timeline.enabled.some(({ id }) => id === fault)) timeline.take(fault);
    drive(timeline, ON, 600, room.scheduler());
    const asked = room.asked(timeline, moment, timeline);
    if (meets(lesson.break, asked)) return { timeline, moment, asked };
  }
  throw new Error('no staged fault breaks it');
}

function finish(trial: Generator<TrialProgress, TrialResult>): TrialResult {
  for (;;) {
    const next = trial.next();
    if (next.done === true) return next.value;
  }
}

describe.each(classrooms)('the lesson of $id', (classroom) => {
  const { lesson, room } = classroom;

  it('runs once without a fault and breaks nothing', () => {
    const timeline = room.begin(lesson.design.overrides);
    drive(timeline, ON, 600, room.scheduler());
    expect(brokenIn(timeline.trace)).toEqual([]);
  });

  it('can be broken by one staged fault, and that answers its questions', () => {
    const { asked } = brokenRun(classroom);
    expect(trueOption(lesson.predict, asked)).not.toBeNull();
    expect(trueOption(lesson.lost, asked)).not.toBeNull();
  });

  it('asks about the second run before a step that comes, with one true answer under every guard', () => {
    const { again } = lesson;
    if (again === null) return;
    const { timeline, moment } = brokenRun(classroom);
    const choices = room.choicesOf(timeline, moment);
    for (const guard of Object.values(lesson.guards)) {
      if (!guard.mends) continue;
      const rerun = room.rerun(choices, { ...lesson.design.overrides, ...guard.design });
      const step = room.stepBefore(rerun.timeline.trace, again.before);
      expect(step).not.toBeNull();
      rerun.timeline.seek(step! + 1);
      expect(trueOption(again.options, room.asked(rerun.timeline, step!, null))).not.toBeNull();
    }
  });

  it('the learner’s choices can be carried out under every guard that mends', () => {
    const { timeline, moment } = brokenRun(classroom);
    const choices = room.choicesOf(timeline, moment);
    const unmatched = Object.values(lesson.guards)
      .filter(({ mends }) => mends)
      .map(({ design }) => room.rerun(choices, { ...lesson.design.overrides, ...design }).unmatched);
    expect(unmatched.flat()).toEqual([]);
  });

  it.each(Object.entries(lesson.guards))('its guard %s mends or fails as its file says', (_key, guard) => {
    const { breach } = finish(room.tryGuard({ ...lesson.design.overrides, ...guard.design }));
    expect(breach === null).toBe(guard.mends);
  });

  it('its other fault breaks the other design', () => {
    const { timeline, unmatched } = room.transfer(lesson.transfer.overrides);
    expect(unmatched).toEqual([]);
    expect(meets(lesson.transfer.break, room.asked(timeline, 0, timeline))).toBe(true);
  });

  it.each(Object.entries(lesson.transfer.guards))(
    'its transfer guard %s mends or fails as its file says',
    (_key, guard) => {
      const { breach } = finish(room.tryTransfer({ ...lesson.transfer.overrides, ...guard.design }));
      expect(breach === null).toBe(guard.mends);
    },
  );
});
