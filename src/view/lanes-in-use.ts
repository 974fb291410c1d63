// Which lanes of a stage have something to show: where there is no room for all of them, those that have had
// no part in the last rows are left out, so that the words keep theirs.

import type { StepRecord, Trace } from '../kernel/trace';
import { isBrokered, shelfOf } from './shelves';

const REFUNDS = 'refunds';
/** Rows that are looked back over. */
const ROWS = 12;
/** A picture of fewer lanes says nothing about who told whom. */
const LEAST = 2;

/**
 * The lanes that took part in the last rows before the cursor, in the order of the stage.
 * @param needed lanes that are to be seen whatever happened on them
 */
export function lanesInUse(
  trace: Trace,
  cursor: number,
  stage: readonly string[],
  needed: readonly string[],
): readonly string[] {
  const used = new Set(needed);
  let rows = 0;
  for (let step = cursor - 1; step >= 0 && rows < ROWS; step--) {
    const touched = touchedBy(trace[step]!).filter((lane) => stage.includes(lane));
    if (touched.length === 0) continue;
    rows += 1;
    for (const lane of touched) used.add(lane);
  }
  const found = stage.filter((lane) => used.has(lane));
  return found.length < LEAST ? stage.slice(0, Math.max(LEAST, found.length)) : found;
}

function touchedBy({ actor, sent, taken, facts }: StepRecord): readonly string[] {
  const channels = [...sent, ...taken].map(({ channel }) => channel).filter(isBrokered);
  const isPaid = facts.some(({ fact }) => fact === 'effect');
  return [actor, ...channels.map(shelfOf), ...(isPaid ? [REFUNDS] : [])];
}
