// All that could happen, as somebody looks for it: by actor, what it could do, what could befall it and its
// messages, and what it cannot do now, with the reason. Nothing conceivable is left out.

import type { Action } from '../kernel/action';

export interface LaneChoices {
  /** An actor's id, or `clock`. */
  readonly lane: string;
  readonly moves: readonly Action[];
  /** What could befall the actor itself. */
  readonly faults: readonly Action[];
  /** What could befall the messages that it has sent. */
  readonly messages: readonly MessageFaults[];
  readonly blocked: readonly Action[];
}

export interface MessageFaults {
  readonly message: string;
  readonly faults: readonly Action[];
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
      faults: possible.filter((action) => action.kind === 'fault' && messageOf(action) === null),
      messages: messagesIn(possible),
      blocked: own.filter((action) => action.blocked !== null),
    };
  });
  const isEmpty = ({ moves, faults, messages, blocked }: LaneChoices): boolean =>
    moves.length + faults.length + messages.length + blocked.length === 0;
  return {
    next,
    lanes: grouped.filter((group) => !isEmpty(group)),
    possible: enabled.filter((action) => action.blocked === null).length,
  };
}

const messageOf = ({ deed }: Action): string | null => (deed.deed === 'fault' ? deed.message : null);

function messagesIn(actions: readonly Action[]): readonly MessageFaults[] {
  const byMessage = new Map<string, Action[]>();
  for (const action of actions) {
    const message = messageOf(action);
    if (message !== null) byMessage.set(message, [...(byMessage.get(message) ?? []), action]);
  }
  return [...byMessage].map(([message, faults]) => ({ message, faults }));
}
