// The drawing of a window of rows as plain numbers: where lanes run, what lies on them, which messages go
// from where to where. Rows after the cursor lie below the zone in which the present is drawn.

import { CLOCK, markOf, REFUNDS, reached, type StepMark } from './diagram-marks';
import { type DiagramRow, stepsIn } from './diagram-rows';
import { cut, endOf, isAhead, middleOf, nowLineAt, type Stage, type Stretch, yOf } from './diagram-stage';
import { cutOf, middleBetween, railOf, type WireCut } from './diagram-wire-lines';
import { isWireFault } from './diagram-wires';
import { BROKER, isBrokered, shelfOf } from './shelves';
import type { Copy, Span } from './span';

export interface DrawnMark extends StepMark {
  readonly step: number;
  readonly x: number;
  readonly y: number;
  readonly isBroken: boolean;
  readonly isAhead: boolean;
}

export interface Arrow {
  readonly step: number;
  readonly kind: 'request' | 'response' | 'publish' | 'take' | 'ack' | 'call';
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly label: string;
  readonly isAhead: boolean;
}

/** A message where it lies: published, doubled, delayed or lost. */
export interface Envelope {
  readonly copy: Copy;
  readonly step: number;
  readonly x: number;
  readonly y: number;
  readonly state: 'sent' | 'doubled' | 'late' | 'lost' | 'torn';
  readonly isAhead: boolean;
}

/** One operation of a step that was opened. */
export interface OperationMark {
  readonly step: number;
  readonly lane: string;
  readonly x: number;
  readonly y: number;
  readonly isHollow: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isAhead: boolean;
}

/** Folded steps, with a dot on each lane that they reached; or time that passes for all. */
export interface FoldLine {
  readonly step: number;
  readonly y: number;
  readonly lanes: readonly string[];
  readonly isTime: boolean;
  readonly isAhead: boolean;
}

export interface Drawing {
  readonly stretches: readonly Stretch[];
  readonly arrows: readonly Arrow[];
  readonly envelopes: readonly Envelope[];
  readonly marks: readonly DrawnMark[];
  readonly operations: readonly OperationMark[];
  readonly folds: readonly FoldLine[];
  /** Where something befell a connection. */
  readonly cuts: readonly WireCut[];
}

export function drawingOf(stage: Stage, from: number, to: number): Drawing {
  const rows = stage.rows.between(from, to);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) {
    const nothing = { arrows: [], envelopes: [], marks: [], operations: [], folds: [], cuts: [] };
    return { stretches: lanesOf(stage, []), ...nothing };
  }
  const spans = stage.history.between(stepsIn(first)[0], stepsIn(last)[1]);
  return {
    stretches: [
      ...lanesOf(stage, spans),
      ...spans.flatMap((span) => bandOf(stage, span)),
      ...spans.flatMap((span) => railOf(stage, span)),
    ],
    arrows: [
      ...spans.flatMap((span) => flightOf(stage, span)),
      ...rows.flatMap((row) => callOf(stage, row)),
    ].filter(({ from: [, y], to: [, z] }) => Number.isFinite(y + z)),
    envelopes: spans.flatMap((span) => envelopesOf(stage, span)),
    marks: rows.flatMap((row) => marksIn(stage, row)),
    operations: rows.flatMap((row, i) => operationOf(stage, row, Math.max(0, from) + i)),
    folds: rows.flatMap((row) => foldOf(stage, row)),
    cuts: rows.flatMap((row) => cutOf(stage, row)),
  };
}

function lanesOf(stage: Stage, spans: readonly Span[]): readonly Stretch[] {
  const { lanes, place, history, cursor } = stage;
  const now = nowLineAt(place) + place.asked;
  // The present is open below where nothing comes after it.
  const later = place.ahead === 0 ? Infinity : nowLineAt(place) + place.zone;
  return Object.entries(lanes.at).flatMap(([lane, x]) => {
    const begun = lane === BROKER || lane === REFUNDS ? 0 : (history.firstSteps.get(lane) ?? Infinity);
    const start = begun > cursor ? now : begun === 0 ? place.top : yOf(stage, begun);
    const one = (kind: Stretch['kind'], from: number, to: number, ahead = false): readonly Stretch[] =>
      to > from ? [{ lane, x, from, to, kind, isAhead: ahead }] : [];
    const breaks = spans.filter((span) => span.lane === lane && isStandstill(span));
    return [
      ...one('dotted', place.top, start),
      ...one('line', start, now),
      ...one('dotted', now, later),
      ...one('line', later, endOf(place), true),
      ...breaks.flatMap((span) => cut(stage, span, (...at) => one(span.kind as 'down' | 'paused', ...at))),
    ];
  });
}

const isStandstill = ({ kind }: Span): boolean => kind === 'down' || kind === 'paused';

const BANDS = ['rests', 'held', 'lease', 'open'] as const;
export const isBand = (kind: string): kind is (typeof BANDS)[number] => BANDS.some((one) => one === kind);

function bandOf(stage: Stage, span: Span): readonly Stretch[] {
  const x = stage.lanes.at[span.lane];
  const { kind, lane } = span;
  if (x === undefined || !isBand(kind)) return [];
  return cut(stage, span, (from, to, ahead) => [{ lane, x, from, to, kind, isAhead: ahead }]);
}

/** The ways of a message: to the broker, from it to a worker, back as an acknowledgement; or straight. */
function flightOf(stage: Stage, span: Span): readonly Arrow[] {
  const { kind, copy, to, by, end, lane } = span;
  if (copy === null) return [];
  const x = (one: string): number => stage.lanes.at[one] ?? NaN;
  const across = (kind: Arrow['kind'], from: string, into: string, step: number): Arrow => {
    const y = yOf(stage, step);
    return { step, kind, from: [x(from), y], to: [x(into), y], label: '', isAhead: isAhead(stage, step) };
  };
  const arrows: Arrow[] = [];
  const shelf = shelfOf(copy.channel);
  if (kind === 'rests') {
    const isPut = copy.sent === span.from && copy.sent > 0 && isSending(stage, copy);
    // What a store hands out was with it before.
    if (isPut && copy.from !== shelf) arrows.push(across('publish', copy.from, shelf, span.from));
    if (end === 'taken' && to !== null && by !== null) arrows.push(across('take', shelf, by, to));
  } else if (kind === 'held' && end === 'acknowledged' && to !== null) {
    arrows.push(across('ack', lane, shelf, to));
  } else if (kind === 'flies' && to !== null && (end === 'taken' || end === 'lost')) {
    const isCut = isAhead(stage, to) && !isAhead(stage, copy.sent);
    const goal = by ?? copy.to ?? '';
    if (!isCut && copy.origin !== 'idle') {
      const start = copy.origin === 'break' ? middleBetween(stage.lanes, copy.from, goal) : x(copy.from);
      const way = { from: [start, yOf(stage, copy.sent)], to: [x(goal), yOf(stage, to)] } as const;
      // A lost one says its name where it was lost.
      const label = end === 'lost' && isDropped(stage, to) ? '' : labelOf(copy);
      arrows.push({ ...way, step: to, kind: wayOf(copy), label, isAhead: isAhead(stage, to) });
    }
  }
  return arrows.filter(({ from, to: goal }) => Number.isFinite(from[0] + goal[0]));
}

/** Whether the step did send it, and is no fault that doubled it. */
const isSending = ({ trace }: Stage, { sent, id }: Copy): boolean =>
  trace[sent - 1]?.sent.some((message) => message.id === id) ?? false;

/** What asks for something, or is handed on before it was asked for. */
const isRequest = ({ body }: Copy): boolean =>
  typeof body === 'object' && body !== null && ('method' in body || 'pushed' in body);
export const wayOf = (copy: Copy): 'request' | 'response' => (isRequest(copy) ? 'request' : 'response');

/** What a message is called where it is drawn: a copy at the broker by its number, the rest by their kind. */
export function labelOf({ channel, number, body, id, origin, tornAt }: Copy): string {
  if (isBrokered(channel)) return `m${String(number)}`;
  const { method, pushed, status, piece, head, closed, ended } = body as Labelled;
  if (method !== undefined) return method;
  if (pushed !== undefined) return 'PUSH';
  const code = status ?? (head?.status === 200 ? undefined : head?.status);
  if (code !== undefined) return String(code);
  if (piece !== undefined) return `${id.slice(id.lastIndexOf('.') + 1)}${tornAt === null ? '' : '…'}`;
  if (origin === 'idle') return 'IDLE';
  return ended === undefined ? (closed === undefined ? 'RST' : 'CLOSE') : 'EOF';
}

/** What in a message tells what it is. */
interface Labelled {
  readonly method?: string;
  readonly pushed?: unknown;
  readonly status?: number;
  readonly piece?: string;
  readonly head?: { readonly status: number };
  readonly closed?: string;
  readonly ended?: string;
}

/** The call of the refund provider: there and back within one step. */
function callOf(stage: Stage, row: DiagramRow): readonly Arrow[] {
  if (row.row !== 'step') return [];
  const record = stage.trace[row.step - 1]!;
  const [x, goal] = [stage.lanes.at[record.actor], stage.lanes.at[REFUNDS]];
  if (markOf(record).effect === null || x === undefined || goal === undefined) return [];
  const y = yOf(stage, row.step);
  const way = { from: [x, y], to: [goal, y] } as const;
  return [{ ...way, step: row.step, kind: 'call', label: '', isAhead: isAhead(stage, row.step) }];
}

function envelopesOf(stage: Stage, span: Span): readonly Envelope[] {
  const { copy, kind, from, to, end, lane } = span;
  if (copy === null || (kind !== 'rests' && kind !== 'flies' && kind !== 'late')) return [];
  const home = isBrokered(copy.channel) ? shelfOf(copy.channel) : (copy.to ?? lane);
  const x = stage.lanes.at[home] ?? stage.lanes.at[copy.from];
  if (x === undefined) return [];
  const one = (step: number, state: Envelope['state']): Envelope => {
    return { copy, step, x, y: yOf(stage, step), state, isAhead: isAhead(stage, step) };
  };
  if (kind === 'late') return from < 1 ? [] : [one(from, 'late')];
  const lost = end === 'lost' && to !== null && isDropped(stage, to) ? [one(to, 'lost')] : [];
  if (end === 'torn' && to !== null) return [one(to, 'torn')];
  const isDoubled = from > 0 && stage.trace[from - 1]!.id.startsWith('duplicate:');
  if (isDoubled) return [one(from, 'doubled'), ...lost];
  return kind === 'rests' ? [one(from, 'sent'), ...lost] : lost;
}

/** Whether it was lost where its name is told there: by a fault of its own, of its connection, or in being written. */
function isDropped({ trace }: Stage, step: number): boolean {
  const { id, operations } = trace[step - 1] ?? { id: '', operations: [] };
  const fault = id.slice(0, id.indexOf(':'));
  return operations.length > 0 || fault === 'drop' || isWireFault(fault);
}

function marksIn(stage: Stage, row: DiagramRow): readonly DrawnMark[] {
  if (row.row !== 'step') return [];
  const { step } = row;
  const mark = markOf(stage.trace[step - 1]!);
  const at = { step, y: yOf(stage, step), isAhead: isAhead(stage, step) };
  const isBroken = stage.history.broken.has(step);
  const [x, goal] = [stage.lanes.at[mark.lane], stage.lanes.at[REFUNDS]];
  const isPaidHere = mark.effect !== null && goal !== undefined;
  const own = x === undefined ? [] : [{ ...mark, ...at, x, isBroken: isBroken && !isPaidHere, effect: null }];
  if (!isPaidHere) return own;
  const isKnown = mark.effect === 'known';
  const provider = { ...mark, lane: REFUNDS, isHollow: isKnown, isStruck: isKnown, isRefused: false };
  return [...own, { ...provider, ...at, x: goal, isBroken }];
}

function operationOf(stage: Stage, row: DiagramRow, at: number): readonly OperationMark[] {
  if (row.row !== 'operation') return [];
  const { step, place, of } = row;
  const { lane, isHollow } = markOf(stage.trace[step - 1]!);
  const x = stage.lanes.at[lane];
  if (x === undefined) return [];
  const bounds = { isFirst: place === 0, isLast: place === of - 1, isAhead: isAhead(stage, step) };
  return [{ step, lane, x, y: middleOf(stage.place, at), isHollow, ...bounds }];
}

function foldOf(stage: Stage, row: DiagramRow): readonly FoldLine[] {
  const [from, to] = stepsIn(row);
  const isTime = row.row === 'step' && markOf(stage.trace[row.step - 1]!).form === CLOCK;
  if (row.row === 'operation' || (row.row === 'step' && row.isFolded === null && !isTime)) return [];
  const touched = new Set<string>();
  // A long fold is drawn by its end; a dot more or less on a lane says little.
  for (let step = Math.max(from, to - 200); step <= to; step++) {
    for (const lane of reached(stage.trace[step - 1]!)) touched.add(lane);
  }
  const lanes = Object.keys(stage.lanes.at).filter((lane) => touched.has(lane));
  return [{ step: from, y: yOf(stage, from), lanes, isTime, isAhead: isAhead(stage, from) }];
}
