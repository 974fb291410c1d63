// Tables as boxes of their keys and ids, and a line for every id that lives in more than one place: beside one
// column of boxes, or between two where there is room. A line leads from each place to where the id is at home.

export interface RelationColumn {
  readonly column: string;
  readonly id: string;
  readonly isKey: boolean;
  readonly isHome: boolean;
}

export interface RelationTable {
  readonly table: string;
  readonly columns: readonly RelationColumn[];
  readonly others: number;
}

export interface ColumnRow extends RelationColumn {
  /** The middle of the row. */
  readonly y: number;
}

export interface RelationBox {
  readonly table: string;
  readonly others: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rows: readonly ColumnRow[];
}

/** A place of an id: from the edge of its box to the line. */
export interface Stub {
  readonly table: string;
  readonly column: string;
  readonly isHome: boolean;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

export interface IdLine {
  readonly id: string;
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly stubs: readonly Stub[];
}

export interface Relations {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly RelationBox[];
  readonly lines: readonly IdLine[];
}

/** From here on there is room for two columns of boxes. */
const WIDE = 560;
const BOX_MAX = 260;
const HEAD = 34;
const FOOT = 6;
const BETWEEN = 14;
/** From the edge of a box to the first line, and from line to line. */
const LANE = { first: 18, pitch: 9 };

/** @param row the height of a row, which is as high as a target has to be */
export function relationsAt(tables: readonly RelationTable[], width: number, row: number): Relations {
  const isWide = width >= WIDE && tables.length > 1;
  const columns = placed(tables, isWide ? 2 : 1, row);
  const spans = lanesOf(spansOf(columns.flat()));
  const lanes = Math.max(0, ...spans.map(({ lane }) => lane + 1));
  const room = lanes === 0 ? 0 : LANE.first + (lanes - 1) * LANE.pitch + (isWide ? LANE.first : 6);
  const boxWidth = Math.min(isWide ? BOX_MAX : width, (width - room) / columns.length);
  const start = (width - boxWidth * columns.length - room) / 2;
  const left = isWide ? start : 0;
  const boxes = columns.flatMap((column, at) =>
    column.map((box) => ({ ...box, width: boxWidth, x: left + at * (boxWidth + room) })),
  );
  const lines = spans.map(({ id, lane }) => {
    const x = left + boxWidth + LANE.first + lane * LANE.pitch;
    return lineOf(id, x, boxes);
  });
  const height = Math.max(0, ...boxes.map((box) => box.y + box.height));
  return { width, height, boxes, lines };
}

type Placed = Omit<RelationBox, 'x' | 'width'>;

/** Boxes one below the other, each in the column that is shortest so far. */
function placed(
  tables: readonly RelationTable[],
  count: number,
  row: number,
): readonly (readonly Placed[])[] {
  const columns: Placed[][] = Array.from({ length: count }, () => []);
  const endOf = (column: readonly Placed[]): number => {
    const last = column.at(-1);
    return last === undefined ? 0 : last.y + last.height + BETWEEN;
  };
  for (const { table, others, columns: ids } of tables) {
    const column = columns.reduce((best, one) => (endOf(one) < endOf(best) ? one : best));
    const y = endOf(column);
    const rows = ids.map((id, at) => ({ ...id, y: y + HEAD + (at + 0.5) * row }));
    column.push({ table, others, y, height: HEAD + ids.length * row + FOOT, rows });
  }
  return columns;
}

interface Span {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Ids that live in more than one place, the shortest way first. */
function spansOf(boxes: readonly Placed[]): readonly Span[] {
  const places = new Map<string, number[]>();
  for (const { id, y } of boxes.flatMap((box) => box.rows)) places.set(id, [...(places.get(id) ?? []), y]);
  return [...places]
    .filter(([, ys]) => ys.length > 1)
    .map(([id, ys]) => ({ id, from: Math.min(...ys), to: Math.max(...ys) }))
    .toSorted((a, b) => a.to - a.from - (b.to - b.from));
}

/** Lines that do not meet share a lane. */
function lanesOf(spans: readonly Span[]): readonly (Span & { readonly lane: number })[] {
  const lanes: Span[][] = [];
  return spans.map((span) => {
    const meets = (other: Span): boolean =>
      span.from <= other.to + BETWEEN && other.from <= span.to + BETWEEN;
    const found = lanes.findIndex((lane) => !lane.some(meets));
    const lane = found < 0 ? lanes.length : found;
    (lanes[lane] ??= []).push(span);
    return { ...span, lane };
  });
}

function lineOf(id: string, x: number, boxes: readonly RelationBox[]): IdLine {
  const stubs = boxes.flatMap((box) =>
    box.rows
      .filter((row) => row.id === id)
      .map(({ column, isHome, y }) => {
        const from = box.x < x ? box.x + box.width : box.x;
        return { table: box.table, column, isHome, from, to: x, y };
      }),
  );
  const places = stubs.map(({ y }) => y);
  return { id, x, from: Math.min(...places), to: Math.max(...places), stubs };
}
