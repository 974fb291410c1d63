// The runs that a player can begin with, and the same faults under another design.

import type { Design } from '../kernel/decision';
import type { Timeline } from '../kernel/timeline';
import type { Classroom } from '../lesson/classroom';
import { drive } from '../scenario/schedule';
import type { Engine } from '../ui/engine';
import { isPast, type Moment } from '../ui/state/moment';
import type { ChosenDesign, Story } from '../ui/stories';
import type { Start } from './parameters';

/** A run that has left the lesson's way is over by then. */
const RUN_STEPS_MAX = 600;

export interface Begun {
  readonly timeline: Timeline;
  /** Steps up to the moment that matters; 0 where the run is not the lesson's. */
  readonly since: number;
  /** It is the scenario's own run, with the faults of its file. */
  readonly isScheduled: boolean;
}

export function begun(engine: Engine, story: Story, { name, overrides }: ChosenDesign, start: Start): Begun {
  const room = engine.classroom(story);
  if (start === 'moment' && room !== null) {
    const timeline = room.atMoment(overrides);
    return { timeline, since: timeline.cursor, isScheduled: false };
  }
  const timeline = engine.begin(story, overrides);
  if (start === 'moment') return { timeline, since: 0, isScheduled: false };
  engine.runSchedule(timeline, story, name);
  timeline.seek(start === 'end' ? Infinity : start);
  return { timeline, since: 0, isScheduled: true };
}

/**
 * What was chosen in a run, under another design, at the same step: open there where the run was open, and to
 * its end where it was over. `missed` counts the choices that have no place in that design.
 */
export function sameChoices(
  room: Classroom,
  moment: Moment,
  { since, isOver }: { readonly since: number; readonly isOver: boolean },
  overrides: Design,
): Begun & { readonly missed: number } {
  const { timeline, cursor } = moment;
  // Of a future that is known already, the choices count too.
  timeline.seek(Infinity);
  const choices = room.choicesOf(timeline, since);
  timeline.seek(cursor);
  const other = since > 0 ? room.atMoment(overrides) : room.begin(overrides);
  const otherSince = other.cursor;
  const { unmatched } = drive(other, choices, RUN_STEPS_MAX, room.scheduler());
  const at = isOver ? Infinity : Math.max(0, cursor + otherSince - since);
  const found = { since: otherSince, isScheduled: false, missed: unmatched.length };
  if (isOver || isPast(moment)) {
    other.seek(at);
    return { ...found, timeline: other };
  }
  const path = other.trace.slice(0, at).map(({ id }) => id);
  return { ...found, timeline: room.replay(overrides, path) };
}
