// The world that is looked at, as a vector: what can happen in it, what each move makes of it, what holds in it.
// The engine answers once for each thing that it read; after that its answer is looked up (DESIGN §5).

import { definition, judgeEventually, type Property, type Verdict } from '../kernel/property';
import type { Simulation } from '../kernel/simulation';
import type { Parameters, Run } from '../kernel/store';
import type { World } from '../kernel/world';
import type { Writes } from './composed';
import { Context, type Effort } from './context';
import { Deriving } from './deriving';
import { Guards } from './guards';
import { learn, Node, recall } from './memo';
import { type Move, Moves } from './moves';
import type { Slots } from './slots';

export class Space {
  readonly slots: Slots;
  readonly effort: Effort;
  /** The vector that is looked at. */
  readonly vector: Int32Array;
  readonly deriving: Deriving;
  /** By table: the properties whose verdict may follow from it. */
  readonly readers: number[][] = [];
  private readonly context: Context;
  private readonly moves: Moves;
  private readonly guards: Guards;
  private readonly judge: readonly Node<Verdict>[];

  /**
   * @param faults what may happen at all: `crash`, or `crash dispatcher` for one target alone
   * @param still actors that do nothing by themselves
   */
  constructor(simulation: Simulation, faults: readonly string[], still: readonly string[] = []) {
    this.context = new Context(simulation, faults);
    this.slots = this.context.slots;
    this.effort = this.context.effort;
    this.vector = this.context.vector;
    this.moves = new Moves(faults);
    this.guards = new Guards(this.context, this.moves, still);
    this.deriving = new Deriving(this.context);
    this.judge = simulation.system.properties.map(() => new Node<Verdict>());
  }

  /** Looks at a world of the engine. */
  show(world: World): void {
    this.vector.fill(0);
    this.write(this.context.composed.taken(world));
    this.deriving.settle();
  }

  write(writes: Writes): void {
    for (let i = 0; i < writes.length; i += 2) this.vector[writes[i]!] = writes[i + 1]!;
  }

  /** What can happen, in a list that is filled anew. */
  list(found: Move[], withFaults: boolean): void {
    this.guards.list(found, withFaults);
  }

  moveOf(number: number): Move {
    return this.moves.all[number]!;
  }

  /** What a move makes of the vector that is looked at: slot, value, slot, value, … */
  outcome(move: Move): Writes {
    if (move === this.guards.clock || move === this.guards.early) return this.later(this.guards.timePasses());
    return recall(move.outcome, this.context.present) ?? this.execute(move, true);
  }

  /** The same, found by the engine whatever is remembered. */
  execute(move: Move, isKept = false): Writes {
    const world = this.context.world();
    const stepped = this.context.simulation.step(world, move.in(world));
    this.effort.executed += 1;
    const writes = this.context.composed.writes(world, stepped);
    if (isKept) {
      const { looks, afterwards, record } = stepped;
      const accesses = [
        ...looks.map((look) => this.context.accesses.ofLook(look)),
        ...record.reads.map((read) => this.context.accesses.ofRead(read)),
        ...afterwards.map((look) => this.context.accesses.ofLook(look)),
      ];
      learn(move.outcome, accesses, this.context.present, writes);
    }
    return writes;
  }

  /** What a property comes to in the world that is looked at. */
  verdict(index: number): Verdict {
    return recall(this.judge[index]!, this.context.present) ?? this.judged(index);
  }

  private later(ms: number): Writes {
    const writes: Writes = [];
    for (const slot of this.slots.timed) {
      const value = this.vector[slot]!;
      if (value === 0) continue;
      const next = this.slots.later(slot, value, ms);
      if (next !== value) writes.push(slot, next);
    }
    return writes;
  }

  private judged(index: number): Verdict {
    const property: Property = this.context.system.properties[index]!;
    const { store } = this.context.system;
    store.restore(this.context.world().rows);
    const { value, reads } = store.peek((sql) => {
      const timed: Run = (name, key: Parameters) => sql(name, { now: 0, ...key });
      if (property.kind === 'eventually') return judgeEventually(property, timed);
      return definition(property, timed).length > 0 ? 'violated' : 'holds';
    });
    for (const { table } of reads) {
      const readers = (this.readers[this.slots.tableOf(table)] ??= []);
      if (!readers.includes(index)) readers.push(index);
    }
    const accesses = reads.map((read) => this.context.accesses.ofRead(read, property.columns[read.table]));
    return this.context.known(this.judge[index]!, accesses, value);
  }
}
