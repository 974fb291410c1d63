// What is offered below the now line, and where: on the lane of whom it befalls, one below the other.

import type { Action } from '../../kernel/action';
import { isBrokered, shelfOf } from '../../view/shelves';
import type { LaneGeometry } from '../../view/diagram-lanes';
import type { Present } from '../../view/diagram-present';

export interface Offer {
  readonly action: Action;
  readonly tone: 'fault' | 'next';
  /** What a press does; without it the action is taken. */
  readonly press?: () => void;
}

/** The step that a prediction is about. */
export interface Pending {
  readonly lane: string;
  readonly words: string;
}

export interface OfferPlace {
  readonly offer: Offer;
  readonly x: number;
  /** Its top, below the now line. */
  readonly y: number;
}

const PITCH = 48;
const FIRST = 14;
const WORDS_HEIGHT = 54;
const ZONE_MIN = 90;

export function offerPlaces(
  offers: readonly Offer[],
  { at, gutter }: LaneGeometry,
  present: Present,
): readonly OfferPlace[] {
  const first =
    present.chips.length + present.wires.length === 0 ? FIRST : Math.max(present.height, WORDS_HEIGHT);
  return offers.map((offer, i) => {
    const { deed, lane } = offer.action;
    const isResting = deed.deed === 'fault' && deed.message !== null && isBrokered(deed.target);
    return { offer, x: at[isResting ? shelfOf(deed.target) : lane] ?? gutter / 2, y: first + i * PITCH };
  });
}

/** How much room the present takes. */
export function zoneOf(
  offers: readonly Offer[],
  geometry: LaneGeometry,
  present: Present,
  pending: Pending | null,
  rowHeight: number,
): number {
  if (pending !== null) return Math.max(ZONE_MIN, rowHeight + WORDS_HEIGHT);
  const last = offerPlaces(offers, geometry, present).at(-1);
  return Math.max(ZONE_MIN, present.height + FIRST, last === undefined ? 0 : last.y + PITCH + FIRST);
}
