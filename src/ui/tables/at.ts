// Tables at the moment, with what its step changed. Tables that tell how actors and channels stand are written by
// no step, so all rows come from the worlds and not from what the steps recorded.

import { rowChanges } from '../../kernel/rows';
import { changedFirst, type StagedTables, tablesOf, type TableView } from '../../view/tables';
import type { Moment } from '../state/moment';

/** These tables, changed ones first. */
export function tablesAt({ timeline, world, cursor }: Moment, tables: StagedTables): readonly TableView[] {
  const before = cursor === 0 ? world.rows : timeline.worldAt(cursor - 1).rows;
  return changedFirst(tablesOf(before, world.rows, rowChanges(before, world.rows), tables));
}

/** Every table there is, with all its columns: those on stage first. */
export function allTablesAt(
  moment: Moment,
  columns: StagedTables,
  stage: StagedTables,
): readonly TableView[] {
  const within = (some: readonly string[]): readonly TableView[] =>
    tablesAt(moment, Object.fromEntries(some.map((table) => [table, columns[table] ?? []])));
  const others = Object.keys(columns).filter((table) => stage[table] === undefined);
  return [...within(Object.keys(stage)), ...within(others)];
}
