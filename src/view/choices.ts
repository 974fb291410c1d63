// All that could happen, as somebody looks for it: by actor, what it could do, what could befall it and its
// messages, and what it cannot do now, with the reason. Nothing conceivable is left out.

import type { Action } from '../kernel/action';

export interface LaneChoices {
  /** An actor's id, or `clock`. */
  readonly lane: string;
  readonly moves: readonly Action[];
  readonly faults: readonly Action[];
  readonly blocked: readonly Action[];
}

export interface Choices {
  /** What the default scheduler would take; null at quiet. It is not repeated among the moves. */
  readonly next: Action | null;
  /** Lanes with something possible or blocked, in lane order, the clock last. */
  readonly lanes: readonly LaneChoices[];
  /** How many actions are possible, the next one included. */
  readonly possible: number;
}

export function choicesOf(
  enabled: readonly Action[],
  next: Action | null,
  lanes: readonly string[],
): Choices {
  const strangers = enabled.map((action) => action.lane).filter((lane) => !lanes.includes(lane));
  const order = [...lanes, ...new Set(strangers)];
  const grouped = order.map((lane) => {
    const own = enabled.filter((action) => action.lane === lane);
    const possible = own.filter((action) => action.blocked === null);
    return {
      lane,
      moves: possible.filter((action) => action.kind !== 'fault' && action.id !== next?.id),
      faults: possible.filter((action) => action.kind === 'fault'),
      blocked: own.filter((action) => action.blocked !== null),
    };
  });
  const isEmpty = ({ moves, faults, blocked }: LaneChoices): boolean =>
    moves.length + faults.length + blocked.length === 0;
  return {
    next,
    lanes: grouped.filter((group) => !isEmpty(group)),
    possible: enabled.filter((action) => action.blocked === null).length,
  };
}
