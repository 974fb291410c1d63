// How a database begins: SQLite is loaded once, which is the one promise below the page; then any number of
// stores are opened from it at once, one for each design, since another schema is another database.

import type { Store } from '../kernel/store';
import { openCatalog } from './catalog';
import { type Compiled, compiledFor, remember } from './compiled';
import { type Database, loadSqlite, type Sqlite } from './sqljs';
import { Statement } from './statement';
import { type Gate, SqliteStore } from './store';

export type { Sqlite } from './sqljs';

/** A store that gives its memory back when it is closed. */
export interface OpenStore extends Store {
  close(): void;
}

// The transaction after the schema's is never ended: a commit would write to the file that sql.js keeps each
// database in, at eight times the cost of the statement. What must be undone is undone by savepoints within
// it. The schema has one of its own, since undoing anything after a change of schema compiles all anew.
const SETTINGS = [
  'PRAGMA foreign_keys = OFF',
  'PRAGMA journal_mode = MEMORY',
  'PRAGMA temp_store = MEMORY',
  'PRAGMA cache_spill = OFF',
];

/** Loads SQLite; `locate` finds its wasm file where the host cannot. */
export function openSqlite(locate?: (file: string) => string): Promise<Sqlite> {
  return loadSqlite(locate);
}

/** A store with this schema, empty, for these named statements. Refuses what breaks the rules of the store. */
export function openStore(
  sqlite: Sqlite,
  schema: readonly string[],
  statements: Readonly<Record<string, string>>,
): OpenStore {
  const database = new sqlite.Database();
  try {
    const gate: Gate = { restoring: 0 };
    database.create_function('restoring', () => gate.restoring);
    for (const setting of SETTINGS) database.run(setting);
    database.run('BEGIN');
    const compiled = laidIn(sqlite, database, schema);
    database.run('COMMIT');
    database.run('BEGIN');
    const prepared = new Map<string, Statement>();
    for (const [name, sql] of Object.entries(statements)) {
      prepared.set(name, new Statement(database, compiled, name, sql));
    }
    return new SqliteStore(database, compiled.catalog, prepared, gate);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Lays a schema in that is known to be sound, or reads what SQLite makes of it. */
function laidIn(sqlite: Sqlite, database: Database, schema: readonly string[]): Compiled {
  const compiled = compiledFor(sqlite, schema);
  if (compiled === null) return remember(sqlite, schema, openCatalog(database, schema));
  for (const sql of schema) database.run(sql);
  return compiled;
}
