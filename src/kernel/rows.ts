// Versions of all rows: how two of them differ, and how they are listed for people.

import { compareIds } from './json';
import { PersistentMap } from './persistent-map';
import type { Change, Row, Rows, Table } from './store';

const NO_ROWS: Table = PersistentMap.empty<Row>();

/** The rows of a table, none where the version does not have it. */
export const tableOf = (rows: Rows, table: string): Table => rows[table] ?? NO_ROWS;

/** What differs between two versions; costs no more than what differs. */
export function rowChanges(before: Rows, after: Rows): readonly Change[] {
  const changes: Change[] = [];
  for (const table of Object.keys({ ...before, ...after })) {
    const [old, young] = [tableOf(before, table), tableOf(after, table)];
    if (old === young) continue;
    PersistentMap.difference(old, young, (key, was, is) => {
      changes.push({ table, key, before: was ?? null, after: is ?? null });
    });
  }
  return changes;
}

/** The version after these changes. */
export function withChanges(rows: Rows, changes: readonly Change[]): Rows {
  const next: Record<string, Table> = { ...rows };
  for (const { table, key, after } of changes) {
    const held = tableOf(next, table);
    next[table] = after === null ? held.delete(key) : held.set(key, after);
  }
  return next;
}

/** A table's rows sorted by primary key, numbers within keys counting as numbers. */
export function sortedRows(rows: Rows, table: string): readonly Row[] {
  return [...tableOf(rows, table).entries()].toSorted(([a], [b]) => compareIds(a, b)).map(([, row]) => row);
}
