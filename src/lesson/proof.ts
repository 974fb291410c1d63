// Whether a lesson keeps what its file promises, found out by playing it: the first run is whole, the staged
// faults break it, every question has one true answer, and every guard is worth what is said of it.

import type { Json } from '../kernel/json';
import type { Timeline } from '../kernel/timeline';
import type { Failure } from '../scenario/expectation';
import { type Asked, meets, trueOption } from '../scenario/predicate';
import { drive, type Plan } from '../scenario/schedule';
import { brokenIn, type Classroom } from './classroom';
import type { Guards } from './lesson';
import { finished, type TrialProgress, type TrialResult } from './trial';

const ON: Plan = { interventions: [], ends: 'quiet' };
const RUN_STEPS_MAX = 600;

interface Broken {
  readonly timeline: Timeline;
  readonly moment: number;
  readonly asked: Asked;
}

/** Everything in which the lesson and the engine differ. */
export function failuresOfLesson(room: Classroom): readonly Failure[] {
  const broken = breakIt(room);
  return [
    ...firstRun(room),
    ...(broken === null
      ? [failure('break', 'broken by one staged fault at the moment that matters', 'whole')]
      : [...questions(room, broken), ...secondRun(room, broken)]),
    ...guards(room, 'mend', room.lesson.guards, (design) => room.tryGuard(design)),
    ...otherFault(room),
    ...guards(room, 'transfer', room.lesson.transfer.guards, (design) => room.tryTransfer(design)),
  ];
}

function firstRun(room: Classroom): readonly Failure[] {
  const timeline = room.begin(room.lesson.design.overrides);
  drive(timeline, ON, RUN_STEPS_MAX, room.scheduler());
  const broken = brokenIn(timeline.trace);
  return broken.length === 0 ? [] : [failure('design', 'nothing broken without a fault', [...broken])];
}

/** The learner's run: the way on alone, or after one of the staged faults. */
function breakIt(room: Classroom): Broken | null {
  const { lesson } = room;
  for (const fault of [null, ...lesson.faults]) {
    const timeline = room.atMoment(lesson.design.overrides);
    const moment = timeline.cursor;
    if (fault !== null) {
      if (!timeline.enabled.some(({ id, blocked }) => id === fault && blocked === null)) continue;
      timeline.take(fault);
    }
    drive(timeline, ON, RUN_STEPS_MAX, room.scheduler());
    const asked = room.asked(timeline, moment, timeline);
    if (meets(lesson.break, asked)) return { timeline, moment, asked };
  }
  return null;
}

function questions({ lesson }: Classroom, { asked }: Broken): readonly Failure[] {
  const isAnswered = (options: typeof lesson.predict): boolean => trueOption(options, asked) !== null;
  return [
    ...(isAnswered(lesson.predict) ? [] : [failure('predict', 'one true answer', 'none, or several')]),
    ...(isAnswered(lesson.lost) ? [] : [failure('lost', 'one true answer', 'none, or several')]),
  ];
}

/** Under every guard that mends, the learner's choices can be carried out, and the question has an answer. */
function secondRun(room: Classroom, { timeline, moment }: Broken): readonly Failure[] {
  const { lesson } = room;
  const choices = room.choicesOf(timeline, moment);
  return Object.entries(lesson.guards).flatMap(([key, { mends, design }]) => {
    if (!mends) return [];
    const rerun = room.rerun(choices, { ...lesson.design.overrides, ...design });
    const unmatched = rerun.unmatched.map(({ text }) => text);
    return [
      ...(unmatched.length === 0 ? [] : [failure(`mend.guards.${key}`, 'the same faults', unmatched)]),
      ...asksOnce(room, key, rerun.timeline),
    ];
  });
}

function asksOnce(room: Classroom, guard: string, rerun: Timeline): readonly Failure[] {
  const { again } = room.lesson;
  if (again === null) return [];
  const step = room.stepBefore(rerun.trace, again.before);
  if (step === null) return [failure('again.before', `a step that comes with ${guard}`, again.before.text)];
  rerun.seek(step + 1);
  const truth = trueOption(again.options, room.asked(rerun, step, null));
  return truth === null
    ? [failure('again.options', `one true answer with ${guard}`, 'none, or several')]
    : [];
}

function otherFault(room: Classroom): readonly Failure[] {
  const { transfer } = room.lesson;
  const { timeline, unmatched } = room.transfer(transfer.overrides);
  if (unmatched.length > 0) {
    const texts = unmatched.map(({ text }) => text);
    return [failure('transfer.schedule', 'every intervention happens', texts)];
  }
  const isBroken = meets(transfer.break, room.asked(timeline, 0, timeline));
  return isBroken ? [] : [failure('transfer.break', 'broken by its schedule', 'whole')];
}

function guards(
  { lesson }: Classroom,
  where: 'mend' | 'transfer',
  all: Guards,
  tried: (design: Readonly<Record<string, string>>) => Generator<TrialProgress, TrialResult>,
): readonly Failure[] {
  const base = where === 'mend' ? lesson.design.overrides : lesson.transfer.overrides;
  return Object.entries(all).flatMap(([key, { mends, design }]) => {
    const { breach } = finished(tried({ ...base, ...design }));
    if ((breach === null) === mends) return [];
    const got = breach === null ? true : { breaks: breach.property, faults: [...breach.faults] };
    return [failure(`${where}.guards.${key}.mends`, mends, got)];
  });
}

function failure(place: string, expected: Json, got: Json): Failure {
  return { what: `lesson.${place}`, expected, got };
}
