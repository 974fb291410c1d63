// Every table there is, with all its columns: those on stage first. Tables
// that tell how actors and channels stand are written by no step, so their rows come from the worlds.

import { rowChanges } from '../../kernel/rows';
import { changedFirst, type StagedTables, tablesOf, type TableView } from '../../view/tables';
import type { Moment } from '../state/moment';

export function allTablesAt(
  { timeline, world, cursor }: Moment,
  columns: StagedTables,
  stage: StagedTables,
): readonly TableView[] {
  const before = cursor === 0 ? world.rows : timeline.worldAt(cursor - 1).rows;
  const changes = rowChanges(before, world.rows);
  const within = (tables: StagedTables): readonly TableView[] =>
    changedFirst(tablesOf(before, world.rows, changes, tables));
  const withColumns = (some: readonly string[]): StagedTables =>
    Object.fromEntries(some.map((table) => [table, columns[table] ?? []]));
  const others = Object.keys(columns).filter((table) => stage[table] === undefined);
  return [...within(withColumns(Object.keys(stage))), ...within(withColumns(others))];
}
