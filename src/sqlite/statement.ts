// One named statement: prepared at its first use, its parameters checked by name and bound by position, its
// rows given as plain frozen data.

import { ConvergeError } from '../kernel/errors';
import { compareValues, ConstraintError, type Parameters, type Row, type Value } from '../kernel/store';
import type { Catalog } from './catalog';
import type { Compiled, Form } from './compiled';
import { RESULT_ROWS_MAX, TEXT_LENGTH_MAX } from './limits';
import { type Plan, planOf } from './plan';
import { readStatement, refuse } from './rules';
import { type Database, type Prepared, type SqliteError, sqliteError } from './sqljs';
import { plannedOnce } from './tokens';

export class Statement {
  readonly name: string;
  private readonly database: Database;
  private readonly catalog: Catalog;
  private readonly form: Form;
  private prepared: Prepared | null = null;

  constructor(database: Database, { catalog, forms }: Compiled, name: string, sql: string) {
    this.database = database;
    this.catalog = catalog;
    this.name = name;
    const key = `${name} ${sql}`;
    const known = forms.get(key);
    this.form = known ?? this.read(sql);
    if (known === undefined) forms.set(key, this.form);
  }

  get plan(): Plan {
    const { form } = this;
    return (form.plan ??= planOf(this.database, this.catalog, this.name, form.sql));
  }

  /**
   * The parameters in the order of their positions. One that the statement does not have is no mistake:
   * which of them it needs is decided by the fragments of a design.
   */
  values(parameters: Parameters): readonly Value[] {
    const values: Value[] = [];
    for (const name of this.form.parameters) {
      const value = parameters[name];
      if (typeof value === 'string' ? value.length > TEXT_LENGTH_MAX : !isPlain(value))
        this.misused(name, value);
      values.push(value!);
    }
    return values;
  }

  /** Runs to completion; all rows, up to one more than there may be. */
  execute(values: readonly Value[]): Row[] {
    const { columns, isOrdered } = this.form;
    const prepared = (this.prepared ??= this.prepare(this.form.sql));
    const rows: Row[] = [];
    try {
      prepared.bind(values);
      while (prepared.step() && rows.length <= RESULT_ROWS_MAX) rows.push(rowOf(columns, prepared.get()));
    } catch (error) {
      throw explained(error, this.name, this.catalog);
    } finally {
      prepared.reset();
    }
    // Rows in no order of their own would come as they lie, and how they lie depends on history.
    if (rows.length > 1 && !isOrdered) rows.sort((a, b) => this.compare(a, b));
    return rows;
  }

  checkCount(rows: readonly Row[]): void {
    if (rows.length <= RESULT_ROWS_MAX) return;
    const message = `Statement ${this.name} returns more rows than ${RESULT_ROWS_MAX}.`;
    throw new ConvergeError('limit', message, { statement: this.name, limit: RESULT_ROWS_MAX });
  }

  /** Refuses what no database of this schema could run as it is meant. */
  private read(text: string): Form {
    const sql = plannedOnce(text);
    const { parameters, isOrdered } = readStatement(this.name, text);
    this.prepared = this.prepare(sql);
    const columns = this.prepared.getColumnNames();
    if (new Set(columns).size < columns.length) {
      refuse('statement', this.name, 'gives two columns the same name.');
    }
    return { sql, parameters, isOrdered, columns, plan: null };
  }

  private prepare(sql: string): Prepared {
    try {
      return this.database.prepare(sql);
    } catch (error) {
      throw explained(error, this.name, this.catalog);
    }
  }

  private compare(a: Row, b: Row): number {
    for (const column of this.form.columns) {
      const order = compareValues(a[column] ?? null, b[column] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  }

  private misused(parameter: string, value: Value | undefined): never {
    const details = { statement: this.name, parameter };
    const subject = `Statement ${this.name}: the parameter ${parameter}`;
    if (typeof value === 'string') {
      const message = `${subject} is a text longer than ${TEXT_LENGTH_MAX}.`;
      throw new ConvergeError('limit', message, { ...details, limit: TEXT_LENGTH_MAX });
    }
    const why = value === undefined ? 'is missing' : 'is neither a text, a finite number nor null';
    throw new ConvergeError('definition', `${subject} ${why}.`, details);
  }
}

/** A number or null, and not what only looks like one to the compiler. */
function isPlain(value: unknown): boolean {
  return value === null || (typeof value === 'number' && Number.isFinite(value));
}

function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  const row: Record<string, Value> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]!;
  return Object.freeze(row);
}

/** SQLite's refusal in our words: a constraint by its name, anything else as a mistake in the schema. */
export function explained(thrown: unknown, statement: string, catalog: Catalog): unknown {
  const error = sqliteError(thrown);
  if (error === null) return thrown;
  const constraint = constraintOf(error, catalog);
  if (constraint !== null) return new ConstraintError(constraint, statement);
  return new ConvergeError('schema', `Statement ${statement}: ${error.message}.`, {
    statement,
    code: error.code,
  });
}

function constraintOf({ code, message }: SqliteError, catalog: Catalog): string | null {
  const subject = message.slice(message.indexOf(': ') + 2);
  switch (code) {
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return message;
    case 'SQLITE_CONSTRAINT_CHECK':
      return subject;
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return catalog.uniques.get(subject)?.name ?? subject;
    default:
      return null;
  }
}
