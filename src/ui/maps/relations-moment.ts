// The tables with their ids, those on stage first, and what the last step did with each of them.

import { monitors } from '../../system/catalog';
import { idsIn, type TableIds } from '../../system/references';
import { coreTables, presentTables } from '../../system/schema';
import type { Moment } from '../state/moment';

const ids = idsIn([...coreTables, ...presentTables, ...monitors.flatMap(({ schema }) => schema)]);

export const laidOut = (staged: readonly string[]): readonly TableIds[] => {
  const place = ({ table }: TableIds): number => {
    const at = staged.indexOf(table);
    return at < 0 ? staged.length : at;
  };
  return ids.toSorted((a, b) => place(a) - place(b));
};

export interface Touched {
  /** Rows that the last step changed; 0 where it only read. */
  readonly rows: number;
}

/** Tables that the last step changed or read, in the order in which they stand. */
export function touchedBy(
  { trace, cursor }: Moment,
  tables: readonly TableIds[],
): ReadonlyMap<string, Touched> {
  const record = trace[cursor - 1];
  if (record === undefined) return new Map();
  const found = tables.flatMap(({ table }) => {
    const rows = record.changes.filter((change) => change.table === table).length;
    const isRead = record.reads.some((read) => read.table === table);
    return rows > 0 || isRead ? [[table, { rows }] as const] : [];
  });
  return new Map(found);
}
