// Rows at any step are the rows at the start and the changes recorded since: pictures never ask the
// database. Folds are kept beside the records they end with, so that scrubbing through a long run costs no
// more than the steps in between.

import { withChanges } from '../kernel/rows';
import type { Rows } from '../kernel/store';
import type { StepRecord, Trace } from '../kernel/trace';

const folds = new WeakMap<Rows, WeakMap<StepRecord, Rows>>();

/** The rows after the first `cursor` steps of a trace that began with these rows. */
export function rowsAt(first: Rows, trace: Trace, cursor: number): Rows {
  const known = folds.get(first) ?? new WeakMap<StepRecord, Rows>();
  folds.set(first, known);
  let from = Math.min(cursor, trace.length);
  while (from > 0 && !known.has(trace[from - 1]!)) from--;
  let rows = from === 0 ? first : known.get(trace[from - 1]!)!;
  for (const record of trace.slice(from, cursor)) {
    rows = withChanges(rows, record.changes);
    known.set(record, rows);
  }
  return rows;
}
