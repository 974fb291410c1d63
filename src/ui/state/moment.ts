// What a timeline holds right now, as a value of its own: the timeline changes in place, and what is drawn
// has to change with it.

import type { Action } from '../../kernel/action';
import { nextAction } from '../../kernel/scheduler';
import type { Timeline } from '../../kernel/timeline';
import type { Trace } from '../../kernel/trace';
import type { World } from '../../kernel/world';

export interface Moment {
  readonly timeline: Timeline;
  /** The world before the first step. */
  readonly first: World;
  /** The world at the cursor. */
  readonly world: World;
  /** All steps of the branch, whatever the cursor. */
  readonly trace: Trace;
  readonly cursor: number;
  /** Everything that could happen at the cursor, in order. */
  readonly enabled: readonly Action[];
  /** What the default scheduler would take; null at quiet. */
  readonly next: Action | null;
  readonly lanes: readonly string[];
  readonly branch: number;
  readonly branches: readonly { readonly id: number; readonly length: number }[];
}

export function momentOf(timeline: Timeline): Moment {
  const { first, world, trace, cursor, branch, branches, enabled, simulation } = timeline;
  const lanes = simulation.system.actors.map((actor) => actor.id);
  // What befell an actor, and the clock, are nobody's turn.
  const last = trace.slice(0, cursor).findLast((record) => record.operations.length > 0)?.actor ?? null;
  return {
    ...{ timeline, first, world, trace, cursor, enabled, lanes, branch: branch.id },
    next: nextAction(enabled, lanes, last),
    branches: branches.map(({ id, records }) => ({ id, length: records.length })),
  };
}

export const isPast = ({ cursor, trace }: Moment): boolean => cursor < trace.length;

/** The run stands at its last step, and nothing is left to happen. */
export const isOver = (moment: Moment): boolean => !isPast(moment) && moment.next === null;
