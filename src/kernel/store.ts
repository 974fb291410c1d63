// What the kernel asks of a database: rows as plain data, named statements, what each step read and
// changed, and the way back to any earlier rows. The kernel never sees SQL; src/sqlite implements this.

import type { PersistentMap } from './persistent-map';

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
export type Table = PersistentMap<Row>;

/** Every table's rows by primary key: one immutable version of the database. */
export type Rows = Readonly<Record<string, Table>>;

export type Parameters = Readonly<Record<string, Value>>;

/** A row by its primary key; the row may be absent, and absence is what was read. */
export interface KeyRead {
  readonly table: string;
  readonly key: string;
}

/**
 * Every row whose leading index columns lie between two bounds, both inclusive and compared in the order
 * of the columns given; null is unbounded. `where` lists the values that a partial index admits.
 */
export interface RangeRead {
  readonly table: string;
  readonly index: string;
  readonly from: Row | null;
  readonly to: Row | null;
  readonly where?: Readonly<Record<string, readonly Value[]>>;
}

export type Read = KeyRead | RangeRead;

/** One row before and after a step; null where it did not exist. */
export interface Change {
  readonly table: string;
  readonly key: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Runs a named statement. `:now` and `:actor` are bound by the caller. Throws `ConstraintError`. */
export type Run = (statement: string, parameters: Parameters) => readonly Row[];

export interface Recorded {
  readonly reads: readonly Read[];
  readonly changes: readonly Change[];
}

export interface Store {
  /** The rows that the database holds now. */
  readonly rows: Rows;
  readonly run: Run;
  /** Brings the database to these rows, whatever it held. */
  restore(rows: Rows): void;
  /** Starts recording reads and changes in a savepoint. */
  begin(): void;
  /** What the recording has changed so far, one entry a row. */
  changed(): readonly Change[];
  /** Undoes what was changed since begin; what was read stays recorded. */
  rollback(): void;
  /** Writes rows as they became in a transaction that is still open, past triggers; they count as changed. */
  lay(changes: readonly Change[]): void;
  /** Ends the recording that begin started, and keeps what was changed. */
  commit(): Recorded;
  /** Reads without leaving a trace; returns the reads and what body returned. */
  peek<T>(body: (run: Run) => T): { readonly value: T; readonly reads: readonly Read[] };
}

/** A unique index or a trigger refused a write: the transaction of the step rolls back. */
export class ConstraintError extends Error {
  /** Name of the index or trigger that refused. */
  readonly constraint: string;
  readonly statement: string;

  constructor(constraint: string, statement: string) {
    super(`${statement} was refused by ${constraint}`);
    this.name = 'ConstraintError';
    this.constraint = constraint;
    this.statement = statement;
  }
}

const typeRank = (value: Value): number => (value === null ? 0 : typeof value === 'number' ? 1 : 2);

/** SQLite's order of values: NULL, then numbers, then text. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  const byType = typeRank(a) - typeRank(b);
  if (byType !== 0) return byType;
  return (a as string | number) < (b as string | number) ? -1 : 1;
}

/** Whether a row lies in what was read: the edge from a write to a later read (DESIGN §1.5). */
export function covers(read: Read, table: string, key: string, row: Row): boolean {
  if (read.table !== table) return false;
  if ('key' in read) return read.key === key;
  for (const [column, admitted] of Object.entries(read.where ?? {})) {
    if (!admitted.includes(row[column] ?? null)) return false;
  }
  return compareToBound(row, read.from) >= 0 && compareToBound(row, read.to) <= 0;
}

function compareToBound(row: Row, bound: Row | null): number {
  if (bound === null) return 0;
  for (const [column, value] of Object.entries(bound)) {
    const order = compareValues(row[column] ?? null, value);
    if (order !== 0) return order;
  }
  return 0;
}

/** A primary key as text: its values joined by `/`, with `~` and `/` inside them written as `~0` and `~1`. */
export function keyText(values: readonly Value[]): string {
  return values.map((value) => String(value).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}
