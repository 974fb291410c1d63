// Which rows are drawn: those in view and some around, in steps of a few rows, so that a scrolled pixel draws
// nothing anew. The present lies between the rows up to the cursor and those after it.

import type { RowGeometry } from '../../view/diagram-stage';

export interface RowWindow {
  /** Places of rows. */
  readonly from: number;
  readonly to: number;
  /** The stretch of the sheet that they take, in px. */
  readonly top: number;
  readonly height: number;
}

const MARGIN = 10;
const STEP = 5;

export function windowOf(place: RowGeometry, scrolled: number, height: number): RowWindow {
  const length = place.past + place.ahead;
  const from = STEP * Math.floor(placeAt(place, scrolled) / STEP) - MARGIN;
  const to = STEP * Math.ceil(placeAt(place, scrolled + height) / STEP) + MARGIN;
  const [first, last] = [Math.max(0, Math.min(from, length)), Math.max(0, Math.min(to, length))];
  const top = first === 0 ? 0 : topOf(place, first);
  // As high as if it were full: a run that grows by a row draws no more than that row.
  const full = (to - first) * place.height + Math.max(place.zone, height);
  return { from: first, to: last, top, height: full };
}

function topOf({ top, height, past, zone }: RowGeometry, at: number): number {
  return top + at * height + (at > past ? zone : 0);
}

function placeAt({ top, height, past, zone }: RowGeometry, y: number): number {
  const place = (y - top) / height;
  return place <= past ? place : Math.max(past, (y - top - zone) / height);
}
