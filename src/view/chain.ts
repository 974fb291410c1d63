// The few steps that tell how a broken property came about: faults, effects outside the database, and the
// step that broke it; what is no cause of that step is left out.

import { faultIn, isFree } from '../kernel/fault';
import { breaks, causalPast, type StepRecord, type Trace } from '../kernel/trace';
import { isBrokered } from './shelves';
import { type Line, lineOf } from './transcript';

const LINES_MAX = 4;

/** At a cursor: the lines that lead to the last step which broke something, oldest first; none where none did. */
export function chainOf(trace: Trace, cursor: number): readonly Line[] {
  const end = trace.slice(0, cursor).findLastIndex(breaks);
  if (end < 0) return [];
  const past = causalPast(trace, end);
  const told = trace.slice(0, end).flatMap((record, i) => (isTelling(record, past.has(i)) ? [i] : []));
  return [...told.slice(-(LINES_MAX - 1)), end].map((i) => lineOf(trace[i]!, i + 1));
}

/** A fault tells wherever it fell: what it took away is no cause that a record could name. */
function isTelling(record: StepRecord, isCause: boolean): boolean {
  const { operations, facts, sent } = record;
  if (operations.length === 0) return !isFree(faultIn(record) ?? 'restart');
  const isEffect = facts.some(({ fact }) => fact === 'effect');
  return isEffect || (isCause && sent.some(({ channel }) => isBrokered(channel)));
}
