// Tables at a cursor, with what the last step changed in them: cells before and after, rows that are new,
// rows that are gone. A deleted row keeps its place for as long as its step is the last one. A long table
// shows its last rows and those that changed.

import { compareIds } from '../kernel/json';
import { tableOf } from '../kernel/rows';
import type { Change, Row, Rows, Table, Value } from '../kernel/store';

export type RowMark = 'unchanged' | 'changed' | 'inserted' | 'deleted';

export interface CellView {
  readonly column: string;
  readonly value: Value;
  /** What it was before the last step; undefined where that changed nothing. */
  readonly before: Value | undefined;
}

export interface RowView {
  readonly key: string;
  readonly mark: RowMark;
  readonly cells: readonly CellView[];
}

export interface TableView {
  readonly table: string;
  readonly columns: readonly string[];
  /** In the order of their keys, numbers within keys counting as numbers. */
  readonly rows: readonly RowView[];
  /** Rows of the table, drawn or not. */
  readonly size: number;
  /** Rows that the last step changed, in any column. */
  readonly changed: number;
}

/** Columns by table, in the order in which they are shown. */
export type StagedTables = Readonly<Record<string, readonly string[]>>;

/** How many rows of a table are drawn, counted from the last one. */
const ROWS_DRAWN_MAX = 40;

/** Tables of two versions of the rows, with what lies between them. */
export function tablesOf(
  before: Rows,
  rows: Rows,
  changes: readonly Change[],
  staged: StagedTables,
): readonly TableView[] {
  return Object.entries(staged).map(([table, columns]) => {
    const changed = new Map(
      changes.filter((change) => change.table === table).map((change) => [change.key, change]),
    );
    const held = tableOf(rows, table);
    const keys = keysOf(tableOf(before, table), held, changed);
    const drawn = [...changed.keys(), ...keys.slice(-ROWS_DRAWN_MAX)];
    const views = [...new Set(drawn)].toSorted(compareIds).flatMap((key) => {
      const row = held.get(key) ?? changed.get(key)?.before;
      return row === undefined || row === null ? [] : [rowView(key, row, columns, changed.get(key))];
    });
    return { table, columns, rows: views, size: held.size, changed: changed.size };
  });
}

/** Changed ones first, each kind in the order of the stage. */
export const changedFirst = (tables: readonly TableView[]): readonly TableView[] =>
  tables.toSorted((a, b) => Number(b.changed > 0) - Number(a.changed > 0));

const sorted = new WeakMap<Table, readonly string[]>();

/** The keys of a table in order: sorted once, then only what came and went is put in its place. */
function keysOf(before: Table, held: Table, changed: ReadonlyMap<string, Change>): readonly string[] {
  const known = sorted.get(held);
  if (known !== undefined) return known;
  const earlier = sorted.get(before);
  const keys =
    earlier === undefined
      ? [...held.entries()].map(([key]) => key).toSorted(compareIds)
      : withChangedKeys(earlier, changed);
  sorted.set(held, keys);
  return keys;
}

function withChangedKeys(
  earlier: readonly string[],
  changed: ReadonlyMap<string, Change>,
): readonly string[] {
  const moved = [...changed.values()].filter(({ before, after }) => before === null || after === null);
  if (moved.length === 0) return earlier;
  const keys = earlier.slice();
  for (const { key, after } of moved) {
    const at = placeOf(keys, key);
    if (after === null) keys.splice(at, keys[at] === key ? 1 : 0);
    else if (keys[at] !== key) keys.splice(at, 0, key);
  }
  return keys;
}

/** Where a key stands in a sorted list, or would stand. */
function placeOf(keys: readonly string[], key: string): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareIds(keys[middle]!, key) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function rowView(key: string, row: Row, columns: readonly string[], change: Change | undefined): RowView {
  const before = change?.before ?? null;
  const isUpdate = before !== null && change?.after !== null;
  const cells = columns.map((column) => {
    const value = row[column] ?? null;
    const was = before?.[column] ?? null;
    return { column, value, before: isUpdate && was !== value ? was : undefined };
  });
  return { key, mark: markOf(change), cells };
}

function markOf(change: Change | undefined): RowMark {
  if (change === undefined) return 'unchanged';
  if (change.before === null) return 'inserted';
  return change.after === null ? 'deleted' : 'changed';
}

/** What the last step did to a table, as far as its columns show it. */
export function changesIn({ rows }: TableView): {
  readonly cells: number;
  readonly inserted: number;
  readonly deleted: number;
} {
  const count = (mark: RowMark): number => rows.filter((row) => row.mark === mark).length;
  const cells = rows.flatMap((row) => row.cells).filter(({ before }) => before !== undefined).length;
  return { cells, inserted: count('inserted'), deleted: count('deleted') };
}

/** How a value is written: times as seconds, amounts as currency units, everything else as it is. */
type Written = 'null' | 'seconds' | 'amount' | 'text';

export function writtenAs(column: string, value: Value): Written {
  if (value === null) return 'null';
  if (typeof value !== 'number') return 'text';
  if (/(_until|_at)$/.test(column) || column === 'now') return 'seconds';
  return column.endsWith('_cents') ? 'amount' : 'text';
}
