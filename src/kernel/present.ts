// Derived tables: what actors and channels are doing, as rows, so that properties can ask about it in SQL.
// Only what changed since the world before is derived again.

import { PersistentMap } from './persistent-map';
import { tableOf } from './rows';
import { keyText, type Row, type Rows, type Table } from './store';
import type { Derivation, World } from './world';

/** The rows of a world with its derived tables brought up to date, given the world before. */
export function present(derivations: readonly Derivation[], before: World | null, after: World): Rows {
  const next: Record<string, Table> = {};
  for (const [table, group] of byTable(derivations)) {
    if (before !== null && group.every((one) => isSame(one, before, after))) continue;
    next[table] = merged(tableOf(after.rows, table), group, after);
  }
  const changed = Object.entries(next).some(([table, rows]) => after.rows[table] !== rows);
  return changed ? { ...after.rows, ...next } : after.rows;
}

/** The key of a derived row as text. */
export const derivedKey = (derivation: Derivation, row: Row): string => {
  return keyText(derivation.key.map((column) => row[column] ?? null));
};

const groups = new WeakMap<readonly Derivation[], ReadonlyMap<string, readonly Derivation[]>>();

function byTable(derivations: readonly Derivation[]): ReadonlyMap<string, readonly Derivation[]> {
  let known = groups.get(derivations);
  if (known === undefined) {
    const tables = [...new Set(derivations.map((one) => one.table))];
    known = new Map(tables.map((table) => [table, derivations.filter((one) => one.table === table)]));
    groups.set(derivations, known);
  }
  return known;
}

function isSame({ actors, channels, tables }: Derivation, before: World, after: World): boolean {
  return (
    actors.every((id) => before.actors[id] === after.actors[id]) &&
    channels.every((id) => before.channels[id] === after.channels[id]) &&
    tables.every((name) => before.rows[name] === after.rows[name])
  );
}

/** The table with the rows of its derivations, sharing those that are the same. */
function merged(held: Table, group: readonly Derivation[], world: World): Table {
  let table = held;
  const keys = new Set<string>();
  for (const derivation of group) {
    for (const row of derivation.derive(world)) {
      const key = derivedKey(derivation, row);
      keys.add(key);
      const known = held.get(key);
      if (known === undefined || Object.keys(row).some((column) => known[column] !== row[column])) {
        table = table.set(key, row);
      }
    }
  }
  for (const [key] of held.entries()) if (!keys.has(key)) table = table.delete(key);
  return table.size === 0 ? PersistentMap.empty<Row>() : table;
}
