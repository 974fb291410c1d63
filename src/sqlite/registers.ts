// What the registers of a compiled statement hold, told without running it. Operations that only move a
// value are followed to where it was made; a column is followed to the parameter that its cursor was
// positioned by; a trigger's OLD and NEW are followed into the program that fires it.

import type { Catalog } from './catalog';
import type { Operation } from './opcodes';
import * as origins from './origin';
import { type Origin, type Place, UNKNOWN } from './origin';
import type { Program } from './program';

/** The value of a column of the row at which a real cursor stands when an operation runs. */
type ColumnAt = (program: Program, address: number) => Origin;

type Type = 'string' | 'number';

const TYPES: Readonly<Record<string, Type>> = {
  B: 'string',
  C: 'number',
  D: 'number',
  E: 'number',
  F: 'number',
};

/** An operation that makes a value, and the types that the value is then forced into, first to last. */
interface Source {
  readonly address: number;
  readonly types: readonly Type[];
}

/** More conversions in a row than this are not followed. */
const TYPES_MAX = 3;

export class Registers {
  private readonly catalog: Catalog;
  private readonly columnAt: ColumnAt;
  private readonly known = new Map<string, Origin>();

  constructor(catalog: Catalog, columnAt: ColumnAt) {
    this.catalog = catalog;
    this.columnAt = columnAt;
  }

  /** What a register holds before the operation at an address runs. */
  origin(program: Program, address: number, register: number): Origin {
    const name = `${program.name}:${address}:${register}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    // A value that depends on itself, as a counter in a loop does, is not to be told.
    this.known.set(name, UNKNOWN);
    const found = this.sources(program, address, register).map(({ address: at, types }) =>
      types.reduce((origin, type) => origins.typed(type, origin), this.result(program, at)),
    );
    const origin = origins.either(found);
    this.known.set(name, origin);
    return origin;
  }

  /** Some registers in a row. */
  origins(program: Program, address: number, first: number, count: number): readonly Origin[] {
    return Array.from({ length: count }, (_, i) => this.origin(program, address, first + i));
  }

  /** Where a cursor stood when this row identifier was taken; NULL, which finds nothing, does not count. */
  place(program: Program, address: number, register: number): Place | undefined {
    const sources = this.sources(program, address, register).map((source) => source.address);
    const taken = sources.filter((at) => program.operations[at]!.opcode !== 'Null');
    return origins.either(taken.map((at) => this.result(program, at))).rowOf;
  }

  /** The operations that made the value, past all that have only moved or converted it. */
  private sources(program: Program, address: number, register: number): readonly Source[] {
    const found: Source[] = [];
    const seen = new Set<string>();
    const ahead = [{ address, register, types: [] as readonly Type[] }];
    for (let from = ahead.pop(); from !== undefined; from = ahead.pop()) {
      const name = `${from.address}:${from.register}:${from.types.join()}`;
      if (seen.has(name)) continue;
      seen.add(name);
      for (const at of program.definitions(from.address, from.register)) {
        const moved = this.moved(program.operations[at]!, from.register);
        const types =
          moved?.type === undefined || moved.type === from.types[0]
            ? from.types
            : [moved.type, ...from.types];
        if (moved === null || types.length > TYPES_MAX) found.push({ address: at, types });
        else ahead.push({ address: at, register: moved.register, types });
      }
    }
    return found;
  }

  /** Where an operation that only moves or converts has a value from, and into what it forces it. */
  private moved(
    { opcode, p1, p2, p3, p4 }: Operation,
    register: number,
  ): { readonly register: number; readonly type?: Type | undefined } | null {
    const offset = register - (opcode === 'Affinity' || opcode === 'TypeCheck' ? p1 : p2);
    switch (opcode) {
      case 'Copy':
      case 'SCopy':
      case 'IntCopy':
        return { register: p1 + offset };
      case 'Move':
        return offset >= 0 && offset < p3 ? { register: p1 + offset } : null;
      case 'Affinity':
        return { register, type: TYPES[String(p4)[offset] ?? ''] };
      case 'TypeCheck':
        return { register, type: this.catalog.tables.get(String(p4))?.columns[offset]?.type };
      default:
        return null;
    }
  }

  /** What an operation makes. */
  private result(program: Program, address: number): Origin {
    const operation = program.operations[address]!;
    const { opcode, p1, p2 } = operation;
    const at = (source: number): Origin => this.origin(program, address, source);
    switch (opcode) {
      case 'Variable':
        return origins.parameter(p1 - 1);
      case 'Concat':
        return origins.concat(at(p2), at(p1));
      case 'Add':
        return origins.sum(at(p2), at(p1), 1);
      case 'Subtract':
        return origins.sum(at(p2), at(p1), -1);
      case 'Column':
        return this.column(program, address);
      case 'Rowid':
        return isEphemeral(program, p1) ? this.keptRow(program, p1) : origins.rowOf(p1, address);
      case 'IdxRowid':
        return origins.rowOf(p1, address);
      case 'RowSetRead':
        return this.added(program, p1);
      case 'Param':
        return this.passed(program, p1);
      default:
        return literalOf(operation);
    }
  }

  private column(program: Program, address: number): Origin {
    const { p1, p2 } = program.operations[address]!;
    return isEphemeral(program, p1) ? this.kept(program, p1, p2) : this.columnAt(program, address);
  }

  /** A column of an ephemeral table: one of what the program itself has put there. */
  private kept(program: Program, cursor: number, column: number): Origin {
    if (isMixed(program, cursor)) return UNKNOWN;
    const { operations } = program;
    const inserts = program.at(cursor, 'Insert', 'IdxInsert', 'SorterInsert');
    return origins.oneOf(
      inserts.flatMap((at) =>
        program.definitions(at, operations[at]!.p2).map((from) => {
          const { opcode, p1, p2 } = operations[from]!;
          return opcode === 'MakeRecord' && column < p2 ? this.origin(program, from, p1 + column) : UNKNOWN;
        }),
      ),
    );
  }

  /** Row identifiers are also kept as those of an ephemeral table's own rows. */
  private keptRow(program: Program, cursor: number): Origin {
    if (isMixed(program, cursor)) return UNKNOWN;
    const inserts = program.at(cursor, 'Insert');
    return origins.either(inserts.map((at) => this.origin(program, at, program.operations[at]!.p3)));
  }

  /** A row identifier out of a set of them. */
  private added(program: Program, set: number): Origin {
    const adding = program.at(set, 'RowSetAdd', 'RowSetTest');
    return origins.either(
      adding.map((at) => {
        const { opcode, p2, p3 } = program.operations[at]!;
        return this.origin(program, at, opcode === 'RowSetAdd' ? p2 : p3);
      }),
    );
  }

  /** What the firing program has laid out for a trigger. */
  private passed(program: Program, offset: number): Origin {
    const { caller } = program;
    if (caller === null) return UNKNOWN;
    const first = caller.program.operations[caller.address]!.p1;
    const found = this.origin(caller.program, caller.address, first + offset);
    return found.rowOf === undefined ? found : UNKNOWN;
  }
}

const isEphemeral = (program: Program, cursor: number): boolean =>
  program.at(cursor, 'OpenEphemeral').length === 1;

/** Whether an ephemeral table may give other rows than those that are put into it by its own cursor. */
function isMixed(program: Program, cursor: number): boolean {
  const { operations } = program;
  const isShared = operations.some(({ opcode, p2 }) => opcode === 'OpenDup' && p2 === cursor);
  // After the list of an IN is built its cursor is blanked; anywhere else a blank row may be read.
  const isBlanked = program.at(cursor, 'NullRow').some((at) => operations[at + 1]?.opcode !== 'Return');
  const others = program.at(cursor, 'OpenRead', 'OpenWrite', 'ReopenIdx', 'OpenDup', 'OpenPseudo');
  return isShared || isBlanked || others.length > 0;
}

function literalOf({ opcode, p1, p4 }: Operation): Origin {
  switch (opcode) {
    case 'Null':
    case 'BeginSubrtn':
      return origins.literal(null);
    case 'Integer':
      return origins.literal(p1);
    case 'Int64':
      return Number.isSafeInteger(Number(p4)) ? origins.literal(Number(p4)) : UNKNOWN;
    case 'String8':
    case 'String':
      return origins.literal(String(p4));
    default:
      return UNKNOWN;
  }
}
