// Where the states of a recovery stand, at any width: on the left the ways back to the log, beside them the stream,
// below it the endings in one frame, since the same arrows lead to all of them.

import {
  across,
  type Arrow,
  type Box,
  down,
  foot,
  into,
  loop,
  type Machine,
  middleOf,
  out,
  type Point,
  type StateBox,
  straight,
  top,
} from './machine';
import { ENDING, ENDINGS } from './recovery';

const WIDE = 520;
const GAP_MAX = 260;
const MARGIN = { left: 36, right: 22, top: 6, bottom: 12 };
const PAGE = 'RECOVERING/page';
const RESYNC = 'RECOVERING/resync';
const UNKNOWN = 'RECOVERY_UNKNOWN';
const ENDED = { height: 30, pitch: 38, pad: 6 };
const RADIUS = 8;

export function recoveryMapAt(width: number): Machine {
  const isWide = width >= WIDE;
  const columns = isWide ? { left: 152, right: 128 } : { left: 98, right: 110 };
  const taken = MARGIN.left + MARGIN.right + columns.left + columns.right;
  const gap = Math.max(12, Math.min(GAP_MAX, width - taken));
  const left = MARGIN.left + Math.max(0, (width - taken - gap) / 2);
  const right = left + columns.left + gap;
  const box = (status: string, x: number, y: number, wide: number, isEnding = false): StateBox => {
    const lines = isWide || status.length < 12 ? [status] : status.split(/(?<=[_])|(?=\/)/);
    const height = isEnding || status === 'NONE' ? ENDED.height : isWide ? 38 : 52;
    return { status, lines, isEnding, x, y, width: wide, height };
  };
  const pitch = isWide ? 92 : 102;
  const first = MARGIN.top + ENDED.height + 34;
  const living = [PAGE, RESYNC, UNKNOWN].map((status, i) =>
    box(status, left, first + i * pitch, columns.left),
  );
  const live = box('LIVE', right, first, columns.right);
  const below = first + live.height + 34;
  const ended = ENDINGS.map((status, i) =>
    box(status, right + ENDED.pad, below + ENDED.pad + i * ENDED.pitch, columns.right - 2 * ENDED.pad, true),
  );
  const frame: Box = {
    ...{ x: right, y: below, width: columns.right },
    height: 2 * ENDED.pad + 3 * ENDED.pitch + ENDED.height,
  };
  const states = [box('NONE', left, MARGIN.top, columns.left), ...living, live, ...ended];
  const bottom = Math.max(frame.y + frame.height, ...states.map((one) => one.y + one.height));
  return {
    width,
    height: bottom + MARGIN.bottom,
    states,
    frame,
    origin: null,
    arrows: arrowsIn(states, frame),
  };
}

function arrowsIn(states: readonly StateBox[], frame: Box): readonly Arrow[] {
  const at = (status: string): StateBox => states.find((one) => one.status === status)!;
  const [none, page, resync, unknown, live] = [at('NONE'), at(PAGE), at(RESYNC), at(UNKNOWN), at('LIVE')];
  const low = { x: frame.x, y: middleOf(resync).y + 8 };
  return [
    down(`NONE>${PAGE}`, foot(none, 0), top(page, 0)),
    across(`${PAGE}>LIVE`, out(page, -8), into(live, -8)),
    straight(`LIVE>${PAGE}`, into(live, 6), out(page, 6)),
    loop(`${PAGE}>${PAGE}`, { ...page, y: page.y - 8 }),
    loopRight('LIVE>LIVE', live),
    down(`${PAGE}>${RESYNC}`, foot(page, 14), top(resync, 14)),
    down(`${RESYNC}>${PAGE}`, top(resync, -14), foot(page, -14)),
    loop(`${RESYNC}>${RESYNC}`, resync),
    down(`${RESYNC}>${UNKNOWN}`, foot(resync, 14), top(unknown, 14)),
    beside(`${PAGE}>${UNKNOWN}`, into(page, 12), into(unknown, -8), page.x - 21),
    beside(`${UNKNOWN}>${PAGE}`, into(unknown, 8), into(page, 18), page.x - 29),
    bent(`LIVE>${RESYNC}`, { x: live.x + 10, y: live.y + live.height }, out(resync, -8)),
    down(`LIVE>${ENDING}`, foot(live, 12), { x: middleOf(live).x + 12, y: frame.y }),
    across(`${PAGE}>${ENDING}`, out(page, 14), { x: frame.x, y: frame.y + 18 }),
    across(`${RESYNC}>${ENDING}`, out(resync, 8), low),
  ];
}

function loopRight(pair: string, box: Box): Arrow {
  const [start, end] = [out(box, -8), out(box, 8)];
  const far = start.x + 15;
  const path = `M${start.x} ${start.y}C${far + 4} ${start.y - 3} ${far + 4} ${end.y + 3} ${end.x} ${end.y}`;
  return { pair, path, start, end, middle: { x: far - 0.75, y: middleOf(box).y, angle: 90 } };
}

/** Out to the left, along there, and back in. */
function beside(pair: string, start: Point, end: Point, lane: number): Arrow {
  const turn = end.y > start.y ? RADIUS : -RADIUS;
  const path =
    `M${start.x} ${start.y}H${lane + RADIUS}Q${lane} ${start.y} ${lane} ${start.y + turn}` +
    `V${end.y - turn}Q${lane} ${end.y} ${lane + RADIUS} ${end.y}H${end.x}`;
  return {
    pair,
    path,
    start,
    end,
    middle: { x: lane, y: (start.y + end.y) / 2, angle: turn > 0 ? 90 : -90 },
  };
}

/** Downwards first, and in from the right. */
function bent(pair: string, start: Point, end: Point): Arrow {
  const path = `M${start.x} ${start.y}C${start.x} ${end.y} ${end.x + 16} ${end.y} ${end.x} ${end.y}`;
  const middle = { x: (4 * start.x + 4 * end.x + 48) / 8, y: (start.y + 7 * end.y) / 8, angle: 160 };
  return { pair, path, start, end, middle };
}
