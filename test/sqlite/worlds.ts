// Random rows for any schema, and what they are compared with: a full read of SQLite. Values come from small
// lists by the name of a column or parameter, so that rows, parameters and conditions often meet.

import fc from 'fast-check';
import { withChanges } from '../../src/kernel/rows';
import {
  ConstraintError,
  keyText,
  type Row,
  type Rows,
  type Store,
  type Value,
} from '../../src/kernel/store';
import { loadSqlite, query } from '../../src/sqlite/sqljs';

export const sqlite = await loadSqlite();

export interface Column {
  readonly name: string;
  readonly isText: boolean;
  readonly isRequired: boolean;
}

export interface TableShape {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}

export interface Candidate {
  readonly table: string;
  readonly row: Row;
}

/** What SQLite says of the tables of a schema. */
export function shapesOf(schema: readonly string[]): readonly TableShape[] {
  const database = new sqlite.Database();
  database.create_function('restoring', () => 0);
  for (const text of schema) database.run(text);
  const names = query(database, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`);
  const shapes = names.map(([name]) => {
    const columns = query(
      database,
      `SELECT name, type, "notnull", pk FROM pragma_table_info('${String(name)}')`,
    );
    const key = columns.filter((column) => column[3] !== 0).toSorted((a, b) => Number(a[3]) - Number(b[3]));
    return {
      name: String(name),
      columns: columns.map(([column, type, isRequired]) => ({
        ...{ name: String(column), isText: type === 'TEXT', isRequired: isRequired === 1 },
      })),
      key: key.map((column) => String(column[0])),
    };
  });
  database.close();
  return shapes;
}

/** Statements that read each table as a whole, named `all TABLE`. */
export function fullReads(shapes: readonly TableShape[]): Readonly<Record<string, string>> {
  const text = ({ name, key }: TableShape): string => `SELECT * FROM ${name} ORDER BY ${key.join(', ')}`;
  return Object.fromEntries(shapes.map((shape) => [`all ${shape.name}`, text(shape)]));
}

/** What SQLite holds, and what the store says that it holds; these must always be equal. */
export function bothReads(store: Store, shapes: readonly TableShape[]) {
  const { value } = store.peek((run) => shapes.map(({ name }) => run(`all ${name}`, {})));
  const inSqlite = Object.fromEntries(shapes.map(({ name }, i) => [name, sorted(value[i] ?? [])]));
  const inStore = Object.fromEntries(
    shapes.map(({ name, key }) => {
      const entries = [...(store.rows[name]?.entries() ?? [])];
      for (const [text, row] of entries) {
        if (text !== keyOf(row, key))
          throw new Error(`${name}: the row of ${keyOf(row, key)} is held as ${text}`);
      }
      return [name, sorted(entries.map(([, row]) => row))];
    }),
  );
  return { inSqlite, inStore };
}

const sorted = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).toSorted();

const keyOf = (row: Row, key: readonly string[]): string => keyText(key.map((column) => row[column] ?? null));

/** The rows after as many of these have been laid in as the constraints admit. */
export function laidIn(
  store: Store,
  shapes: readonly TableShape[],
  rows: Rows,
  candidates: readonly Candidate[],
): Rows {
  store.restore(rows);
  let laid = rows;
  for (const { table, row } of candidates) {
    const shape = shapes.find(({ name }) => name === table);
    const change = { table, key: keyOf(row, shape?.key ?? []), before: null, after: row };
    laid = restored(store, withChanges(laid, [change])) ?? laid;
  }
  return laid;
}

/** Puts rows back; null where a constraint refuses them. */
export function restored(store: Store, rows: Rows): Rows | null {
  try {
    store.restore(rows);
    return rows;
  } catch (error) {
    if (error instanceof ConstraintError) return null;
    throw error;
  }
}

/** The values that a column or parameter may take, by name. */
export type Domains = Readonly<Record<string, readonly Value[]>>;

export function valuesFor(domains: Domains, table: string, name: string, isText: boolean): readonly Value[] {
  return domains[`${table}.${name}`] ?? domains[name] ?? (isText ? ['a', 'b'] : [0, 1, 2]);
}

export function candidates(shape: TableShape, domains: Domains): fc.Arbitrary<Candidate> {
  const columns = shape.columns.map(({ name, isText, isRequired }) => {
    const values = valuesFor(domains, shape.name, name, isText);
    return [name, fc.constantFrom(...values, ...(isRequired ? [] : [null]))] as const;
  });
  return fc.record(Object.fromEntries(columns)).map((row) => ({ table: shape.name, row }));
}

/** Up to so many rows of each table. */
export function worldsOf(
  shapes: readonly TableShape[],
  domains: Domains,
  rowsMax: number,
): fc.Arbitrary<readonly Candidate[]> {
  const tables = shapes.map((shape) => fc.array(candidates(shape, domains), { maxLength: rowsMax }));
  return fc.tuple(...tables).map((rows) => rows.flat());
}

/** Values for the parameters that a text names. */
export function parametersFor(text: string, domains: Domains): fc.Arbitrary<Readonly<Record<string, Value>>> {
  const names = [...new Set([...text.matchAll(/:([a-z_]\w*)/g)].map((match) => match[1] ?? ''))];
  return fc.record(
    Object.fromEntries(names.map((name) => [name, fc.constantFrom(...valuesFor(domains, ':', name, true))])),
  );
}
