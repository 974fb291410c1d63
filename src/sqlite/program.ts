// A compiled statement as SQLite explains it: its own program, then those of the triggers that it fires.
// The question asked of a program is which operations may have given a register the value it holds at an
// address; it is answered by walking back along every way that leads there.

import type { Value } from '../kernel/store';
import { isUnderstood, type Operation, places, successors, writes } from './opcodes';
import { type Database, query } from './sqljs';

/** The operation that runs a trigger's program. */
export interface Caller {
  readonly program: Program;
  readonly address: number;
}

export class Program {
  readonly isUnderstood: boolean;
  /** Null where it cannot be told who runs this program. */
  caller: Caller | null = null;
  private readonly predecessors: number[][];
  private readonly known = new Map<string, readonly number[]>();

  readonly name: string;
  readonly operations: readonly Operation[];

  constructor(name: string, operations: readonly Operation[]) {
    this.name = name;
    this.operations = operations;
    this.isUnderstood = operations.every(isUnderstood);
    this.predecessors = operations.map(() => []);
    if (!this.isUnderstood) return;
    operations.forEach((_, address) => {
      for (const next of successors(operations, address)) this.predecessors[next]?.push(address);
    });
  }

  /** Addresses of the operations whose result the register may hold before the one at an address runs. */
  definitions(address: number, register: number): readonly number[] {
    return this.last(`r${register}`, address, (operation) => writes(operation, register));
  }

  /** Addresses of the operations that may have put a cursor where it stands before the one at an address. */
  placements(address: number, cursor: number): readonly number[] {
    return this.last(`c${cursor}`, address, (operation) => places(operation, cursor));
  }

  /** The last of certain operations, along every way that leads to an address. */
  private last(what: string, address: number, isSuch: (operation: Operation) => boolean): readonly number[] {
    const name = `${what}:${address}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const found: number[] = [];
    const seen = new Set<number>();
    const ahead = [...this.predecessors[address]!];
    for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (isSuch(this.operations[at]!)) found.push(at);
      else ahead.push(...this.predecessors[at]!);
    }
    this.known.set(name, found);
    return found;
  }

  /** The addresses of all operations with one of these opcodes that concern a cursor. */
  at(cursor: number, ...opcodes: readonly string[]): readonly number[] {
    const { operations } = this;
    return operations.flatMap(({ opcode, p1 }, i) => (p1 === cursor && opcodes.includes(opcode) ? [i] : []));
  }
}

/** The programs of a statement, its own first. */
export function explain(database: Database, sql: string): readonly Program[] {
  const listed: Operation[][] = [];
  for (const row of query(database, `EXPLAIN ${sql}`)) {
    if (row[0] === 0) listed.push([]);
    listed.at(-1)?.push(operationOf(row));
  }
  const programs = listed.map((operations, i) => new Program(`${i}`, operations));
  connect(programs);
  return programs;
}

function operationOf([, opcode, p1, p2, p3, p4, p5]: readonly Value[]): Operation {
  const number = (value: Value | undefined): number => Number(value ?? 0);
  return {
    opcode: String(opcode),
    p1: number(p1),
    p2: number(p2),
    p3: number(p3),
    p4: p4 ?? null,
    p5: number(p5),
  };
}

/**
 * SQLite lists a trigger's program once, in the order in which programs are first run by those before it.
 * Where one is run from two places the listing does not say which, and nobody is told to be its caller.
 */
function connect(programs: readonly Program[]): void {
  const callers = programs.flatMap((program) =>
    program.operations.flatMap(({ opcode }, address) => (opcode === 'Program' ? [{ program, address }] : [])),
  );
  if (callers.length !== programs.length - 1) return;
  callers.forEach((caller, i) => (programs[i + 1]!.caller = caller));
}
