// What the trace has told by a cursor of logs and of views: the stored events of each run, and how often each
// browser applied and ignored each of them. Folded once and kept, each version sharing what it can.

import type { Fact } from '../kernel/actor';
import { textOf } from '../kernel/json';
import { PersistentMap } from '../kernel/persistent-map';
import { tableOf } from '../kernel/rows';
import type { Change, Row, Rows } from '../kernel/store';
import type { StepRecord } from '../kernel/trace';
import { keptFold } from './kept';

interface Logged {
  readonly key: string;
  readonly seq: number;
  readonly type: string;
}

/** The log of one run. */
export interface RunLog {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** By seq: more than one where a design lets two events take one place. */
  readonly events: PersistentMap<readonly Logged[]>;
}

/** What one browser did with the events of one run. */
export interface Taken {
  /** How often, by seq. */
  readonly applied: PersistentMap<number>;
  readonly ignored: PersistentMap<number>;
  /** A snapshot took the place of everything up to here. */
  readonly replacedTo: number;
  /** Everything from 1 up to here was applied. */
  readonly through: number;
}

interface Told {
  /** By run. */
  readonly logs: PersistentMap<RunLog>;
  /** By browser and run. */
  readonly taken: PersistentMap<Taken>;
}

const NOTHING: Taken = {
  applied: PersistentMap.empty<number>(),
  ignored: PersistentMap.empty<number>(),
  replacedTo: 0,
  through: 0,
};

export const toldAt = keptFold<Told>(
  (first: Rows) => {
    let logs = PersistentMap.empty<RunLog>();
    for (const [key, row] of tableOf(first, 'events').entries()) logs = withStored(logs, key, row);
    return { logs, taken: PersistentMap.empty<Taken>() };
  },
  (before, record) => {
    const logs = record.changes.reduce(withChange, before.logs);
    const taken = record.facts.reduce((map, fact) => withFact(map, fact, record), before.taken);
    return logs === before.logs && taken === before.taken ? before : { logs, taken };
  },
);

function withChange(logs: PersistentMap<RunLog>, { table, key, before, after }: Change) {
  if (table !== 'events') return logs;
  const kept = before === null ? logs : withoutStored(logs, key, before);
  return after === null ? kept : withStored(kept, key, after);
}

const seqOf = (row: Row): number => Number(row['seq']);

function withStored(logs: PersistentMap<RunLog>, key: string, row: Row): PersistentMap<RunLog> {
  const [run, seq] = [String(row['run_id']), seqOf(row)];
  const log = logs.get(run);
  const events = log?.events ?? PersistentMap.empty<readonly Logged[]>();
  const there = [...(events.get(String(seq)) ?? []), { key, seq, type: String(row['type']) }];
  return logs.set(run, {
    firstSeq: Math.min(log?.firstSeq ?? seq, seq),
    lastSeq: Math.max(log?.lastSeq ?? seq, seq),
    events: events.set(
      String(seq),
      there.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    ),
  });
}

function withoutStored(logs: PersistentMap<RunLog>, key: string, row: Row): PersistentMap<RunLog> {
  const [run, seq] = [String(row['run_id']), seqOf(row)];
  const log = logs.get(run);
  if (log === undefined) return logs;
  const left = (log.events.get(String(seq)) ?? []).filter((one) => one.key !== key);
  const events = left.length > 0 ? log.events.set(String(seq), left) : log.events.delete(String(seq));
  if (events.size === 0) return logs.delete(run);
  let { firstSeq, lastSeq } = log;
  while (events.get(String(firstSeq)) === undefined) firstSeq += 1;
  while (events.get(String(lastSeq)) === undefined) lastSeq -= 1;
  return logs.set(run, { firstSeq, lastSeq, events });
}

/** What a fact says of an event. A fact without a run is of the one that the step is about. */
function withFact(taken: PersistentMap<Taken>, fact: Fact, { run }: StepRecord): PersistentMap<Taken> {
  const seq = Number(fact['seq']);
  const of = (about: unknown): string => `${textOf(fact, 'browser')} ${String(about)}`;
  const held = (name: string): Taken => taken.get(name) ?? NOTHING;
  if (fact.fact === 'applied') {
    const name = of(fact['event_run']);
    return taken.set(name, withApplied(held(name), seq));
  }
  if (fact.fact === 'replaced') {
    const name = of(fact['run_id']);
    return taken.set(name, { ...NOTHING, replacedTo: seq, through: seq });
  }
  if (fact.fact === 'ignored' && fact['why'] === 'duplicate') {
    const name = of(run);
    const before = held(name);
    return taken.set(name, { ...before, ignored: counted(before.ignored, seq) });
  }
  return taken;
}

const counted = (times: PersistentMap<number>, seq: number): PersistentMap<number> =>
  times.set(String(seq), (times.get(String(seq)) ?? 0) + 1);

function withApplied(before: Taken, seq: number): Taken {
  const applied = counted(before.applied, seq);
  let { through } = before;
  while (applied.get(String(through + 1)) !== undefined) through += 1;
  return { ...before, applied, through };
}
