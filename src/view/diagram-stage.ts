// What a picture is drawn on: lanes across, rows down, and the zone of the present between those that have
// happened and those that are still to come. Everything drawn takes its place from here.

import type { Trace } from '../kernel/trace';
import type { History } from './diagram-history';
import type { LaneGeometry } from './diagram-lanes';
import type { Rows } from './diagram-rows';
import type { Span } from './span';

export interface RowGeometry {
  readonly top: number;
  readonly height: number;
  /** Places of the rows up to the one at the cursor. */
  readonly past: number;
  /** The height of the present, below the row at the cursor. */
  readonly zone: number;
  /** The height of the row that is asked about, at the head of the present; 0 where none is. */
  readonly asked: number;
  /** How many rows there are after the cursor; none where they must not be seen. */
  readonly ahead: number;
}

export interface Stage {
  readonly trace: Trace;
  readonly history: History;
  readonly rows: Rows;
  readonly lanes: LaneGeometry;
  readonly place: RowGeometry;
  readonly cursor: number;
}

/** A stretch of a lane. `ahead` is after the cursor. */
export interface Stretch {
  readonly lane: string;
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly kind:
    'line' | 'dotted' | 'down' | 'paused' | 'rests' | 'held' | 'lease' | 'open' | 'wire' | 'dead';
  readonly isAhead: boolean;
}

/** The middle of a row. */
export function middleOf({ top, height, past, zone }: RowGeometry, place: number): number {
  return top + (place + 0.5) * height + (place >= past ? zone : 0);
}

/** Where the last row ends. */
export const endOf = (place: RowGeometry): number =>
  nowLineAt(place) + place.zone + place.ahead * place.height;

export const nowLineAt = ({ top, height, past }: RowGeometry): number => top + past * height;

export const yOf = ({ rows, place }: Stage, step: number): number =>
  step < 1 ? place.top : middleOf(place, rows.of(step));

/** Where a step is drawn after the cursor. */
export const isAhead = ({ cursor }: Stage, step: number): boolean => step > cursor;

/** A span above the present and below it. */
export function cut(
  stage: Stage,
  { from, to }: Span,
  make: (from: number, to: number, ahead: boolean) => readonly Stretch[],
): readonly Stretch[] {
  const { place, cursor } = stage;
  const now = nowLineAt(place) + place.asked;
  const later = nowLineAt(place) + place.zone;
  const end = to === null ? endOf(place) : yOf(stage, to);
  const isOpen = to === null || to > cursor;
  const above = from > cursor ? [] : make(yOf(stage, from), isOpen ? now : end, false);
  const below = isOpen ? make(from > cursor ? yOf(stage, from) : later, end, true) : [];
  return [...above, ...below].filter((one) => one.to > one.from);
}
