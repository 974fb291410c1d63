// The machine by which a browser's view comes back to the log (CONTRACT §12): its states, the ways between them
// with the events that lead there, and which of them a step took. A step's record names its event only in part;
// the rest is in the message that the browser works on.

import type { Json } from '../kernel/json';
import { textOf } from '../kernel/json';
import type { Message } from '../kernel/channel';
import type { Row, Rows } from '../kernel/store';
import { tableOf } from '../kernel/rows';
import type { StepRecord, Trace } from '../kernel/trace';
import { memberOf } from './bodies';
import { STREAM } from './diagram-wires';

export const LIVING = ['LIVE', 'RECOVERING/page', 'RECOVERING/resync', 'RECOVERY_UNKNOWN'] as const;
export const ENDINGS = ['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'] as const;

/** `NONE`: there is no page, or it knows of no run. */
export type RecoveryState = 'NONE' | (typeof LIVING)[number] | (typeof ENDINGS)[number];

export type RecoveryEvent =
  | ('accepted' | 'found' | 'loaded' | 'crashed' | 'resumed' | 'opened' | 'applied' | 'ignored' | 'terminal')
  | ('gap' | 'ended' | 'reset' | 'idle' | 'closing' | 'endEarly' | 'resyncRequired')
  | ('gone' | 'ahead' | 'nothing' | 'snapshot' | 'more' | 'caughtUp' | 'failed' | 'shutOut' | 'spent')
  | ('refresh' | 'checkAgain' | 'emptyTaken' | 'endTaken');

export interface RecoveryWay {
  readonly from: RecoveryState;
  readonly to: RecoveryState;
  readonly events: readonly RecoveryEvent[];
  /** The alternative that has it, where the safe design does not. */
  readonly only?: string;
}

const PAGE = 'RECOVERING/page';
const RESYNC = 'RECOVERING/resync';
const UNKNOWN = 'RECOVERY_UNKNOWN';

const each = (from: RecoveryState, all: readonly RecoveryState[], ...events: readonly RecoveryEvent[]) =>
  all.map((one): RecoveryWay => ({ from, to: one, events }));

export const recoveryWays: readonly RecoveryWay[] = [
  { from: 'NONE', to: PAGE, events: ['accepted', 'found', 'loaded'] },
  ...each('NONE', ENDINGS, 'loaded'),
  { from: PAGE, to: 'LIVE', events: ['opened', 'caughtUp'] },
  { from: PAGE, to: PAGE, events: ['more', 'caughtUp', 'failed', 'gap', 'reset', 'idle', 'ended'] },
  { from: PAGE, to: RESYNC, events: ['gone', 'ahead', 'nothing', 'refresh'] },
  ...each(PAGE, ENDINGS, 'terminal'),
  { from: PAGE, to: UNKNOWN, events: ['spent', 'shutOut'] },
  { from: 'LIVE', to: 'LIVE', events: ['applied', 'ignored', 'caughtUp', 'failed', 'gap'] },
  { from: 'LIVE', to: PAGE, events: ['gap', 'ended', 'reset', 'idle', 'closing', 'endEarly', 'more'] },
  { from: 'LIVE', to: RESYNC, events: ['resyncRequired', 'gone', 'ahead', 'refresh'] },
  ...each('LIVE', ENDINGS, 'terminal'),
  { from: 'LIVE', to: UNKNOWN, events: ['spent', 'shutOut'] },
  { from: RESYNC, to: PAGE, events: ['snapshot'] },
  { from: RESYNC, to: RESYNC, events: ['failed', 'refresh'] },
  ...each(RESYNC, ENDINGS, 'snapshot'),
  { from: RESYNC, to: UNKNOWN, events: ['spent', 'shutOut'] },
  { from: UNKNOWN, to: PAGE, events: ['checkAgain'] },
  { from: 'INTERRUPTED', to: PAGE, events: ['resumed'] },
  ...[...LIVING, ...ENDINGS].flatMap((from) => each(from, ['NONE'], 'crashed')),
  { from: 'LIVE', to: 'DONE', events: ['endTaken'], only: 'browser.eof=treat_as_done' },
  { from: PAGE, to: 'DONE', events: ['endTaken'], only: 'browser.eof=treat_as_done' },
  { from: PAGE, to: 'DONE', events: ['emptyTaken'], only: 'browser.empty_page=treat_as_done' },
  { from: PAGE, to: 'FAILED', events: ['spent'], only: 'browser.give_up=show_failed' },
];

export interface RecoveryTaken {
  readonly from: RecoveryState;
  readonly to: RecoveryState;
  readonly event: RecoveryEvent;
  /** The row of the list; null where there is none. */
  readonly way: RecoveryWay | null;
}

/** The row of a browser's view, where its page is there and follows a run. */
export function viewRow(rows: Rows, browser: string): Row | null {
  const found = [...tableOf(rows, 'now_views').entries()].map(([, row]) => row);
  return found.find((row) => row['browser'] === browser) ?? null;
}

const stateIn = (row: Row | null): RecoveryState => (row?.['state'] ?? 'NONE') as RecoveryState;

/**
 * What the last step of a trace did to the machine of its browser; null where it did nothing to it.
 * @param rows before that step and after it
 */
export function recoveryTaken(
  rows: { readonly before: Rows; readonly after: Rows },
  trace: Trace,
): RecoveryTaken | null {
  const record = trace.at(-1);
  if (record === undefined) return null;
  const from = stateIn(viewRow(rows.before, record.actor));
  const to = stateIn(viewRow(rows.after, record.actor));
  const found = from === 'NONE' && to === 'NONE' ? null : eventOf(trace, record, to);
  // Bytes on a stream that is read already open nothing.
  const event = found === 'opened' && from === 'LIVE' ? 'ignored' : found;
  if (event === null || (from === to && isSettled(from))) return null;
  const ways = recoveryWays.filter((one) => one.from === from && one.to === to);
  return { from, to, event, way: ways.find(({ events }) => events.includes(event)) ?? null };
}

/** Events that the key of a step names by itself. */
const BY_KEY: Readonly<Record<string, RecoveryEvent>> = {
  'fault.crash': 'crashed',
  'fault.restart': 'loaded',
  'browser.receive.accepted': 'accepted',
  'browser.receive.found': 'found',
  'browser.receive.resumed': 'resumed',
  'browser.receive.frames': 'opened',
  'browser.receive.beat': 'ignored',
  'browser.receive.unheard': 'idle',
  'browser.hangUp': 'idle',
  'browser.receive.reset': 'failed',
  'browser.receive.shutOut': 'shutOut',
  'browser.replaceView': 'snapshot',
  'browser.giveUp': 'spent',
  'browser.sendCall.refresh': 'refresh',
  'browser.sendCall.check': 'checkAgain',
};

const BY_STATUS: Readonly<Record<number, RecoveryEvent>> = { 204: 'nothing', 409: 'ahead', 410: 'gone' };

function eventOf(trace: Trace, record: StepRecord, after: RecoveryState): RecoveryEvent | null {
  const { says, operations } = record;
  const named = BY_KEY[says.key];
  const isSpent = after === 'RECOVERY_UNKNOWN' && named !== 'shutOut';
  if (isSpent && named !== 'crashed' && named !== 'loaded' && operations.some((one) => LEADING.includes(one)))
    return 'spent';
  // The refusal ended what was tried, and the budget with it.
  if (named === 'failed' && after === 'FAILED') return 'spent';
  if (named !== undefined) return named;
  if (says.key === 'browser.receive.cut') return isIdle(trace, record) ? 'idle' : 'reset';
  if (says.key === 'browser.receive.ended') return after === 'DONE' ? 'endTaken' : 'ended';
  if (says.key === 'browser.receive.partial') return partial(record, after);
  if (says.key === 'browser.receive.resync') return BY_STATUS[Number(says.values['status'])] ?? null;
  return operations.includes('apply') ? appliedEvent(trace, record, after) : null;
}

/** Operations by which the machine goes on. */
const LEADING: readonly string[] = ['receive', 'apply', 'giveUp'];

/** Nothing but a person, or another run, leads on from there. */
const isSettled = (state: RecoveryState): boolean => state === UNKNOWN || isEnding(state);

const isEnding = (state: RecoveryState): boolean => ENDINGS.some((one) => one === state);

/** Both ends of a silent connection give it up by themselves. */
const isIdle = (trace: Trace, { taken }: StepRecord): boolean =>
  taken.some(({ connection }) => trace.some(({ id }) => id === `silence:${STREAM}:${connection ?? ''}`));

function partial({ taken }: StepRecord, after: RecoveryState): RecoveryEvent {
  const isLast = taken.some(({ body }) => memberOf(body, 'isLast') === true);
  if (!isLast) return 'opened';
  return after === 'DONE' ? 'endTaken' : 'ended';
}

/** What came may have brought the run's end, a hole, or nothing new; or it was the last that comes. */
function appliedEvent(trace: Trace, record: StepRecord, after: RecoveryState): RecoveryEvent {
  const isApplied = record.facts.some(({ fact }) => fact === 'applied');
  const message = trace
    .filter(({ actor }) => actor === record.actor)
    .findLast(({ taken }) => taken.length > 0)?.taken[0];
  const isStream = message?.channel === STREAM;
  if (isEnding(after)) return isApplied ? 'terminal' : isStream ? 'endTaken' : 'emptyTaken';
  if (message === undefined) return 'applied';
  return isStream ? streamEvent(message, after, isApplied) : pageEvent(message, record, after);
}

function streamEvent({ body }: Message, after: RecoveryState, isApplied: boolean): RecoveryEvent {
  if (after === 'LIVE') return isApplied ? 'applied' : 'ignored';
  if (after === 'RECOVERING/resync') return 'resyncRequired';
  const bytes = textOf({ bytes: '', ...(body as object) }, 'bytes');
  if (bytes.includes('event: stream.closing\n')) return 'closing';
  if (bytes.includes('event: stream.end\n')) return 'endEarly';
  return memberOf(body, 'isLast') === true ? 'ended' : 'gap';
}

function pageEvent({ body }: Message, record: StepRecord, after: RecoveryState): RecoveryEvent {
  const page = parsed(memberOf(body, 'body'));
  const events = memberOf(page, 'events');
  const last = Array.isArray(events) ? (events as readonly Json[]).at(-1) : undefined;
  const reached = Number(record.says.values['to'] ?? 0);
  const isWhole = last === undefined || Number(memberOf(last, 'seq')) <= reached;
  if (memberOf(page, 'has_more') === true && after !== 'LIVE') return 'more';
  return isWhole ? 'caughtUp' : 'gap';
}

function parsed(text: Json | undefined): Json {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as Json) : null;
  } catch {
    return null;
  }
}

/** The pair of a way as pictures name it; endings stand together. */
export const pairOf = ({ from, to }: Pick<RecoveryWay, 'from' | 'to'>): string =>
  `${from}>${isEnding(to) && from !== 'NONE' ? ENDING : to}`;

/** What stands for all endings where an arrow leads to them. */
export const ENDING = 'ending';
