// Where the name of a message lies on its arrow: in the middle, or as near to it as no mark is covered.

import type { Arrow, Drawing, Envelope } from './diagram-drawing';

/** Half of what a name takes, in pixels: so much for each character, and around them. */
const [CHARACTER, AROUND] = [4, 4];
const HALF_HEIGHT = 9;
/** A shorter arrow has no room for a name. */
const LENGTH_MIN = 90;
/** Half of a mark, and of an envelope. */
const [MARK, ENVELOPE] = [10, 16];
/** Shares of the way, the best first. */
const PLACES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78] as const;

type Place = Pick<Envelope, 'x' | 'y'>;

export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Null where there is no name, or no room for it. */
export function labelBoxOf(
  { from, to, label }: Pick<Arrow, 'from' | 'to' | 'label'>,
  { marks, envelopes }: Pick<Drawing, 'marks' | 'envelopes'>,
): LabelBox | null {
  if (label === '' || Math.hypot(to[0] - from[0], to[1] - from[1]) <= LENGTH_MIN) return null;
  const halfWidth = label.length * CHARACTER + AROUND;
  const boxAt = (share: number): LabelBox => {
    const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    return { x, y, halfWidth, halfHeight: HALF_HEIGHT };
  };
  let [best, most] = [boxAt(PLACES[0]), -Infinity];
  for (const share of PLACES) {
    const box = boxAt(share);
    const free = clearance(box, marks, MARK, clearance(box, envelopes, ENVELOPE, 0));
    if (free > most) [best, most] = [box, free];
    if (free === 0) break;
  }
  return best;
}

/** How far a box is from the nearest thing that it covers, at most `least`; below 0 it covers some of it. */
function clearance(box: LabelBox, things: readonly Place[], half: number, least: number): number {
  let free = least;
  for (const { x, y } of things) {
    const [dx, dy] = [Math.abs(x - box.x), Math.abs(y - box.y)];
    free = Math.min(free, Math.max(dx - half - box.halfWidth, dy - half - box.halfHeight));
  }
  return free;
}
