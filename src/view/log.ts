// The durable log of a run beside what each browser did with it. What was applied is folded from the
// facts of the trace, so that a view which skipped an event cannot hide the hole behind a high cursor.

import { compareIds } from '../kernel/json';
import type { Fact } from '../kernel/actor';
import { tableOf } from '../kernel/rows';
import type { Row, Rows } from '../kernel/store';
import type { Trace } from '../kernel/trace';
import { rowsAt } from './rows';

/** A browser as it stands: what it follows and where it would go on. */
export interface Reader {
  readonly browser: string;
  readonly run: string | null;
  readonly state: string;
  readonly cursor: number;
}

export interface LogEvent {
  readonly key: string;
  readonly seq: number;
  readonly type: string;
  /** Stored by the last step. */
  readonly isNew: boolean;
  /** One for each reader. */
  readonly receptions: readonly Reception[];
}

/** What became of one event in one browser. */
export interface Reception {
  readonly browser: string;
  /** `ahead`: not there yet. `missing`: the cursor has passed it, and the view has never had it. */
  readonly state: 'ahead' | 'applied' | 'missing';
  /** More than one is harm. */
  readonly applied: number;
  readonly ignored: number;
  /** By the last step. */
  readonly isNew: boolean;
}

/** A view against the log: both say the same, or how many events apart they are. */
export type Standing =
  | { readonly is: 'equal' }
  | { readonly is: 'behind' | 'ahead'; readonly by: number }
  | { readonly is: 'hole'; readonly at: number };

export interface ReaderView extends Reader {
  /** Null where it follows another run, or none. */
  readonly standing: Standing | null;
}

export interface LogView {
  readonly run: string;
  readonly events: readonly LogEvent[];
  readonly readers: readonly ReaderView[];
}

interface Count {
  readonly applied: number;
  readonly ignored: number;
}

/** The log of every run that has one, in the order of their ids. */
export function logsAt(
  first: Rows,
  trace: Trace,
  cursor: number,
  readers: readonly Reader[],
): readonly LogView[] {
  const steps = trace.slice(0, cursor);
  const events = tableOf(rowsAt(first, trace, cursor), 'events');
  const byRun = new Map<string, (readonly [string, Row])[]>();
  for (const [key, row] of [...events.entries()].toSorted(([a], [b]) => compareIds(a, b))) {
    const run = String(row['run_id']);
    byRun.set(run, [...(byRun.get(run) ?? []), [key, row]]);
  }
  return [...byRun]
    .toSorted(([a], [b]) => compareIds(a, b))
    .map(([run, rows]) => logView(run, rows, steps, readers));
}

function logView(
  run: string,
  rows: readonly (readonly [string, Row])[],
  steps: Trace,
  readers: readonly Reader[],
): LogView {
  const counted = readers.map((reader) => ({
    reader,
    all: countsOf(reader.browser, run, steps),
    last: countsOf(reader.browser, run, steps.slice(-1)),
  }));
  const added = (steps.at(-1)?.changes ?? []).filter(
    ({ table, before }) => table === 'events' && before === null,
  );
  const events = rows.map(([key, row]): LogEvent => {
    const seq = Number(row['seq']);
    return {
      ...{ key, seq, type: String(row['type']), isNew: added.some((change) => change.key === key) },
      receptions: counted.map(({ reader, all, last }) =>
        receptionOf(reader, run, seq, all.of(seq), last.of(seq)),
      ),
    };
  });
  const standings = readers.map((reader) => ({ ...reader, standing: standingOf(reader, run, events) }));
  return { run, events, readers: standings };
}

function receptionOf(reader: Reader, run: string, seq: number, all: Count, last: Count): Reception {
  const isPassed = reader.run === run && seq <= reader.cursor;
  return {
    browser: reader.browser,
    state: all.applied > 0 ? 'applied' : isPassed ? 'missing' : 'ahead',
    ...{ applied: all.applied, ignored: all.ignored, isNew: last.applied + last.ignored > 0 },
  };
}

function standingOf(
  { browser, run, cursor }: Reader,
  of: string,
  events: readonly LogEvent[],
): Standing | null {
  if (run !== of) return null;
  const isHole = (reception: Reception): boolean =>
    reception.browser === browser && reception.state === 'missing';
  const hole = events.find(({ receptions }) => receptions.some(isHole));
  if (hole !== undefined) return { is: 'hole', at: hole.seq };
  const by = (events.at(-1)?.seq ?? 0) - cursor;
  if (by === 0) return { is: 'equal' };
  return by > 0 ? { is: 'behind', by } : { is: 'ahead', by: -by };
}

class Counts {
  private readonly bySeq = new Map<number, Count>();
  /** A snapshot took the place of everything up to here. */
  private replacedTo = 0;

  of(seq: number): Count {
    const count = this.bySeq.get(seq) ?? { applied: 0, ignored: 0 };
    return seq <= this.replacedTo && count.applied === 0 ? { ...count, applied: 1 } : count;
  }

  add(fact: Fact): void {
    const seq = Number(fact['seq']);
    const count = this.bySeq.get(seq) ?? { applied: 0, ignored: 0 };
    if (fact.fact === 'replaced') {
      this.bySeq.clear();
      this.replacedTo = seq;
    } else if (fact.fact === 'applied') this.bySeq.set(seq, { ...count, applied: count.applied + 1 });
    else this.bySeq.set(seq, { ...count, ignored: count.ignored + 1 });
  }
}

/** What a browser did with each event of a run. A fact without a run is of the one that it follows. */
function countsOf(browser: string, run: string, steps: Trace): Counts {
  const counts = new Counts();
  for (const { facts, run: followed } of steps) {
    for (const fact of facts) {
      if (fact['browser'] !== browser) continue;
      if (fact.fact === 'applied' && fact['event_run'] === run) counts.add(fact);
      if (fact.fact === 'replaced' && fact['run_id'] === run) counts.add(fact);
      if (fact.fact === 'ignored' && fact['why'] === 'duplicate' && followed === run) counts.add(fact);
    }
  }
  return counts;
}
