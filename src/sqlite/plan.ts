// What a statement reads and changes, told once from how SQLite has compiled it (DESIGN §1.5). The plan is
// only one way to the result, but rows outside of what it reads cannot change what it would come to, so any
// valid plan may be read for any other.

import type { Catalog, Table } from './catalog';
import { Cursors, type Span, type Steadiness } from './cursors';
import type { Origin } from './origin';
import { explain, type Program } from './program';
import { Registers } from './registers';
import { refuse } from './rules';
import type { Database } from './sqljs';

export interface Plan {
  readonly spans: readonly Span[];
  /** What decides which part of these is read. */
  readonly uses: readonly Origin[];
  /** The columns that change where a row of a table is updated; null where that cannot be told. */
  readonly updates: Updates;
  readonly isWriting: boolean;
}

type Updates = ReadonlyMap<string, readonly number[] | null>;

interface Update {
  readonly table: Table;
  readonly columns: readonly number[] | null;
}

const IS_UPDATE = 0x04;

export function planOf(database: Database, catalog: Catalog, name: string, sql: string): Plan {
  const programs = explain(database, sql);
  checkOpened(programs, catalog, name);
  const written = programs.map((program) => writtenBy(program, catalog));
  const byProgram = new Map<Program, Cursors>();
  const registers = new Registers(catalog, (program, address) => byProgram.get(program)!.column(address));
  let updates: Updates = new Map();
  const steady: Steadiness = {
    table: (table) => !written.slice(1).some((tables) => tables.includes(table)),
    column: (table, column) => {
      if (written[0]?.includes(table) !== true) return true;
      const changed = insertsInto(programs[0]!, table, catalog) ? null : updates.get(table.name);
      return changed !== null && ![column, ...table.key].some(({ position }) => changed?.includes(position));
    },
  };
  for (const program of programs) byProgram.set(program, new Cursors(program, catalog, registers, steady));
  updates = merged([...byProgram].flatMap(([program, cursors]) => updatesBy(program, cursors)));
  const spans = new Map<string, Span>();
  for (const span of [...byProgram.values()].flatMap((cursors) => cursors.spans()))
    spans.set(spanText(span), span);
  const bounds = [...spans.values()].flatMap(({ from, to }) => [...from, ...to]);
  const uses = new Map(bounds.flatMap((bound) => bound.uses).map((use) => [use.text, use]));
  const isWriting = written.some((tables) => tables.length > 0);
  return { spans: [...spans.values()], uses: [...uses.values()], updates, isWriting };
}

/** By table, the columns that any of these changes. */
function merged(found: readonly Update[]): Updates {
  const updates = new Map<string, readonly number[] | null>();
  for (const { table, columns } of found) {
    const others = updates.get(table.name);
    const isTold = columns !== null && others !== null;
    updates.set(
      table.name,
      isTold ? [...new Set([...(others ?? []), ...columns])].sort((a, b) => a - b) : null,
    );
  }
  return updates;
}

const isOpening = (opcode: string): boolean => /^(OpenRead|OpenWrite|ReopenIdx)$/.test(opcode);

function checkOpened(programs: readonly Program[], catalog: Catalog, name: string): void {
  for (const { opcode, p1, p2, p3 } of programs.flatMap((program) => program.operations)) {
    if (opcode === 'Clear' && catalog.trees.has(p1)) {
      refuse('statement', name, 'empties a table at once, which the update hook does not tell.');
    }
    if (isOpening(opcode) && (p3 !== 0 || !catalog.trees.has(p2))) {
      refuse('statement', name, 'opens what is no table of the schema.');
    }
  }
}

function spanText({ index, from, to }: Span): string {
  const text = (bound: readonly Origin[]): string => bound.map((one) => one.text).join(',');
  return `${index.name}[${text(from)}][${text(to)}]`;
}

/** The tables that a program opens in order to write. */
function writtenBy(program: Program, catalog: Catalog): readonly Table[] {
  return program.operations.flatMap(({ opcode, p2 }) => {
    const table = opcode === 'OpenWrite' ? catalog.trees.get(p2)?.table : undefined;
    return table === undefined ? [] : [table];
  });
}

/** Whether rows come into a table: an INSERT has to find a rowid for each. */
function insertsInto(program: Program, table: Table, catalog: Catalog): boolean {
  return program.operations.some(({ opcode, p1 }) => {
    if (opcode !== 'NewRowid') return false;
    const opened = program.at(p1, 'OpenWrite').map((at) => program.operations[at]!.p2);
    return opened.some((root) => catalog.trees.get(root)?.table === table);
  });
}

/** The columns that a program's updates change: those whose new value is not the row's own. */
function updatesBy(program: Program, cursors: Cursors): readonly Update[] {
  if (!cursors.isClear) return [...cursors.opened].map(({ table }) => ({ table, columns: null }));
  const { operations } = program;
  return operations.flatMap(({ opcode, p1, p2, p5 }, address): readonly Update[] => {
    const table = cursors.trees.get(p1)?.table;
    if (opcode !== 'Insert' || table === undefined || (p5 & IS_UPDATE) === 0) return [];
    const [at, ...more] = program.definitions(address, p2);
    const record = at === undefined || more.length > 0 ? undefined : operations[at];
    if (at === undefined || record?.opcode !== 'MakeRecord') return [{ table, columns: null }];
    const changed = table.columns.filter((_, i) => !isOwn(program, at, record.p1 + i, p1, i));
    return [{ table, columns: changed.map((column) => column.position) }];
  });
}

/** Whether a register holds a column of the row at which the cursor stands, unchanged. */
function isOwn(program: Program, address: number, register: number, cursor: number, column: number): boolean {
  const definitions = program.definitions(address, register);
  const isDefined = definitions.length > 0;
  return (
    isDefined &&
    definitions.every((at) => {
      const { opcode, p1, p2 } = program.operations[at]!;
      if (opcode === 'TypeCheck' || opcode === 'Affinity')
        return isOwn(program, at, register, cursor, column);
      return opcode === 'Column' && p1 === cursor && p2 === column;
    })
  );
}
