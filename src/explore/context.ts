// What everything that looks answers up shares: the vector that is looked at, the engine, and how much of it
// had to be asked.

import { must } from '../kernel/errors';
import type { Simulation } from '../kernel/simulation';
import type { System, World } from '../kernel/world';
import { Accesses } from './accesses';
import { kindOf } from './bounds';
import { Composed } from './composed';
import { type Access, learn, type Node, type Present } from './memo';
import { Slots, SLOTS_MAX } from './slots';

/** How often the engine was asked. */
export interface Effort {
  /** Steps that were run, in SQLite where they have statements. */
  executed: number;
  /** Guards, derivations and properties that were asked. */
  asked: number;
}

export class Context {
  readonly system: System;
  readonly slots: Slots;
  readonly accesses: Accesses;
  readonly composed: Composed;
  readonly effort: Effort = { executed: 0, asked: 0 };
  readonly vector = new Int32Array(SLOTS_MAX);
  readonly present: Present = { vector: this.vector, version: 0 };
  readonly simulation: Simulation;
  /** The bounds' entries: `crash`, `crash dispatcher`, `duplicate runs`, `clock`. */
  readonly faults: readonly string[];

  constructor(simulation: Simulation, faults: readonly string[]) {
    this.simulation = simulation;
    this.system = simulation.system;
    this.faults = faults;
    this.slots = new Slots(this.system.times);
    this.accesses = new Accesses(this.slots, this.present);
    const budget = Object.fromEntries(faults.map((fault) => [kindOf(fault), Number.MAX_SAFE_INTEGER]));
    this.composed = new Composed(this.system, this.slots, budget);
  }

  /** The world that is looked at, for the engine; its clock stands at 0. */
  world(): World {
    return this.composed.world(this.vector);
  }

  /** Keeps an answer under what was read to find it. */
  known<T>(node: Node<T>, accesses: readonly Access[], leaf: T): T {
    this.effort.asked += 1;
    learn(node, accesses, this.present, leaf);
    return leaf;
  }

  /** The value of a slot that holds a part now. */
  partAt(slot: number) {
    return must(this.slots.part(slot, this.vector[slot]!), 'part of this world');
  }
}
