// Answers of guards. A guard sees no more than the step that it guards, and what it read is kept, so an
// answer is reused for as long as nothing that it read has changed.

import type { Read, Rows, Run } from './store';
import type { System, World } from './world';

interface Remembered<T> {
  readonly state: unknown;
  readonly now: number;
  readonly reads: readonly Read[];
  readonly tables: readonly (readonly [string, Rows[string] | undefined])[];
  readonly value: T;
}

/** Answers of guards, kept while the actor's state, the clock and the tables they read are the same. */
export class GuardMemory {
  private readonly kept = new Map<string, Remembered<unknown>>();
  private readonly system: System;

  constructor(system: System) {
    this.system = system;
  }

  answer<T>(name: string, state: unknown, world: World, ask: (run: Run) => T): T {
    const known = this.kept.get(name) as Remembered<T> | undefined;
    if (known !== undefined && isCurrent(known, state, world)) return known.value;
    const { store } = this.system;
    store.restore(world.rows);
    const { value, reads } = store.peek(ask);
    this.kept.set(name, { state, now: world.now, reads, tables: tablesOf(reads, world.rows), value });
    return value;
  }

  /** What the last answer of a guard depended on, besides the actor's state and the clock. */
  reads(name: string): readonly Read[] {
    return this.kept.get(name)?.reads ?? [];
  }
}

function isCurrent(known: Remembered<unknown>, state: unknown, world: World): boolean {
  if (known.state !== state || known.now !== world.now) return false;
  return known.tables.every(([table, rows]) => world.rows[table] === rows);
}

function tablesOf(reads: readonly Read[], rows: Rows): Remembered<unknown>['tables'] {
  return [...new Set(reads.map((read) => read.table))].map((table) => [table, rows[table]] as const);
}
