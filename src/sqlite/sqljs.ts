// The one place that touches sql.js. Its published types lag behind the library and know nothing of what
// its errors carry, so everything else here sees these interfaces instead.

import initSqlJs from 'sql.js';
import type { Value } from '../kernel/store';

export interface Prepared {
  bind(values: readonly Value[]): boolean;
  step(): boolean;
  run(values?: readonly Value[]): void;
  get(): Value[];
  getColumnNames(): string[];
  reset(): void;
  free(): boolean;
}

type Hook = (
  operation: 'insert' | 'update' | 'delete',
  database: string,
  table: string,
  rowid: number,
) => void;

export interface Database {
  run(text: string): unknown;
  prepare(text: string): Prepared;
  exec(text: string): { readonly values: Value[][] }[];
  create_function(name: string, body: () => number): unknown;
  updateHook(hook: Hook | null): unknown;
  close(): void;
}

export interface Sqlite {
  readonly Database: new () => Database;
}

/** What SQLite says when it refuses. */
export interface SqliteError {
  readonly message: string;
  readonly code: string;
}

/** Loads SQLite; `locate` finds its wasm file where the host cannot. The only promise below the page. */
export async function loadSqlite(locate?: (file: string) => string): Promise<Sqlite> {
  // Without the second option old approximations replace SQLite's own mathematical functions.
  const options = { ...(locate && { locateFile: locate }), useOldExtensionFunctions: false };
  return (await initSqlJs(options)) as unknown as Sqlite;
}

/** The error of SQLite in what was thrown, which may also be a bare text; null for anything else. */
export function sqliteError(thrown: unknown): SqliteError | null {
  if (typeof thrown === 'string') return { message: thrown, code: '' };
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  return { message: thrown.message, code: String(thrown.code) };
}

/** The rows that a text gives when it is run once. */
export function query(database: Database, text: string): Value[][] {
  return database.exec(text)[0]?.values ?? [];
}
