// The durable log of a run beside what each browser did with it. What was applied is folded from the
// facts of the trace, so that a view which skipped an event cannot hide the hole behind a high cursor.
// Only the last events are listed: how long the log is changes nothing about what a step costs.

import { compareIds } from '../kernel/json';
import type { Rows } from '../kernel/store';
import type { Trace } from '../kernel/trace';
import { type RunLog, type Taken, toldAt } from './told';
import { eventName, NO_TRANSIT, type Transit } from './transit';

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
  /** Null where a view has it and the log does not. */
  readonly type: string | null;
  /** Stored by the last step. */
  readonly isNew: boolean;
  /** One for each reader. */
  readonly receptions: readonly Reception[];
}

/**
 * `notSent`: nothing is under way. `onWire`: in an answer that is in flight. `arrived`: in the memory of the
 * browser. `missing`: the cursor has passed it, and the view has never had it. `ahead`: the view is where the log
 * has no event, and `none` says that of every other view.
 */
export type ReceptionState = 'notSent' | 'onWire' | 'arrived' | 'applied' | 'missing' | 'ahead' | 'none';

/** What became of one event in one browser. */
export interface Reception {
  readonly browser: string;
  readonly state: ReceptionState;
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
  /** The last step made it equal. */
  readonly isNewlyEqual: boolean;
}

export interface LogView {
  readonly run: string;
  /** Events before those that are listed. */
  readonly earlier: number;
  readonly events: readonly LogEvent[];
  readonly readers: readonly ReaderView[];
}

/** How many events are listed, counted from the last one. */
export const EVENTS_LISTED_MAX = 40;

/** How many logs are listed, unless more than so many are followed or were written by the last step. */
export const LOGS_LISTED_MAX = 8;

/** How many runs have a log. */
export const logCount = (first: Rows, trace: Trace, cursor: number): number =>
  toldAt(first, trace, cursor).logs.size;

/** Logs of runs in the order of their ids: those that are followed or just written, and of the rest the last. */
export function logsAt(
  first: Rows,
  trace: Trace,
  cursor: number,
  readers: readonly Reader[],
  transit: Transit = NO_TRANSIT,
): readonly LogView[] {
  const { logs, taken } = toldAt(first, trace, cursor);
  const before = toldAt(first, trace, cursor - 1);
  const isListed = ([run, log]: readonly [string, RunLog]): boolean =>
    log !== before.logs.get(run) || readers.some((reader) => reader.run === run);
  const all = [...logs.entries()].toSorted(([a], [b]) => compareIds(a, b));
  const others = all.filter((one) => !isListed(one));
  const room = Math.max(0, LOGS_LISTED_MAX - (all.length - others.length));
  const left = new Set(others.slice(0, Math.max(0, others.length - room)));
  return all
    .filter((one) => !left.has(one))
    .map(([run, log]) => {
      const beside = readers.map((reader): Beside => {
        const name = `${reader.browser} ${run}`;
        return { reader, now: taken.get(name), before: before.taken.get(name), transit };
      });
      return logView({ run, log, before: before.logs.get(run), beside });
    });
}

/** A reader, and what it had done with the events of one run by now and by the step before. */
interface Beside {
  readonly reader: Reader;
  readonly now: Taken | undefined;
  readonly before: Taken | undefined;
  readonly transit: Transit;
}

interface Logs {
  readonly run: string;
  readonly log: RunLog;
  readonly before: RunLog | undefined;
  readonly beside: readonly Beside[];
}

function logView({ run, log, before, beside }: Logs): LogView {
  const from = Math.max(log.firstSeq, log.lastSeq - EVENTS_LISTED_MAX + 1);
  const events: LogEvent[] = [];
  for (let seq = from; seq <= log.lastSeq; seq++) {
    const known = before?.events.get(String(seq)) ?? [];
    for (const event of log.events.get(String(seq)) ?? []) {
      const isNew = !known.some(({ key }) => key === event.key);
      events.push({ ...event, isNew, receptions: beside.map((one) => receptionOf(one, run, log, event)) });
    }
  }
  const beyond = Math.max(...beside.map(({ reader }) => (reader.run === run ? reader.cursor : 0)), 0);
  for (let seq = log.lastSeq + 1; seq <= Math.min(beyond, log.lastSeq + EVENTS_LISTED_MAX); seq++) {
    const event = { key: `${run}/${seq}/beyond`, seq, type: null };
    events.push({
      ...event,
      isNew: false,
      receptions: beside.map((one) => receptionOf(one, run, log, event)),
    });
  }
  return {
    run,
    earlier: from - log.firstSeq,
    events,
    readers: beside.map((one) => readerView(one, run, log)),
  };
}

function receptionOf(
  { reader, now, before, transit }: Beside,
  run: string,
  log: RunLog,
  { seq }: { readonly seq: number },
): Reception {
  const { browser } = reader;
  const [applied, ignored] = [timesOf(now, 'applied', seq), timesOf(now, 'ignored', seq)];
  const was = timesOf(before, 'applied', seq) + timesOf(before, 'ignored', seq);
  const isReplaced = now?.replacedTo !== before?.replacedTo && seq <= (now?.replacedTo ?? 0);
  return {
    ...{ browser, applied, ignored, isNew: applied + ignored > was || isReplaced },
    state: stateOf({ reader, run, seq, log, isApplied: applied > 0, transit }),
  };
}

interface Placed {
  readonly reader: Reader;
  readonly run: string;
  readonly seq: number;
  readonly log: RunLog;
  readonly isApplied: boolean;
  readonly transit: Transit;
}

function stateOf({ reader, run, seq, log, isApplied, transit }: Placed): ReceptionState {
  const { browser, cursor } = reader;
  const isHere = reader.run === run;
  if (seq > log.lastSeq) return isHere && seq <= cursor ? 'ahead' : 'none';
  if (isApplied) return 'applied';
  const name = eventName(run, seq);
  if (transit.arrived.get(browser)?.has(name) === true) return 'arrived';
  if (isHere && seq <= cursor) return 'missing';
  return transit.onWire.get(browser)?.has(name) === true ? 'onWire' : 'notSent';
}

/** How often; what a snapshot brought counts as applied once. */
function timesOf(taken: Taken | undefined, what: 'applied' | 'ignored', seq: number): number {
  if (taken === undefined) return 0;
  const times = taken[what].get(String(seq)) ?? 0;
  return what === 'applied' && times === 0 && seq <= taken.replacedTo ? 1 : times;
}

function readerView({ reader, now, before, transit }: Beside, run: string, log: RunLog): ReaderView {
  const standing = standingOf(reader, now, run, log, transit);
  const isMoved = now !== before;
  return { ...reader, standing, isNewlyEqual: isMoved && standing?.is === 'equal' };
}

function standingOf(
  { browser, run, cursor }: Reader,
  taken: Taken | undefined,
  of: string,
  log: RunLog,
  transit: Transit,
): Standing | null {
  if (run !== of) return null;
  const open = firstOpen(taken, log, cursor);
  if (open !== null) {
    const isArrived = transit.arrived.get(browser)?.has(eventName(of, open)) === true;
    return isArrived ? { is: 'behind', by: log.lastSeq - open + 1 } : { is: 'hole', at: open };
  }
  const by = log.lastSeq - cursor;
  if (by === 0) return { is: 'equal' };
  return by > 0 ? { is: 'behind', by } : { is: 'ahead', by: -by };
}

/** The first event of the log that the cursor has passed and the view has not applied. */
function firstOpen(taken: Taken | undefined, log: RunLog, cursor: number): number | null {
  const end = Math.min(cursor, log.lastSeq);
  for (let seq = Math.max(log.firstSeq, (taken?.through ?? 0) + 1); seq <= end; seq++) {
    const isStored = log.events.get(String(seq)) !== undefined;
    if (isStored && timesOf(taken, 'applied', seq) === 0) return seq;
  }
  return null;
}
