// The staged tables at a cursor, with what the last step changed in them: cells before and after, rows that
// are new, rows that are gone. A deleted row keeps its place for as long as its step is the last one.

import { compareIds } from '../kernel/json';
import { tableOf } from '../kernel/rows';
import type { Change, Row, Rows, Value } from '../kernel/store';
import type { Trace } from '../kernel/trace';
import { rowsAt } from './rows';

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
  /** Rows that the last step changed, in any column. */
  readonly changed: number;
}

/** Columns by table, in the order in which they are shown. */
export type StagedTables = Readonly<Record<string, readonly string[]>>;

export function tablesAt(
  first: Rows,
  trace: Trace,
  cursor: number,
  staged: StagedTables,
): readonly TableView[] {
  const rows = rowsAt(first, trace, cursor);
  const changes = trace[cursor - 1]?.changes ?? [];
  return Object.entries(staged).map(([table, columns]) => {
    const changed = new Map(
      changes.filter((change) => change.table === table).map((change) => [change.key, change]),
    );
    return tableView(rows, table, columns, changed);
  });
}

function tableView(
  rows: Rows,
  table: string,
  columns: readonly string[],
  changed: ReadonlyMap<string, Change>,
): TableView {
  const held = tableOf(rows, table);
  const keys = new Set([...changed.keys(), ...[...held.entries()].map(([key]) => key)]);
  const views = [...keys].toSorted(compareIds).flatMap((key) => {
    const row = held.get(key) ?? changed.get(key)?.before;
    return row === undefined || row === null ? [] : [rowView(key, row, columns, changed.get(key))];
  });
  return { table, columns, rows: views, changed: changed.size };
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
