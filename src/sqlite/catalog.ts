// The schema as SQLite has understood it: tables with their columns and keys, indexes with their columns,
// and which page of the file each begins at, because that is how a statement's plan names them.

import { must } from '../kernel/errors';
import type { Value } from '../kernel/store';
import { readDefinition, refuse, type Where } from './rules';
import { type Database, query, sqliteError } from './sqljs';

export interface Column {
  readonly name: string;
  readonly position: number;
  readonly type: 'string' | 'number';
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly Column[];
}

export interface Index {
  /** As reads and refusals show it; the primary key of `events` is `events.key`. */
  readonly name: string;
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly isDescending: readonly boolean[];
  readonly isKey: boolean;
  readonly where: Where | null;
}

/** What a cursor stands in. */
export interface Tree {
  readonly table: Table;
  readonly index: Index | null;
}

export interface Catalog {
  readonly tables: ReadonlyMap<string, Table>;
  /** Primary keys by table. */
  readonly keys: ReadonlyMap<string, Index>;
  readonly trees: ReadonlyMap<number, Tree>;
  /** Unique indexes by the columns that SQLite names when it refuses a row. */
  readonly uniques: ReadonlyMap<string, Index>;
}

const TABLES = `SELECT m.name, t.wr, t.strict, m.rootpage
  FROM sqlite_schema m JOIN pragma_table_list(m.name) t WHERE m.type = 'table' AND t.schema = 'main' ORDER BY m.name`;
const COLUMNS = `SELECT m.name, c.name, c.cid, c.type, c.pk, c.hidden
  FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid`;
const INDEXES = `SELECT m.name, m.tbl_name, m.rootpage, l.origin, l."unique", x.name, x.desc, x.coll
  FROM sqlite_schema m JOIN pragma_index_list(m.tbl_name) l ON l.name = m.name JOIN pragma_index_xinfo(m.name) x
  WHERE m.type = 'index' AND x.key = 1 ORDER BY m.name, x.seqno`;

/** Lays the schema in and reads it back. */
export function openCatalog(database: Database, schema: readonly string[]): Catalog {
  const conditions = new Map<string, Where>();
  for (const sql of schema) {
    const { kind, name, where } = readDefinition(sql);
    if (where !== null) conditions.set(name, where);
    try {
      database.run(sql);
    } catch (error) {
      refuse(kind, name, `cannot be created: ${sqliteError(error)?.message ?? String(error)}.`);
    }
  }
  const trees = new Map<number, Tree>();
  const tables = readTables(database, trees);
  const keys = new Map<string, Index>();
  const uniques = new Map<string, Index>();
  for (const [name, rows] of grouped(query(database, INDEXES))) {
    const index = readIndex(name, rows, tables, conditions.get(name) ?? null);
    trees.set(Number(rows[0]?.[2]), { table: index.table, index });
    if (index.isKey) keys.set(index.table.name, index);
    if (rows[0]?.[4] === 1) addUnique(uniques, index);
  }
  for (const name of tables.keys()) {
    if (!keys.has(name))
      refuse('table', name, 'has a single INTEGER column as key, which SQLite takes for its rowid.');
  }
  return { tables, keys, trees, uniques };
}

/** Rows by what stands in their first column. */
function grouped(rows: readonly Value[][]): ReadonlyMap<string, readonly Value[][]> {
  const groups = new Map<string, Value[][]>();
  for (const row of rows) {
    const name = String(row[0]);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}

function readTables(database: Database, trees: Map<number, Tree>): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>();
  const columns = grouped(query(database, COLUMNS));
  for (const [name, wr, strict, root] of query(database, TABLES)) {
    if (typeof name !== 'string') continue;
    if (wr === 1) refuse('table', name, 'is WITHOUT ROWID, of which the update hook tells nothing.');
    if (strict !== 1) refuse('table', name, 'is not STRICT: a column could hold values of another type.');
    const table = readTable(name, columns.get(name) ?? []);
    tables.set(name, table);
    trees.set(Number(root), { table, index: null });
  }
  return tables;
}

function readTable(name: string, rows: readonly Value[][]): Table {
  const columns: Column[] = [];
  const key: Column[] = [];
  for (const [, column, position, type, rank, hidden] of rows) {
    if (hidden !== 0) refuse('table', name, `has the generated column ${String(column)}.`);
    if (!/^(TEXT|INT|INTEGER|REAL)$/.test(String(type))) {
      refuse('table', name, `has a column of type ${String(type)}; rows hold texts and numbers.`);
    }
    const found: Column = {
      ...{ name: String(column), position: Number(position), type: type === 'TEXT' ? 'string' : 'number' },
    };
    columns.push(found);
    if (rank === 0) continue;
    key[Number(rank) - 1] = found;
  }
  if (key.length === 0) refuse('table', name, 'has no PRIMARY KEY, so its rows have no identity.');
  return { name, columns, key };
}

function readIndex(
  name: string,
  rows: readonly Value[][],
  tables: ReadonlyMap<string, Table>,
  where: Where | null,
): Index {
  const table = must(tables.get(String(rows[0]?.[1])), `table of index ${name}`);
  const columns = rows.map(([, , , , , column, , collation]) => {
    const found = table.columns.find((one) => one.name === column);
    if (found === undefined) refuse('index', name, 'is over an expression; reads are told by column.');
    if (collation !== 'BINARY')
      refuse('index', name, `compares ${found.name} in another order than rows do.`);
    return found;
  });
  const origin = rows[0]?.[3];
  const shown = origin === 'pk' ? 'key' : columns.map((column) => column.name).join(',');
  return {
    name: origin === 'c' ? name : `${table.name}.${shown}`,
    ...{ table, columns, isDescending: rows.map((row) => row[6] === 1), isKey: origin === 'pk', where },
  };
}

function addUnique(uniques: Map<string, Index>, index: Index): void {
  const named = index.columns.map((column) => `${index.table.name}.${column.name}`).join(', ');
  const other = uniques.get(named);
  if (other !== undefined) {
    refuse(
      'index',
      index.name,
      `is unique over the same columns as ${other.name}: a refusal could not name it.`,
    );
  }
  uniques.set(named, index);
}
