// What happens between begin and commit: what was read, and enough of what was there before to tell what
// has changed and to go back.

import { compareIds } from '../kernel/json';
import type { Change, Read, Row, Rows, Table } from '../kernel/store';
import type { HeldTable } from './held';

interface Touch {
  readonly table: HeldTable;
  readonly key: string;
  /** How many statements wrote before the one that first touched the row. */
  readonly statement: number;
}

interface Naming {
  readonly table: HeldTable;
  readonly rowid: number;
  readonly before: string | null;
}

export class Recording {
  /** All rows when the recording began. */
  readonly rows: Rows;
  readonly reads = new Set<Read>();
  /** Each table's rows when it was first touched. */
  private readonly before = new Map<HeldTable, Table>();
  private readonly touches = new Map<string, Touch>();
  private namings: Naming[] = [];
  private statement = 0;

  constructor(rows: Rows) {
    this.rows = rows;
  }

  /** A statement is about to write. */
  next(): void {
    this.statement += 1;
  }

  /** A row is about to become another, to come or to go. */
  touch(table: HeldTable, key: string): void {
    if (!this.before.has(table)) this.before.set(table, table.rows);
    const name = `${table.table.name} ${key}`;
    if (!this.touches.has(name)) this.touches.set(name, { table, key, statement: this.statement });
  }

  /** A rowid is about to get another key. */
  rename(table: HeldTable, rowid: number, before: string | null): void {
    this.namings.push({ table, rowid, before });
  }

  /** One entry a row that is not as it was; a row that is again as it was is the same object again. */
  changes(): readonly Change[] {
    const changes: Change[] = [];
    const unchanged = new Set(this.before.keys());
    for (const { table, key } of [...this.touches.values()].sort(inOrder)) {
      const [old, young] = [this.before.get(table)?.get(key) ?? null, table.rows.get(key) ?? null];
      if (old === young) continue;
      if (old !== null && young !== null && isSame(old, young)) {
        table.rows = table.rows.set(key, old);
      } else {
        changes.push({ table: table.table.name, key, before: old, after: young });
        unchanged.delete(table);
      }
    }
    for (const table of unchanged) table.rows = this.before.get(table)!;
    return changes;
  }

  /** Takes back what changed. What was read stays. */
  undo(): void {
    for (const [table, rows] of this.before) table.rows = rows;
    const namings = this.namings.reverse();
    this.namings = [];
    for (const { table, rowid, before } of namings) table.name(rowid, before, null);
    this.before.clear();
    this.touches.clear();
  }
}

// Which row one statement writes first depends on how the rows lie, and that on history.
function inOrder(a: Touch, b: Touch): number {
  const byStatement = a.statement - b.statement;
  if (byStatement !== 0) return byStatement;
  return compareIds(a.table.table.name, b.table.table.name) || compareIds(a.key, b.key);
}

function isSame(a: Row, b: Row): boolean {
  for (const column in a) if (a[column] !== b[column]) return false;
  return true;
}
