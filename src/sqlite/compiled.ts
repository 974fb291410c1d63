// What databases of one schema have in common. Designs share a few schemas, so what SQLite makes of one, and of a
// statement in it, is found out in the first database and holds for the others: there the same definitions have run
// in the same order, so the same trees begin at the same pages.

import type { Catalog } from './catalog';
import type { Plan } from './plan';
import type { Sqlite } from './sqljs';

/** What a statement is in every database of its schema. */
export interface Form {
  /** As it is prepared. */
  readonly sql: string;
  readonly parameters: readonly string[];
  readonly isOrdered: boolean;
  readonly columns: readonly string[];
  /** Made when it is first asked for: a design has many more statements than a scenario runs. */
  plan: Plan | null;
}

export interface Compiled {
  readonly catalog: Catalog;
  /** By name and text. */
  readonly forms: Map<string, Form>;
}

/** Schemas that are remembered; beyond that the oldest is found out again. */
const SCHEMAS_MAX = 64;

const known = new WeakMap<Sqlite, Map<string, Compiled>>();

/** What is known of a schema; `null` where it has not been opened, or long ago. */
export function compiledFor(sqlite: Sqlite, schema: readonly string[]): Compiled | null {
  return known.get(sqlite)?.get(textOf(schema)) ?? null;
}

/** Remembers a schema that has been accepted. */
export function remember(sqlite: Sqlite, schema: readonly string[], catalog: Catalog): Compiled {
  const schemas = known.get(sqlite) ?? new Map<string, Compiled>();
  const [oldest] = schemas.keys();
  if (schemas.size === SCHEMAS_MAX) schemas.delete(oldest!);
  const compiled = { catalog, forms: new Map<string, Form>() };
  known.set(sqlite, schemas.set(textOf(schema), compiled));
  return compiled;
}

const textOf = (schema: readonly string[]): string => schema.join('\0');
