// The default scheduler: fair, and the same every time. Actors take turns in lane order, each with its
// lowest id first. It takes neither faults nor the clock; where nothing else is left the run is quiet.

import { type Action, ACTION_KINDS } from './action';

/**
 * The action that the default scheduler takes, or null at quiet.
 * @param enabled all actions of the world, in order
 * @param lanes actor ids in lane order
 * @param last the actor that moved last, or null at the start
 * @param held actors that do not get a turn
 */
export function nextAction(
  enabled: readonly Action[],
  lanes: readonly string[],
  last: string | null,
  held: ReadonlySet<string> = new Set(),
): Action | null {
  const first = last === null ? 0 : lanes.indexOf(last) + 1;
  for (let turn = 0; turn < lanes.length; turn++) {
    const lane = lanes[(first + turn) % lanes.length];
    if (lane === undefined || held.has(lane)) continue;
    const action = enabled.find((one) => one.lane === lane && isOwnMove(one));
    if (action !== undefined) return action;
  }
  return null;
}

const OWN_MOVES: readonly string[] = ACTION_KINDS.slice(0, 2);

/** A step or a delivery that can happen: what an actor does by itself. */
function isOwnMove(action: Action): boolean {
  return action.blocked === null && OWN_MOVES.includes(action.kind);
}
