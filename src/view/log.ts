// The durable log of a run beside what each browser did with it. What was applied is folded from the
// facts of the trace, so that a view which skipped an event cannot hide the hole behind a high cursor.

import { compareIds } from '../kernel/json';
import type { Fact } from '../kernel/actor';
import { tableOf } from '../kernel/rows';
import type { Rows } from '../kernel/store';
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
}

/** What became of one event in one browser. */
export interface Reception {
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
  /** One for each event of the log. */
  readonly receptions: readonly Reception[];
  /** Null where it follows another run, or none. */
  readonly standing: Standing | null;
}

export interface LogView {
  readonly run: string;
  readonly events: readonly LogEvent[];
  readonly readers: readonly ReaderView[];
}

interface Count {
  applied: number;
  ignored: number;
}

/** The log of every run that has one, in the order of their ids. */
export function logsAt(
  first: Rows,
  trace: Trace,
  cursor: number,
  readers: readonly Reader[],
): readonly LogView[] {
  const events = tableOf(rowsAt(first, trace, cursor), 'events');
  const added = new Set(
    (trace[cursor - 1]?.changes ?? [])
      .filter(({ table, before }) => table === 'events' && before === null)
      .map(({ key }) => key),
  );
  const byRun = new Map<string, LogEvent[]>();
  for (const [key, row] of [...events.entries()].toSorted(([a], [b]) => compareIds(a, b))) {
    const run = String(row['run_id']);
    const event = { key, seq: Number(row['seq']), type: String(row['type']), isNew: added.has(key) };
    byRun.set(run, [...(byRun.get(run) ?? []), event]);
  }
  return [...byRun]
    .toSorted(([a], [b]) => compareIds(a, b))
    .map(([run, list]) => ({
      ...{ run, events: list },
      readers: readers.map((reader) => readerView(reader, run, list, trace.slice(0, cursor))),
    }));
}

function readerView(reader: Reader, run: string, events: readonly LogEvent[], steps: Trace): ReaderView {
  const last = countsOf(reader.browser, run, steps.slice(-1));
  const counts = countsOf(reader.browser, run, steps);
  const isFollowing = reader.run === run;
  const receptions = events.map(({ seq }): Reception => {
    const { applied, ignored } = counts.of(seq);
    const now = last.of(seq);
    const isPassed = isFollowing && seq <= reader.cursor;
    return {
      state: applied > 0 ? 'applied' : isPassed ? 'missing' : 'ahead',
      ...{ applied, ignored, isNew: now.applied + now.ignored > 0 },
    };
  });
  return { ...reader, receptions, standing: isFollowing ? standingOf(reader, events, receptions) : null };
}

function standingOf(
  { cursor }: Reader,
  events: readonly LogEvent[],
  receptions: readonly Reception[],
): Standing {
  const hole = receptions.findIndex(({ state }) => state === 'missing');
  if (hole >= 0) return { is: 'hole', at: events[hole]!.seq };
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
