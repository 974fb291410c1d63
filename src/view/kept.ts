// A fold over a trace whose value after a record is kept beside that record: a step more, or a step back,
// costs that step and not the run. A record is never shared by two runs that differ before it.

import type { Rows } from '../kernel/store';
import type { StepRecord, Trace } from '../kernel/trace';

/** Values are told apart by the rows that the run began with. Each must share what it has with the last. */
export function keptFold<Value>(
  start: (first: Rows) => Value,
  next: (before: Value, record: StepRecord, step: number) => Value,
): (first: Rows, trace: Trace, cursor: number) => Value {
  const folds = new WeakMap<Rows, { readonly start: Value; readonly kept: WeakMap<StepRecord, Value> }>();
  return (first, trace, cursor) => {
    const fold = folds.get(first) ?? { start: start(first), kept: new WeakMap<StepRecord, Value>() };
    folds.set(first, fold);
    const end = Math.max(0, Math.min(cursor, trace.length));
    let from = end;
    while (from > 0 && !fold.kept.has(trace[from - 1]!)) from--;
    let value = from === 0 ? fold.start : fold.kept.get(trace[from - 1]!)!;
    for (let step = from + 1; step <= end; step++) {
      const record = trace[step - 1]!;
      value = next(value, record, step);
      fold.kept.set(record, value);
    }
    return value;
  };
}
