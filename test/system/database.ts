// A database with the service's schema and statements and nothing between the test and SQLite, so that what
// a text does is seen as SQLite does it.

import initSqlJs, { type SqlJsStatic, type Statement } from 'sql.js';
import type { Parameters, Row, Run, Value } from '../../src/kernel/store';
import { monitors, properties } from '../../src/system/catalog';
import { statementsOf } from '../../src/system/properties/property-source';
import { type ConstraintName, constraints, coreTables, presentTables } from '../../src/system/schema';
import { statements } from '../../src/system/sql/statements';
import { filled } from './fragments';

export interface Database {
  /** Runs a named statement with `:now` and `:actor` bound. */
  readonly run: Run;
  /** Runs any text. */
  execute(text: string, parameters?: Parameters): readonly Row[];
  /** The same while every trigger is silent, as when a world is put back. */
  layIn(text: string, parameters?: Parameters): void;
  /** Compiles a text; throws where it is wrong. */
  prepare(text: string): void;
  now: number;
}

interface Prepared {
  readonly statement: Statement;
  readonly names: readonly string[];
}

export interface Opening {
  readonly constraints?: readonly ConstraintName[];
  /** Fragment texts in place of the safe ones. */
  readonly fragments?: Readonly<Record<string, string>>;
  readonly tables?: readonly string[];
}

export const allConstraints = Object.keys(constraints) as ConstraintName[];

export const allTables = [
  ...coreTables,
  ...presentTables,
  ...monitors.flatMap((monitor) => monitor.schema),
] as const;

const observed = Object.assign(
  {},
  ...monitors.map((monitor) => monitor.statements),
  ...properties.map(statementsOf),
) as Readonly<Record<string, string>>;

/** A name after a colon; within a text such as 'run_1:1:runs.dispatch' it follows a digit. */
export const PARAMETER = /(?<!\w):([a-z_]+)/g;

let sqlite: Promise<SqlJsStatic> | undefined;

export async function openDatabase(opening: Opening = {}): Promise<Database> {
  const { constraints: kept = allConstraints, fragments = {}, tables = allTables } = opening;
  const database = new (await (sqlite ??= initSqlJs())).Database();
  let isRestoring = 0;
  database.create_function('restoring', () => isRestoring);
  for (const text of [...tables, ...kept.map((name) => constraints[name].text)]) database.run(text);
  const named = new Map<string, string>([
    ...Object.entries(statements).map(([name, text]) => [name, filled(text, fragments)] as const),
    ...Object.entries(observed),
  ]);
  const prepared = new Map<string, Prepared>();

  const prepare = (text: string): Prepared => {
    // SQLite numbers names in the order in which they first appear.
    const names = [...new Set([...text.matchAll(PARAMETER)].map((match) => match[1] ?? ''))];
    const made = { statement: database.prepare(text), names };
    prepared.set(text, made);
    return made;
  };
  const execute = (text: string, parameters: Parameters = {}): readonly Row[] => {
    const { statement, names } = prepared.get(text) ?? prepare(text);
    const bound = names.map((name) => given(text, parameters, name));
    try {
      statement.bind(bound);
      const rows: Row[] = [];
      while (statement.step()) rows.push(statement.getAsObject() as Row);
      return rows;
    } finally {
      statement.reset();
    }
  };
  const self: Database = {
    now: 0,
    execute,
    prepare: (text) => void database.prepare(text).free(),
    run(name, parameters) {
      const text = named.get(name);
      if (text === undefined) throw new Error(`No statement ${name}`);
      return execute(text, { now: self.now, actor: 'test', ...parameters });
    },
    layIn(text, parameters) {
      isRestoring = 1;
      try {
        execute(text, parameters);
      } finally {
        isRestoring = 0;
      }
    },
  };
  return self;
}

/** Whether every table and column that a text names is there. */
export function compiles(database: Database, text: string): boolean {
  try {
    database.prepare(text);
    return true;
  } catch {
    return false;
  }
}

function given(text: string, parameters: Parameters, name: string): Value {
  const value = parameters[name];
  if (value === undefined) throw new Error(`Nothing for :${name} of ${text}`);
  return value;
}
