// A transaction that stays open from one step to the next, as plain data (DESIGN §1.12): one connection cannot
// hold two. What it has written so far is kept as images of rows and laid in where it goes on; nobody else sees
// them. It holds a lock for each of these rows by its primary key: whoever would write one waits until it ends.

import type { Activity, Lock, Reason } from './actor';
import type { Change } from './store';
import type { System, World } from './world';

const known = new WeakMap<System['procedures'], readonly string[]>();

/** The actors of a design whose transactions may stay open between steps. */
export function holders({ actors, procedures }: Pick<System, 'actors' | 'procedures'>): readonly string[] {
  let ids = known.get(procedures);
  if (ids === undefined) {
    const holds = (name: string): boolean =>
      procedures.get(name)?.steps.some(({ open }) => open === true) ?? false;
    ids = actors.filter(({ kind }) => Object.keys(kind.procedures).some(holds)).map(({ id }) => id);
    known.set(procedures, ids);
  }
  return ids;
}

/** The first of these rows that an open transaction other than this activity's has locked. */
export const lockMet = (world: World, own: Activity, changes: readonly Change[]): Lock | null => {
  const met = changes.find((change) => holderOf(world, own, change) !== null);
  return met === undefined ? null : { table: met.table, key: met.key };
};

/** Why an activity cannot go on, while what it waits for is locked. */
export function waiting(world: World, activity: Activity): Reason | null {
  const { waits } = activity;
  const holder = waits === undefined ? null : holderOf(world, activity, waits);
  return waits === undefined || holder === null
    ? null
    : { key: 'waitsForLock', values: { holder, table: waits.table, row: waits.key } };
}

/** Whose open transaction, other than this activity's, has locked a row. */
export function holderOf(world: World, own: Activity, { table, key }: Lock): string | null {
  for (const [actor, { activities }] of Object.entries(world.actors)) {
    for (const one of activities) {
      if (one !== own && one.open?.some((row) => row.table === table && row.key === key) === true)
        return actor;
    }
  }
  return null;
}
