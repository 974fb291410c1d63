// What may happen next. Every action has a symbolic id that reads well in a URL; what is conceivable but
// cannot happen stays in the list with the reason. There is one total order: by kind, then lane, then id.

import type { Reason, Start } from './actor';
import type { FaultKind } from './fault';
import { compareIds } from './json';

export const ACTION_KINDS = ['step', 'deliver', 'clock', 'fault'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** What taking the action means to the simulation. */
export type Deed =
  | { readonly deed: 'continue'; readonly activity: number }
  | { readonly deed: 'start'; readonly start: Start }
  /** A step beside an activity, which then goes on where it stood. */
  | { readonly deed: 'aside'; readonly activity: number; readonly procedure: string }
  | { readonly deed: 'deliver'; readonly channel: string; readonly message: string }
  | {
      readonly deed: 'advance';
      readonly to: number;
      readonly due: readonly string[];
      /** Nothing is ahead but what comes again and again and changes nothing. */
      readonly isSteady?: true;
    }
  | {
      readonly deed: 'fault';
      readonly fault: FaultKind;
      readonly target: string;
      readonly message: string | null;
    }
  /** A fault that only this system knows. */
  | { readonly deed: 'own'; readonly fault: string; readonly target: string };

export interface Action {
  readonly id: string;
  readonly kind: ActionKind;
  /** The actor that acts or receives, the sender's lane of a message fault, or `clock`. */
  readonly lane: string;
  /** Operations of the step that it takes; empty for clock and faults. */
  readonly operations: readonly string[];
  readonly run: string | null;
  readonly blocked: Reason | null;
  readonly deed: Deed;
}

/** The lane of what no actor does. */
export const CLOCK_LANE = 'clock';

export const CLOCK_ADVANCE = `${CLOCK_LANE}:advance`;

/** Sorts actions in their total order; `lanes` are the actor ids in lane order. */
export function inOrder(actions: readonly Action[], lanes: readonly string[]): readonly Action[] {
  const place = new Map(lanes.map((lane, i) => [lane, i]));
  const placeOf = (action: Action): number => place.get(action.lane) ?? lanes.length;
  return actions.toSorted(
    (a, b) =>
      ACTION_KINDS.indexOf(a.kind) - ACTION_KINDS.indexOf(b.kind) ||
      placeOf(a) - placeOf(b) ||
      compareIds(a.id, b.id),
  );
}
