// Where the states of a run stand and how the arrows between them run, at any width. Places are set by hand: on
// the left the states in which a run still lives, on the right those in which it ends. Nothing crosses but what
// has to: what leads back runs along the left edge, and the cancel of a waiting run below and up the right.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface StateBox extends Box {
  readonly status: string;
  /** The name in the lines that there is room for. */
  readonly lines: readonly string[];
  readonly isEnding: boolean;
}

export interface Arrow {
  /** `from>to`; nothing before the sign where there was no run. */
  readonly pair: string;
  /** An SVG path from the edge of one state to the edge of the other. */
  readonly path: string;
  readonly start: Point;
  readonly end: Point;
  /** Where a word about it may stand, and where a bar may bar it: a point of the path, and its direction there. */
  readonly middle: Point & { readonly angle: number };
}

export interface Machine {
  readonly width: number;
  readonly height: number;
  readonly states: readonly StateBox[];
  readonly arrows: readonly Arrow[];
  /** Where a run comes from; null where that is a state as well. */
  readonly origin: Point | null;
  /** A frame around states to which the same arrows lead. */
  readonly frame?: Box;
}

/** From here on a long name stands in one line. */
const WIDE = 520;
/** More room than this between the columns makes arrows long and nothing clearer. */
const GAP_MAX = 300;
const ROW = 34;
/** Room for what runs around the states, left and right. */
const MARGIN = { left: 26, right: 16, top: 38, bottom: 22 };
const LIVE = { queued: 0, running: 1, waiting_approval: 2 } as const;
const ENDED = { cancelled: 0, succeeded: 1, interrupted: 2, failed: 3 } as const;
const PITCH = { live: 92, ended: 64 };
const RADIUS = 9;

export function machineAt(width: number): Machine {
  const isWide = width >= WIDE;
  const columns = isWide ? { live: 152, ended: 112 } : { live: 86, ended: 102 };
  const taken = MARGIN.left + MARGIN.right + columns.live + columns.ended;
  const gap = Math.min(GAP_MAX, width - taken);
  const left = MARGIN.left + Math.max(0, (width - taken - gap) / 2);
  const right = left + columns.live + gap;
  const states = [
    ...Object.entries(LIVE).map(([status, place]): StateBox => {
      const lines = isWide ? [status] : linesOf(status);
      const height = ROW + (lines.length - 1) * 18;
      const y = MARGIN.top + place * PITCH.live;
      return { status, lines, isEnding: false, x: left, y, width: columns.live, height };
    }),
    ...Object.entries(ENDED).map(([status, place]): StateBox => {
      const y = MARGIN.top + place * PITCH.ended;
      return { status, lines: [status], isEnding: true, x: right, y, width: columns.ended, height: ROW };
    }),
  ];
  const bottom = Math.max(...states.map((box) => box.y + box.height));
  const origin = { x: left + columns.live / 2 + 12, y: 7 };
  const height = bottom + MARGIN.bottom;
  return { width, height, states, arrows: arrowsBetween(states, origin, bottom), origin };
}

/** `waiting_approval` in two lines, the sign with the first. */
const linesOf = (status: string): readonly string[] => status.split(/(?<=_)/);

function arrowsBetween(states: readonly StateBox[], origin: Point, bottom: number): readonly Arrow[] {
  const at = (status: string): StateBox => states.find((state) => state.status === status)!;
  const [queued, running, waiting] = [at('queued'), at('running'), at('waiting_approval')];
  const [cancelled, succeeded] = [at('cancelled'), at('succeeded')];
  const [interrupted, failed] = [at('interrupted'), at('failed')];
  return [
    down('>queued', origin, top(queued, origin.x - middleOf(queued).x)),
    down('queued>running', foot(queued, 12), top(running, 12)),
    down('running>queued', top(running, -12), foot(queued, -12)),
    down('running>waiting_approval', foot(running, 12), top(waiting, 12)),
    loop('queued>queued', queued),
    loop('running>running', running),
    around('waiting_approval>queued', waiting, queued),
    across('queued>cancelled', out(queued, 0), into(cancelled, -7)),
    across('running>cancelled', out(running, -9), into(cancelled, 7)),
    across('running>succeeded', out(running, -3), into(succeeded, 0)),
    across('running>interrupted', out(running, 3), into(interrupted, 0)),
    across('running>failed', out(running, 9), into(failed, -7)),
    across('waiting_approval>failed', out(waiting, 0), into(failed, 7)),
    below('waiting_approval>cancelled', waiting, cancelled, bottom + 11),
  ];
}

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });
export const top = (box: Box, aside: number): Point => ({ x: middleOf(box).x + aside, y: box.y });
export const foot = (box: Box, aside: number): Point => ({
  x: middleOf(box).x + aside,
  y: box.y + box.height,
});
export const out = (box: Box, aside: number): Point => ({ x: box.x + box.width, y: middleOf(box).y + aside });
export const into = (box: Box, aside: number): Point => ({ x: box.x, y: middleOf(box).y + aside });

export function down(pair: string, start: Point, end: Point): Arrow {
  const angle = end.y > start.y ? 90 : -90;
  const middle = { x: start.x, y: (start.y + end.y) / 2, angle };
  return { pair, path: `M${start.x} ${start.y}V${end.y}`, start, end, middle };
}

/** From column to column: level at both ends. */
export function across(pair: string, start: Point, end: Point): Arrow {
  const half = (start.x + end.x) / 2;
  const path = `M${start.x} ${start.y}C${half} ${start.y} ${half} ${end.y} ${end.x} ${end.y}`;
  // The tangent in the middle of such a curve is twice as steep as the line from end to end.
  const angle = (Math.atan2(1.5 * (end.y - start.y), 0.75 * (end.x - start.x)) * 180) / Math.PI;
  return { pair, path, start, end, middle: { x: half, y: (start.y + end.y) / 2, angle } };
}

/** Back into the state that it left. */
export function loop(pair: string, box: Box): Arrow {
  const [start, end] = [into(box, -8), into(box, 8)];
  const far = start.x - 15;
  const path = `M${start.x} ${start.y}C${far - 4} ${start.y - 3} ${far - 4} ${end.y + 3} ${end.x} ${end.y}`;
  return { pair, path, start, end, middle: { x: far + 0.75, y: middleOf(box).y, angle: 90 } };
}

/** Up the left edge and into the state from above. */
function around(pair: string, from: Box, to: Box): Arrow {
  const start = into(from, 0);
  const end = top(to, -middleOf(to).x + to.x + 16);
  const [lane, crest] = [from.x - MARGIN.left + 4, to.y - 16];
  const path =
    `M${start.x} ${start.y}H${lane + RADIUS}Q${lane} ${start.y} ${lane} ${start.y - RADIUS}` +
    `V${crest + RADIUS}Q${lane} ${crest} ${lane + RADIUS} ${crest}` +
    `H${end.x - RADIUS}Q${end.x} ${crest} ${end.x} ${crest + RADIUS}V${end.y}`;
  return { pair, path, start, end, middle: { x: lane, y: (from.y + to.y + to.height) / 2, angle: -90 } };
}

/** Below all states and up the right edge. */
function below(pair: string, from: Box, to: Box, depth: number): Arrow {
  const start = foot(from, 0);
  const end = { x: to.x + to.width, y: middleOf(to).y };
  const lane = end.x + MARGIN.right - 5;
  const path =
    `M${start.x} ${start.y}V${depth - RADIUS}Q${start.x} ${depth} ${start.x + RADIUS} ${depth}` +
    `H${lane - RADIUS}Q${lane} ${depth} ${lane} ${depth - RADIUS}` +
    `V${end.y + RADIUS}Q${lane} ${end.y} ${end.x} ${end.y}`;
  return { pair, path, start, end, middle: { x: lane, y: end.y + 0.525 * (depth - end.y), angle: -90 } };
}

/** A plate for a word of so many characters beside the middle of an arrow: on no state, if that can be. */
export function plateAt({ width, states }: Machine, { middle }: Arrow, characters: number): Box {
  const [wide, high] = [characters * 7.9 + 12, 22];
  const at = (x: number, y: number): Box => ({ x, y, width: wide, height: high });
  const level = middle.y - high / 2;
  const centred = Math.max(0, Math.min(width - wide, middle.x - wide / 2));
  const beside = [at(middle.x + 14, level), at(middle.x - 14 - wide, level)];
  const stacked = [12, 20].flatMap((off) => [
    at(centred, middle.y - off - high),
    at(centred, middle.y + off),
  ]);
  const isSteep = Math.abs(Math.sin((middle.angle * Math.PI) / 180)) > 0.7;
  // Where there is no room beside the arrow, it stands on it.
  const places = [...(isSteep ? [...beside, ...stacked] : [...stacked, ...beside]), at(centred, level)];
  const isFree = (place: Box): boolean =>
    place.x >= 0 && place.x + wide <= width && !states.some((state) => meet(place, state));
  return places.find(isFree) ?? stacked[0]!;
}

export const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A straight line between two states, for a change that no arrow stands for. */
export function strayArrow({ states }: Machine, from: string, to: string): Arrow | null {
  const [start, end] = [from, to].map((status) => states.find((state) => state.status === status));
  if (start === undefined || end === undefined) return null;
  const pair = `${from}>${to}`;
  if (start === end) return loop(pair, start);
  if (start.x !== end.x) {
    return start.x < end.x
      ? across(pair, out(start, 0), into(end, 0))
      : straight(pair, into(start, 0), out(end, 0));
  }
  const isDown = start.y < end.y;
  return straight(pair, isDown ? foot(start, 24) : top(start, 24), isDown ? top(end, 24) : foot(end, 24));
}

export function straight(pair: string, start: Point, end: Point): Arrow {
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, angle };
  return { pair, path: `M${start.x} ${start.y}L${end.x} ${end.y}`, start, end, middle };
}
