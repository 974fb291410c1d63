// Ranges of a log that stand for deltas which were deleted once their text was complete (CONTRACT §2.3, §6): who
// reads past one misses nothing, for the event behind it says the text whole.

import type { Json } from '../kernel/json';
import type { Row } from '../kernel/store';
import { parseEvent, type RunEvent } from './events';

export interface Range {
  readonly from_seq: number;
  readonly to_seq: number;
}

/** What a page brings, in the order of the log: events, and ranges in place of some. */
export type Arrived = RunEvent | Range;

export const isRange = (arrived: Arrived): arrived is Range => 'to_seq' in arrived;

/** The place in the log up to which something brings its reader. */
export const endOf = (arrived: Arrived): number => (isRange(arrived) ? arrived.to_seq : arrived.seq);

/** Which of these ranges belong to a page that ends at an event, and where the page ends with them. */
export function rangesIn(
  rows: readonly Row[],
  page: { readonly end: number; readonly isFull: boolean },
): { readonly compacted: readonly (readonly [number, number])[]; readonly next: number } {
  const all = rows.map((row) => [Number(row['from_seq']), Number(row['to_seq'])] as const);
  // Behind the last event of a full page there may be other events before the next range.
  const compacted = page.isFull ? all.filter(([, to]) => to < page.end) : all;
  return { compacted, next: Math.max(page.end, ...compacted.map(([, to]) => to)) };
}

/** Events and the ranges between them, in the order of the log. */
export const inOrder = (
  events: readonly RunEvent[],
  compacted: readonly (readonly [number, number])[],
): readonly Arrived[] =>
  [...events, ...compacted.map(([from_seq, to_seq]) => ({ from_seq, to_seq }))].toSorted(
    (a, b) => endOf(a) - endOf(b),
  );

/** A page as it arrived, ranges and events in the order of the log; nothing of it has been checked. */
export function merged(events: readonly Json[], compacted: readonly Json[]): readonly Json[] {
  const ranges = compacted.map((one) => {
    const [from_seq, to_seq] = Array.isArray(one) ? (one as readonly Json[]) : [];
    return { from_seq: from_seq ?? null, to_seq: to_seq ?? null };
  });
  const list: Json[] = [];
  for (const event of events) {
    const seq = Number((event as { readonly seq?: Json } | null)?.seq);
    while (ranges[0] !== undefined && Number(ranges[0].to_seq) < seq) list.push(ranges.shift()!);
    list.push(event);
  }
  return [...list, ...ranges];
}

/** An event or a range; null where it is malformed. */
export function parseArrived(value: Json): Arrived | null {
  if (typeof value !== 'object' || value === null || !('to_seq' in value)) return parseEvent(value);
  const { from_seq, to_seq } = value;
  const isRight = isPlace(from_seq) && isPlace(to_seq) && from_seq <= to_seq;
  return isRight ? { from_seq, to_seq } : null;
}

const isPlace = (value: Json | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1;

/** What a reader at a cursor does with a range: on to its end, where that lies ahead and begins here. */
export function acceptRange({ from_seq, to_seq }: Range, cursor: number): 'apply' | 'duplicate' | 'gap' {
  if (to_seq <= cursor) return 'duplicate';
  return from_seq <= cursor + 1 ? 'apply' : 'gap';
}
