// Random histories of runs that are followed over streams, pages and snapshots: whatever was cut, repeated, delayed
// or crashed on the way, each view is in the end the fold of what the log has ever held, once each and in order.

import fc from 'fast-check';
import type { Design } from '../../src/kernel/decision';
import { CLOCK_ADVANCE } from '../../src/kernel/action';
import type { FaultBudget } from '../../src/kernel/fault';
import { PersistentMap } from '../../src/kernel/persistent-map';
import { nextAction } from '../../src/kernel/scheduler';
import type { Simulation } from '../../src/kernel/simulation';
import type { Row, Table } from '../../src/kernel/store';
import { Timeline } from '../../src/kernel/timeline';
import type { StepRecord } from '../../src/kernel/trace';
import type { World } from '../../src/kernel/world';
import { isSteady } from '../../src/scenario/schedule';
import { sentencesOf } from '../../src/scenario/sentences';
import type { BrowserDisk, BrowserMemory } from '../../src/system/actors/browser/state';
import { shortDigest } from '../../src/system/digest';
import { TERMINAL } from '../../src/system/events';
import { foldDigest } from '../../src/system/fold';
import { beginWorld, type Given } from '../../src/system/given';
import { browserIds } from '../../src/system/topology';

export const FAULTS: FaultBudget = {
  ...{ crash: 2, drop: 1, duplicate: 2, delay: 1 },
  ...{ reset: 2, eof: 1, silence: 1, tear: 2, collect: 1, lose: 2 },
};

/** Who is on stage beside the usual ones. */
export const CAST = ['gateway', 'pruner'];

const orders = [{ order: 'ord_1', total: '100.00' }];
const staged = (more: Partial<Given>): Given => ({
  ...{ orders, browsers: {}, runs: [], actors: {}, cast: CAST, ...more },
});
const alice = { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } };
const asks = { person: 'alice', submits: { order: 'ord_1', amount: '75.00' } };
const writes = { writes: 'I will refund what you paid, and write to you once it has arrived.' };
const answers = { person: 'bob', watches: 'run_1', calls: ['approve run_1'] };

/** Histories of different lengths and endings, read by pages of different lengths, by pages that forget or search. */
const GIVENS: readonly Given[] = [
  staged({ browsers: { 'browser-1': alice, 'browser-2': { person: 'carol', watches: 'run_1' } } }),
  staged({ browsers: { 'browser-1': asks, 'browser-2': answers } }),
  staged({
    browsers: { 'browser-1': { ...asks, pages: 2 }, 'browser-2': { ...answers, pages: 3 } },
    gateway: { buffer: 1, page: 1 },
  }),
  staged({
    browsers: {
      'browser-1': { ...alice, submits: { ...alice.submits, fails: 1 } },
      'browser-2': { person: 'alice', stores: false },
    },
    gateway: { buffer: 2, page: 2 },
  }),
  staged({
    browsers: {
      'browser-1': { ...alice, calls: ['cancel run_1 once running'] },
      'browser-2': { person: 'wendy', discovers: true, pages: 1 },
    },
  }),
  staged({
    browsers: {
      'browser-1': { ...alice, submits: { ...alice.submits, ...writes } },
      'browser-2': { person: 'carol', watches: 'run_1', pages: 3 },
    },
    gateway: { buffer: 3, page: 3 },
  }),
  staged({
    browsers: {
      'browser-1': { ...asks, submits: { ...asks.submits, ...writes, fails: 1 }, pages: 3 },
      'browser-2': { ...answers, stores: false },
    },
    retention: { keep: 4 },
  }),
  // Nobody answers: the run goes on to wait, and its readers with it.
  staged({ browsers: { 'browser-1': asks, 'browser-2': { person: 'carol', watches: 'run_1', pages: 2 } } }),
  // Signs of life come on quiet streams.
  staged({
    browsers: { 'browser-1': asks, 'browser-2': { person: 'carol', watches: 'run_1', pages: 2 } },
    gateway: { buffer: 3, heartbeat: true },
  }),
];

/** A start, and a number for each of its steps. */
export interface History {
  readonly given: number;
  readonly choices: readonly number[];
  /** Whoever is down starts again only when nobody else has anything left to do. */
  readonly late: boolean;
}

export const histories: fc.Arbitrary<History> = fc.record({
  given: fc.nat({ max: GIVENS.length - 1 }),
  choices: fc.array(fc.nat({ max: 9_999 }), { maxLength: 90, size: 'max' }),
  late: fc.boolean(),
});

/** Most steps are those of the default scheduler; some are anybody's, and some befall somebody. */
function chosen({ simulation, enabled, trace }: Timeline, choice: number): string | null {
  const possible = enabled.filter((action) => action.blocked === null);
  const kind = choice % 6;
  if (kind < 4) {
    const lanes = simulation.system.actors.map(({ id }) => id);
    const last = trace.findLast(({ operations }) => operations.length > 0)?.actor ?? null;
    return nextAction(enabled, lanes, last)?.id ?? null;
  }
  const own = possible.filter((action) => action.kind === 'step' || action.kind === 'deliver');
  const from = kind === 4 && own.length > 0 ? own : possible;
  return from[Math.floor(choice / 6) % Math.max(1, from.length)]?.id ?? null;
}

/** Faults stop: whoever is down starts again, and time passes until nobody waits for anything that changes anything. */
function settle(timeline: Timeline, late: boolean): void {
  const { simulation } = timeline;
  const lanes = simulation.system.actors.map(({ id }) => id);
  for (let steps = 0; steps < 1_500; steps++) {
    const possible = timeline.enabled.filter((action) => action.blocked === null);
    const restart = possible.find(({ id }) => id.startsWith('restart:') || id.startsWith('resume:'));
    const step = nextAction(timeline.enabled, lanes, timeline.trace.at(-1)?.actor ?? null);
    const passing = isSteady(possible) ? undefined : possible.find(({ id }) => id === CLOCK_ADVANCE);
    const next = late ? (step ?? passing ?? restart) : (restart ?? step ?? passing);
    if (next === undefined) return;
    timeline.take(next.id);
  }
  throw new Error('After the last fault the run did not come to an end within 1,500 steps.');
}

/** What a browser shows of a run. */
interface Shown {
  readonly disk: BrowserDisk;
  readonly memory: BrowserMemory;
}

const shownBy = (world: World, browser: string): Shown | null => {
  const state = world.actors[browser];
  if (state === undefined) return null;
  return state as unknown as Shown;
};

/** Every event that was ever in the log, whether it is still kept or not. */
class Canon {
  private readonly rows = new Map<string, Row>();

  note({ changes }: Pick<StepRecord, 'changes'>): void {
    for (const { table, key, after } of changes) {
      if (table === 'events' && after !== null) this.rows.set(key, after);
    }
  }

  lastOf(runId: string): number {
    const seqs = [...this.rows.values()].filter((row) => row['run_id'] === runId);
    return Math.max(0, ...seqs.map((row) => Number(row['seq'])));
  }

  digestAt(runId: string, seq: number): string | null {
    return foldDigest(this.rows as unknown as Table, PersistentMap.empty<Row>(), runId, seq);
  }

  endingOf(runId: string): string | null {
    const last = this.rows.get(`${runId}/${String(this.lastOf(runId))}/0`);
    return TERMINAL[String(last?.['type'])] ?? null;
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  ...{ DONE: 'succeeded', FAILED: 'failed', CANCELLED: 'cancelled', INTERRUPTED: 'interrupted' },
};

/** What is wrong with what a browser shows, at any moment. */
function complaintsNow(canon: Canon, browser: string, shown: Shown | null): readonly string[] {
  const ending = ENDINGS[shown?.memory.recovery ?? ''];
  const runId = shown?.disk.runId ?? null;
  if (ending === undefined || runId === null) return [];
  const held = canon.endingOf(runId);
  return held === ending
    ? []
    : [`${browser} shows ${ending}, the log of ${runId} ends with ${held ?? 'nothing'}`];
}

/** Nobody has looked at this page yet: there was nothing for its person to see. */
const isUnopened = ({ disk, memory }: Shown): boolean =>
  disk.view === null &&
  memory.recovery === 'RECOVERING/page' &&
  memory.failures === 0 &&
  memory.asked === null;

/** What is wrong with what it shows once all is quiet. */
function complaintsInTheEnd(canon: Canon, browser: string, shown: Shown | null): readonly string[] {
  if (shown === null || shown.disk.runId === null || isUnopened(shown)) return [];
  const { disk, memory } = shown;
  const runId = disk.runId ?? '';
  const found: string[] = [];
  if (memory.recovery.startsWith('RECOVERING')) found.push(`${browser} is still ${memory.recovery}`);
  if (memory.recovery === 'RECOVERY_UNKNOWN') return found;
  if (disk.cursor !== canon.lastOf(runId))
    found.push(`${browser} is at ${String(disk.cursor)}, the log at ${String(canon.lastOf(runId))}`);
  const digest = canon.digestAt(runId, disk.cursor);
  if (disk.cursor > 0 && digest !== shortDigest(disk.view))
    found.push(`${browser} shows something else than the fold of events 1…${String(disk.cursor)}`);
  return found;
}

export interface Played {
  readonly timeline: Timeline;
  readonly complaints: readonly string[];
}

/** Plays a history to its end, and says what was ever wrong. */
export function play(simulation: Simulation, { given, choices, late }: History, faults = FAULTS): Played {
  const start = GIVENS[given]!;
  const timeline = new Timeline(simulation, beginWorld(simulation, start, faults));
  const canon = new Canon();
  const complaints: string[] = [];
  let seen = 0;
  const look = (): void => {
    for (const record of timeline.trace.slice(seen)) {
      canon.note(record);
      for (const { property, to } of record.verdicts) {
        if (to === 'violated') complaints.push(`${property} is broken at ${record.id}`);
      }
      if (record.facts.some(({ fact }) => fact === 'effect_from_replay'))
        complaints.push(`an event was taken for an order at ${record.id}`);
    }
    seen = timeline.trace.length;
    for (const id of browserIds) complaints.push(...complaintsNow(canon, id, shownBy(timeline.world, id)));
  };
  for (const choice of choices) {
    const id = chosen(timeline, choice);
    if (id === null) continue;
    timeline.take(id);
    look();
  }
  settle(timeline, late);
  look();
  for (const id of browserIds) complaints.push(...complaintsInTheEnd(canon, id, shownBy(timeline.world, id)));
  return { timeline, complaints: [...new Set(complaints)] };
}

/** The shortest beginning of a history that is still found wrong. */
export function shortened(simulation: Simulation, history: History, faults = FAULTS): History {
  let [fine, wrong] = [0, history.choices.length];
  while (fine < wrong) {
    const middle = Math.floor((fine + wrong) / 2);
    const choices = history.choices.slice(0, middle);
    if (isWrong(simulation, { ...history, choices }, faults)) wrong = middle;
    else fine = middle + 1;
  }
  return { ...history, choices: history.choices.slice(0, wrong) };
}

/** Whether anything is wrong with a history, its never ending included. */
export function isWrong(simulation: Simulation, history: History, faults = FAULTS): boolean {
  try {
    return play(simulation, history, faults).complaints.length > 0;
  } catch {
    return true;
  }
}

/** A history as a scenario: its start, its design, and its schedule in sentences. */
export function asScenario(design: Design, history: History, { timeline, complaints }: Played): string {
  const given = GIVENS[history.given];
  const scenario = { given, designs: { naive: design, safe: {} }, ...sentencesOf(timeline), complaints };
  return JSON.stringify(scenario);
}
