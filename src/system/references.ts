// Which id lives where: read from the schema, where a column that is called like the key of a table means that
// table. There are no foreign keys; what no name says is declared below, and a test holds it against the rows of
// real runs and against the check `references` of CONTRACT §15.4.

import { columnsOf } from './tables';

export interface IdColumn {
  readonly column: string;
  /** What the column holds: the name of the id, which may differ from its own. */
  readonly id: string;
  /** Part of the table's primary key. */
  readonly isKey: boolean;
  /** Here the id is made known; everywhere else it is referred to. */
  readonly isHome: boolean;
}

export interface TableIds {
  readonly table: string;
  /** Keys and ids, in the order of the schema. */
  readonly columns: readonly IdColumn[];
  /** How many columns there are besides. */
  readonly others: number;
}

/** Columns whose name does not say which id they hold. A text's message_id is no id of a message to be sent. */
export const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  'runs.principal': 'principal_id',
  'runs.resumes': 'run_id',
  'approvals.decided_by': 'principal_id',
  'compactions.message_id': 'text_id',
  'messages.message_id': 'text_id',
};

/** An event's place in the log of its run is an id too. */
const PLACE = 'seq';

export function idsIn(ddl: readonly string[]): readonly TableIds[] {
  const keys = primaryKeys(ddl);
  const tables = Object.entries(columnsOf(ddl)).map(([table, columns]) => {
    const key = keys[table] ?? [];
    const shown = columns.filter((column) => key.includes(column) || idOf(table, column) !== null);
    return { table, key, shown, others: columns.length - shown.length };
  });
  const homes = new Map<string, string>();
  const claim = (isHome: (key: readonly string[], column: string) => boolean): void => {
    for (const { table, key, shown } of tables) {
      for (const column of shown) {
        const id = idOf(table, column);
        if (id !== null && isHome(key, column) && !homes.has(id)) homes.set(id, `${table}.${column}`);
      }
    }
  };
  claim((key, column) => key.length === 1 && key[0] === column);
  claim((key, column) => column === PLACE && key.includes(column));
  return tables.map(({ table, key, shown, others }) => ({
    table,
    others,
    columns: shown.map((column) => {
      const id = idOf(table, column) ?? `${table}.${column}`;
      return { column, id, isKey: key.includes(column), isHome: homes.get(id) === `${table}.${column}` };
    }),
  }));
}

function idOf(table: string, column: string): string | null {
  const named = NAMED_OTHERWISE[`${table}.${column}`];
  if (named !== undefined) return named;
  return column.endsWith('_id') || column === PLACE ? column : null;
}

/** The columns of each table's primary key. */
function primaryKeys(ddl: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const text of ddl) {
    const table = /^\s*CREATE TABLE (\w+)/.exec(text)?.[1];
    if (table === undefined) continue;
    const several = /PRIMARY KEY \(([^)]*)\)/.exec(text)?.[1]?.split(/\s*,\s*/);
    const single = /(\w+) (?:TEXT|INTEGER) PRIMARY KEY/.exec(text)?.[1];
    found[table] = several ?? (single === undefined ? [] : [single]);
  }
  return found;
}
