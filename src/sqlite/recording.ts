// What happens between begin and commit: what was read, and enough of what was there before to tell what
// has changed and to go back.

import type { Change, Read, Row, Table as Rows } from '../kernel/store';
import type { HeldTable } from './held';

interface Touched {
  /** The table's rows when it was first touched. */
  readonly before: Rows;
  readonly keys: Set<string>;
}

interface Naming {
  readonly table: HeldTable;
  readonly rowid: number;
  readonly before: string | null;
}

export class Recording {
  readonly reads = new Set<Read>();
  private readonly touched = new Map<HeldTable, Touched>();
  private namings: Naming[] = [];

  /** A row is about to become another, to come or to go. */
  touch(table: HeldTable, key: string): void {
    const known = this.touched.get(table);
    if (known !== undefined) known.keys.add(key);
    else this.touched.set(table, { before: table.rows, keys: new Set([key]) });
  }

  /** A rowid is about to get another key. */
  rename(table: HeldTable, rowid: number, before: string | null): void {
    this.namings.push({ table, rowid, before });
  }

  get isEmpty(): boolean {
    return this.touched.size === 0;
  }

  /** One entry a row that is not as it was; a row that is again as it was is the same object again. */
  changes(): readonly Change[] {
    const changes: Change[] = [];
    for (const [held, { before, keys }] of this.touched) {
      const count = changes.length;
      for (const key of keys) {
        const [old, young] = [before.get(key) ?? null, held.rows.get(key) ?? null];
        if (old === young) continue;
        if (old !== null && young !== null && isSame(old, young)) held.rows = held.rows.set(key, old);
        else changes.push({ table: held.table.name, key, before: old, after: young });
      }
      if (changes.length === count) held.rows = before;
    }
    return changes;
  }

  /** Takes back what changed. What was read stays. */
  undo(): void {
    for (const [table, { before }] of this.touched) table.rows = before;
    const namings = this.namings.reverse();
    this.namings = [];
    for (const { table, rowid, before } of namings) table.name(rowid, before, null);
    this.touched.clear();
  }
}

function isSame(a: Row, b: Row): boolean {
  for (const column in a) if (a[column] !== b[column]) return false;
  return true;
}
