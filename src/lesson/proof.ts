// Whether a lesson keeps what its file promises, found out by playing it: what is shown whole is whole, the
// staged faults break what breaks, every question has one true answer, and every guard is worth what is said of it.

import type { Design } from '../kernel/decision';
import type { Json } from '../kernel/json';
import type { Timeline } from '../kernel/timeline';
import type { Failure } from '../scenario/expectation';
import { type Asked, meets, trueOption } from '../scenario/predicate';
import type { Predicate } from '../scenario/lesson-schema';
import { drive, type Plan } from '../scenario/schedule';
import { verdictsOf } from '../scenario/verdicts';
import { brokenIn, type Classroom } from './classroom';
import { actionsOf, type Guards, type Options, type Transfer } from './lesson';
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
  const { lesson } = room;
  const goal = lesson.break;
  if (goal === null) return [...atMoment(room), ...wholeRuns(room)];
  const broken = breakIt(room, goal);
  return [
    // Only the whole arc shows the run without a fault: a short lesson may be about one that needs none.
    ...(lesson.transfer === null ? [] : firstRun(room)),
    ...atMoment(room),
    ...(broken === null
      ? [failure('break', 'broken by one staged fault at the moment that matters', 'whole')]
      : [...questions(room, broken.asked), ...secondRun(room, broken)]),
    ...guards('mend', lesson.guards, lesson.design.overrides, (design) => room.tryGuard(design)),
    ...(lesson.transfer === null ? [] : otherFault(room, lesson.transfer)),
  ];
}

function firstRun(room: Classroom): readonly Failure[] {
  const timeline = room.begin(room.lesson.design.overrides);
  drive(timeline, ON, RUN_STEPS_MAX, room.scheduler());
  const broken = brokenIn(timeline.trace);
  return broken.length === 0 ? [] : [failure('design', 'nothing broken without a fault', [...broken])];
}

/** The way to the moment happens as it is told, and leaves something to break. */
function atMoment(room: Classroom): readonly Failure[] {
  const { lesson } = room;
  const timeline = room.begin(lesson.design.overrides);
  const { unmatched } = drive(timeline, lesson.moment, RUN_STEPS_MAX, room.scheduler());
  const texts = unmatched.map(({ text }) => text);
  const asked = room.asked(timeline, timeline.cursor, null);
  const isBroken = lesson.break !== null && meets(lesson.break, asked);
  return [
    ...(texts.length === 0 ? [] : [failure('moment', 'every intervention happens', texts)]),
    ...(isBroken ? [failure('moment', 'nothing broken yet', [...brokenIn(timeline.trace)])] : []),
  ];
}

/** Where nothing breaks: the run on from the moment is whole, and so is the same in the other design. */
function wholeRuns(room: Classroom): readonly Failure[] {
  const { lesson } = room;
  const runs = [lesson.design, ...(lesson.other === null ? [] : [lesson.other])].map(
    ({ name, overrides }) => {
      const { timeline } = room.rerun(ON, overrides);
      const verdicts = Object.entries(verdictsOf(timeline));
      return { name, timeline, broken: verdicts.filter(([, one]) => one === 'violated').map(([id]) => id) };
    },
  );
  const broken = runs.filter((run) => run.broken.length > 0);
  const own = runs[0]!.timeline;
  const moment = room.atMoment(lesson.design.overrides).cursor;
  return [
    ...broken.map((run) => failure('design', `nothing broken in design ${run.name}`, run.broken)),
    ...questions(room, room.asked(own, moment, own)),
  ];
}

/** The learner's run: the way on alone, or after one of the staged faults. */
function breakIt(room: Classroom, goal: Predicate): Broken | null {
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
    if (meets(goal, asked)) return { timeline, moment, asked };
  }
  return null;
}

function questions({ lesson }: Classroom, asked: Asked): readonly Failure[] {
  const isAnswered = (options: Options | null): boolean =>
    options === null || trueOption(options, asked) !== null;
  return [
    ...(isAnswered(lesson.predict) ? [] : [failure('predict', 'one true answer', 'none, or several')]),
    ...(isAnswered(lesson.lost) ? [] : [failure('lost', 'one true answer', 'none, or several')]),
  ];
}

/** Under every guard that mends, the learner's choices can be carried out, and the question has an answer. */
function secondRun(room: Classroom, { timeline, moment }: Broken): readonly Failure[] {
  const { lesson } = room;
  const choices = room.choicesOf(timeline, moment);
  return Object.entries(lesson.guards ?? {}).flatMap(([key, { mends, design, prevents = [] }]) => {
    if (!mends) return [];
    const rerun = room.rerun(choices, { ...lesson.design.overrides, ...design });
    const prevented = actionsOf(prevents).map((action) => `pick ${action}`);
    const missed = rerun.unmatched.map(({ effect }) => effect ?? '');
    const unmatched = rerun.unmatched.filter(({ effect }) => !prevented.includes(effect ?? ''));
    const texts = unmatched.map(({ text }) => text);
    return [
      ...(texts.length === 0 ? [] : [failure(`mend.guards.${key}`, 'the same faults', texts)]),
      ...(prevented.every((effect) => missed.includes(effect))
        ? []
        : [failure(`mend.guards.${key}.prevents`, 'faults that cannot happen under it', [...prevents])]),
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

function otherFault(room: Classroom, transfer: Transfer): readonly Failure[] {
  const { timeline, unmatched } = room.transfer(transfer, transfer.overrides);
  const texts = unmatched.map(({ text }) => text);
  const isBroken = meets(transfer.break, room.asked(timeline, 0, timeline));
  return [
    ...(texts.length > 0
      ? [failure('transfer.schedule', 'every intervention happens', texts)]
      : isBroken
        ? []
        : [failure('transfer.break', 'broken by its schedule', 'whole')]),
    ...guards('transfer', transfer.guards, transfer.overrides, (design) =>
      room.tryTransfer(transfer, design),
    ),
  ];
}

function guards(
  where: 'mend' | 'transfer',
  all: Guards | null,
  base: Design,
  tried: (design: Design) => Generator<TrialProgress, TrialResult>,
): readonly Failure[] {
  return Object.entries(all ?? {}).flatMap(([key, { mends, design }]) => {
    const { breach } = finished(tried({ ...base, ...design }));
    if ((breach === null) === mends) return [];
    const got = breach === null ? true : { breaks: breach.property, faults: [...breach.faults] };
    return [failure(`${where}.guards.${key}.mends`, mends, got)];
  });
}

function failure(place: string, expected: Json, got: Json): Failure {
  return { what: `lesson.${place}`, expected, got };
}
