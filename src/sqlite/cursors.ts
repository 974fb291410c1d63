// Where the cursors of a program are put, and so what the program reads: every row of a table or index
// between two bounds. A place that is not understood counts as the whole of what its cursor stands in.

import type { Catalog, Column, Index, Table, Tree } from './catalog';
import { BY_ROWID, POINTS, SCANS, SEEKS } from './opcodes';
import { columnOf, isTold, type Origin, UNKNOWN } from './origin';
import type { Program } from './program';
import type { Registers } from './registers';

/** The entries of an index whose leading columns lie between two bounds; no bounds are the whole of it. */
export interface Span {
  readonly index: Index;
  readonly from: readonly Origin[];
  readonly to: readonly Origin[];
}

/** What holds of the columns of a row while a statement runs. */
export interface Steadiness {
  /** Nothing but the statement itself writes the table. */
  readonly table: (table: Table) => boolean;
  /** And no row comes or has this column changed. */
  readonly column: (table: Table, column: Column) => boolean;
}

const WHOLES = ['Count', 'IfEmpty'];
const READING = new Set([...SCANS, ...POINTS, ...WHOLES]);
const USES = ['Column', 'IdxRowid', 'Rowid', 'DeferredSeek', 'RowData'];

/** The columns that are known to hold a certain value, by name. */
type Facts = ReadonlyMap<string, Origin>;
const NO_FACTS: Facts = new Map();

export class Cursors {
  readonly trees: ReadonlyMap<number, Tree>;
  readonly opened: ReadonlySet<Tree>;
  /** Whether all is understood and each cursor stands in one tree only. */
  readonly isClear: boolean;
  private readonly program: Program;
  private readonly catalog: Catalog;
  private readonly registers: Registers;
  private readonly steady: Steadiness;
  private readonly known = new Map<number, Facts>();

  constructor(program: Program, catalog: Catalog, registers: Registers, steady: Steadiness) {
    this.program = program;
    this.catalog = catalog;
    this.registers = registers;
    this.steady = steady;
    const { trees, opened, isSteady } = openedBy(program, catalog);
    this.trees = trees;
    this.opened = opened;
    this.isClear = program.isUnderstood && isSteady;
  }

  /** What the program reads. */
  spans(): readonly Span[] {
    if (!this.isClear) return [...this.opened].map((tree) => this.whole(tree));
    return this.program.operations.flatMap((_, address) => this.spanAt(address) ?? []);
  }

  /** The value that a Column operation takes from a real cursor. */
  column(address: number): Origin {
    const { p1, p2 } = this.program.operations[address]!;
    const tree = this.trees.get(p1);
    const column = (tree?.index ?? tree?.table)?.columns[p2];
    if (tree === undefined || column === undefined || !this.isClear) return UNKNOWN;
    const facts = this.facts(p1, address);
    const fact = facts.get(column.name);
    if (fact !== undefined) return fact;
    const key = tree.table.key.map((one) => facts.get(one.name) ?? UNKNOWN);
    const isFound = key.every(isTold) && this.steady.column(tree.table, column);
    return isFound ? columnOf(tree.table, key, column) : UNKNOWN;
  }

  private whole({ table, index }: Tree): Span {
    return { index: index ?? this.catalog.keys.get(table.name)!, from: [], to: [] };
  }

  private spanAt(address: number): Span | null {
    const { opcode, p1 } = this.program.operations[address]!;
    const tree = this.trees.get(p1);
    if (tree === undefined || !READING.has(opcode)) return null;
    if (tree.index === null || WHOLES.includes(opcode)) return this.whole(tree);
    if (POINTS.includes(opcode)) {
      const key = this.bound(address, tree.index);
      return { index: tree.index, from: key, to: key };
    }
    const start = SEEKS.includes(opcode) ? this.bound(address, tree.index) : [];
    const end = this.end(address, tree.index);
    const isBackward = opcode === 'SeekLE' || opcode === 'SeekLT' || opcode === 'Last';
    return { index: tree.index, from: isBackward ? end : start, to: isBackward ? start : end };
  }

  /** The registers that an operation compares with an index, column by column. */
  private bound(address: number, index: Index): readonly Origin[] {
    const { p3, p4 } = this.program.operations[address]!;
    // Without a count the register holds a record, which is not taken apart.
    const count = Math.min(Number(p4), index.columns.length);
    return this.registers.origins(this.program, address, p3, count);
  }

  /** Where a scan that begins at an address is sure to end: before an entry is used it passes one check. */
  private end(address: number, index: Index): readonly Origin[] {
    const { program } = this;
    const { opcode, p1 } = program.operations[address]!;
    const isForward = opcode === 'SeekGE' || opcode === 'SeekGT' || opcode === 'Rewind';
    const [check, ...more] = program.at(p1, 'IdxGE', 'IdxGT', 'IdxLE', 'IdxLT');
    if (check === undefined || more.length > 0 || check < address) return [];
    if (isForward !== /^Idx(GE|GT)$/.test(program.operations[check]!.opcode)) return [];
    const passes = program.at(p1, 'Next', 'Prev').every((at) => program.operations[at]!.p2 === check);
    const isUsedBefore = program.at(p1, ...USES).some((at) => at > address && at < check);
    const isOnly = program.at(p1, ...SCANS).length === 1;
    return passes && isOnly && !isUsedBefore ? this.bound(check, index) : [];
  }

  /** What holds where a cursor stands when the operation at an address runs, however it came there. */
  private facts(cursor: number, address: number): Facts {
    const tree = this.trees.get(cursor);
    if (tree === undefined || !this.steady.table(tree.table)) return NO_FACTS;
    const [first, ...others] = this.program.placements(address, cursor).map((at) => this.factsAfter(at));
    if (first === undefined) return NO_FACTS;
    return new Map(
      [...first].filter(([name, origin]) => others.every((other) => other.get(name)?.text === origin.text)),
    );
  }

  /** What holds where an operation has put a cursor. */
  private factsAfter(address: number): Facts {
    const known = this.known.get(address);
    if (known !== undefined) return known;
    this.known.set(address, NO_FACTS);
    const { opcode, p1, p3 } = this.program.operations[address]!;
    let facts: Facts;
    if (opcode === 'DeferredSeek') facts = this.facts(p1, address);
    else if (BY_ROWID.includes(opcode)) facts = this.factsOfRow(address, p1, p3);
    else facts = factsOf(this.spanAt(address));
    this.known.set(address, facts);
    return facts;
  }

  /** A row found by its rowid is the one at which that was taken. */
  private factsOfRow(address: number, cursor: number, register: number): Facts {
    const place = this.registers.place(this.program, address, register);
    if (place === undefined || this.trees.get(place.cursor)?.table !== this.trees.get(cursor)?.table)
      return NO_FACTS;
    return this.facts(place.cursor, place.address);
  }
}

/** The leading columns that are the same in all of a span. */
function factsOf(span: Span | null): Facts {
  const facts = new Map<string, Origin>();
  for (const [i, from] of (span?.from ?? []).entries()) {
    if ((!isTold(from) && from.choices === undefined) || span?.to[i]?.text !== from.text) break;
    facts.set(span.index.columns[i]!.name, from);
  }
  return facts;
}

/** The tables and indexes in which the cursors of a program stand, each in the same for good. */
function openedBy(program: Program, catalog: Catalog) {
  const trees = new Map<number, Tree>();
  const opened = new Set<Tree>();
  let isSteady = true;
  for (const { opcode, p1, p2 } of program.operations) {
    const tree = /^(OpenRead|OpenWrite|ReopenIdx)$/.test(opcode) ? catalog.trees.get(p2) : undefined;
    if (tree === undefined) continue;
    if (trees.has(p1) && trees.get(p1) !== tree) isSteady = false;
    trees.set(p1, tree);
    opened.add(tree);
  }
  return { trees, opened, isSteady };
}
