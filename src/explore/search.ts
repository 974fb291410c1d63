// Bounded exhaustive search: every order of steps and faults within the bounds, fewest faults first, then
// fewest steps, so that the first way to break a property is the shortest one and "complete for at most f
// faults" is true level by level (DESIGN §5).

import { asText } from '../kernel/identity';
import type { PropertyKind } from '../kernel/property';
import type { Simulation } from '../kernel/simulation';
import type { World } from '../kernel/world';
import { Arrivals } from './arrivals';
import { type Audit, audited } from './audit';
import { type Bounds, Spent } from './bounds';
import { Column } from './column';
import type { Writes } from './composed';
import { Judging } from './judging';
import type { Move } from './moves';
import { Space } from './space';
import { Recovery } from './recovery';
import { Turns } from './turns';
import { mixed, Vectors } from './vectors';

export interface SearchTask {
  readonly simulation: Simulation;
  readonly first: World;
  readonly bounds: Bounds;
  /** Properties to look at, all if absent. */
  readonly properties?: readonly string[];
  /** Whether what was found so far is all that is wanted. */
  readonly isEnough?: (found: readonly Finding[]) => boolean;
  /** Runs this share of the looked-up steps again, chosen by the seed. */
  readonly audit?: Audit;
  /** Keeps arrivals apart that differ only in faults spent. */
  readonly unreduced?: boolean;
}

/** The shortest way to something: harm (always), something seen (sometimes), or no way out (eventually). */
export interface Finding {
  readonly property: string;
  readonly kind: PropertyKind;
  readonly faults: number;
  /** Action ids from the start. */
  readonly path: readonly string[];
  /** The identity of each world on the way as one text, the start first. */
  readonly worlds: readonly string[];
}

export interface Level {
  readonly faults: number;
  /** Distinct worlds met by its end, and transitions. */
  readonly worlds: number;
  readonly transitions: number;
  /** Everything within the bounds was looked at. */
  readonly complete: boolean;
}

export interface Progress {
  readonly worlds: number;
  readonly transitions: number;
  readonly executed: number;
  readonly asked: number;
  readonly depth: number;
  /** The number of faults that is being searched, and how many arrivals wait there. */
  readonly faults: number;
  readonly waiting: number;
  readonly bytes: number;
  readonly levels: readonly Level[];
  readonly found: readonly Finding[];
}

export interface SearchResult extends Progress {
  readonly arrivals: number;
  /** No bound cut the search short. */
  readonly complete: boolean;
  /** Worlds in which nothing more happens without a fault. */
  readonly ends: number;
  readonly audited: number;
}

export class Search {
  readonly space: Space;
  private readonly task: SearchTask;
  private readonly spent: Spent;
  private readonly vectors: Vectors;
  private readonly arrivals: Arrivals;
  private readonly turns: Turns;
  private readonly recovery: Recovery;
  private readonly levels: Level[] = [];
  private readonly found: Finding[] = [];
  private readonly judging: Judging;
  private readonly moves: Move[] = [];
  /** By world: whether it was expanded. */
  private readonly seen = new Column(Uint8Array);
  private readonly undo: number[] = [];
  private transitions = 0;
  private depth = 0;
  private faults = 0;
  private ends = 0;
  private audits = 0;
  private isCut = false;
  private isOver = false;

  constructor(task: SearchTask) {
    this.task = task;
    this.spent = new Spent(task.bounds);
    this.space = new Space(task.simulation, this.spent.kinds, task.bounds.still);
    this.space.show(task.first);
    this.vectors = new Vectors(this.space.vector);
    this.turns = new Turns(this.space.effort);
    this.arrivals = new Arrivals(this.spent, task.unreduced === true);
    const { properties } = task.simulation.system;
    const isStill = (task.bounds.still ?? []).length > 0;
    this.judging = new Judging(this.space, properties, ({ id, kind }) => {
      // What must come in the end may be up to somebody who stands still.
      return (task.properties?.includes(id) ?? true) && !(isStill && kind === 'eventually');
    });
    this.recovery = new Recovery(this.judging.awaited.length > 0);
  }

  /** Searches, and yields every few worlds so that others get their turn. */
  *run(): Generator<undefined, SearchResult> {
    const { space } = this;
    let hash = 0;
    for (let slot = 0; slot < space.slots.stored; slot++) hash += mixed(slot, space.vector[slot]!);
    this.arrivals.reach(this.vectors.add(space.vector, hash | 0), 0, 0, -1, -1);
    this.judging.first(0);
    for (this.faults = 0; this.faults <= this.spent.levels && !this.isOver; this.faults++) {
      yield* this.level(this.faults);
    }
    this.faults -= 1;
    if (!this.isOver) this.noWayOut();
    return {
      ...this.progress(),
      ...{ arrivals: this.arrivals.count, ends: this.ends, audited: this.audits },
      complete: !this.isCut && !this.isOver,
    };
  }

  progress(): Progress {
    const { executed, asked } = this.space.effort;
    return {
      worlds: this.vectors.count,
      ...{ transitions: this.transitions, executed, asked, depth: this.depth, faults: this.faults },
      waiting: this.arrivals.pending[this.faults] ?? 0,
      bytes: this.vectors.bytes + this.arrivals.bytes + this.recovery.bytes + this.judging.bytes,
      levels: [...this.levels],
      found: [...this.found],
    };
  }

  private *level(faults: number): Generator<undefined, void> {
    const { steps } = this.task.bounds;
    for (let depth = 0; depth <= this.arrivals.deepest(faults); depth++) {
      for (const arrival of this.arrivals.take(faults, depth)) {
        if (this.arrivals.begin(arrival, depth)) {
          this.expand(arrival, depth, depth >= steps);
          if (this.hasEnded()) return;
        }
        if (this.turns.isOver()) yield;
      }
    }
    const { transitions } = this;
    this.levels.push({ faults, worlds: this.vectors.count, transitions, complete: !this.isCut });
  }

  private expand(arrival: number, depth: number, isLast: boolean): void {
    const { space, arrivals } = this;
    const world = arrivals.worldOf(arrival);
    const hash = this.vectors.load(world, space.vector);
    space.deriving.settle();
    this.depth = Math.max(this.depth, depth);
    const isNew = this.isFirst(world);
    if (isNew) this.report(arrival, world);
    if (this.hasEnded()) return;
    const spent = arrivals.spentOf(arrival);
    space.list(this.moves, this.spent.total[spent]! < this.spent.levels);
    if (isLast) {
      if (this.moves.length > 0) this.isCut = true;
      return;
    }
    if (isNew) this.recovery.begin(world, arrival);
    let free = 0;
    for (const move of this.moves) {
      if (move.fault === null) free += 1;
      this.follow(move, arrival, spent, depth, hash, isNew && move.fault === null);
      if (this.hasEnded()) return;
    }
    if (isNew) {
      this.recovery.end();
      if (free === 0) this.ends += 1;
    }
  }

  private follow(
    move: Move,
    arrival: number,
    spent: number,
    depth: number,
    hash: number,
    isEdge: boolean,
  ): void {
    const { space } = this;
    const after = move.fault === null ? spent : this.spent.plus(spent, this.spent.kinds.indexOf(move.fault));
    if (after < 0) return;
    const { executed } = space.effort;
    const writes = space.outcome(move);
    this.transitions += 1;
    if (executed === space.effort.executed) this.check(move, writes);
    const world = this.reached(writes, hash, this.arrivals.worldOf(arrival));
    if (isEdge) this.recovery.edge(world);
    this.arrivals.reach(world, after, depth + 1, arrival, move.number);
    if (this.vectors.count > this.task.bounds.worlds) {
      this.isCut = true;
      this.isOver = true;
    }
  }

  /** The number of the world that these writes lead to; the vector that is looked at stays as it is. */
  private reached(writes: Writes, hash: number, from: number): number {
    const { vector } = this.space;
    const { length } = writes;
    const { undo } = this;
    let sum = hash;
    for (let i = 0; i < length; i += 2) {
      const [slot, value] = [writes[i]!, writes[i + 1]!];
      const before = vector[slot]!;
      undo[i] = slot;
      undo[i + 1] = before;
      if (before === value) continue;
      sum = (sum + mixed(slot, value) - mixed(slot, before)) | 0;
      vector[slot] = value;
      this.vectors.touch(slot, value);
    }
    const { count } = this.vectors;
    const world = this.vectors.add(vector, sum);
    if (world === count) this.judging.reached(world, from, writes);
    for (let i = length - 2; i >= 0; i -= 2) vector[undo[i]!] = undo[i + 1]!;
    return world;
  }

  private hasEnded(): boolean {
    return this.isOver;
  }

  private report(arrival: number, world: number): void {
    for (const index of this.judging.report(world)) this.find(index, arrival);
  }

  /** Worlds from which, without further faults, something that must come never can. */
  private noWayOut(): void {
    this.judging.awaited.forEach((index, bit) => {
      const hasCome = (world: number): boolean => this.judging.hasCome(world, bit);
      const arrival = this.recovery.lost(hasCome, this.vectors.count);
      if (arrival >= 0) this.find(index, arrival);
    });
  }

  private find(index: number, arrival: number): void {
    const { id, kind } = this.task.simulation.system.properties[index]!;
    const path = this.arrivals.path(arrival).map((number) => this.space.moveOf(number).id);
    const worlds = this.arrivals.worldsTo(arrival).map((world) => this.told(world));
    const faults = this.spent.total[this.arrivals.spentOf(arrival)]!;
    this.found.push({ property: id, kind, faults, path, worlds });
    if (this.task.isEnough?.(this.found) === true) this.isOver = true;
  }

  /** True once a world: when it is expanded first. */
  private isFirst(world: number): boolean {
    if (this.seen.get(world) === 1) return false;
    this.seen.set(world, 1);
    return true;
  }

  private told(world: number): string {
    return asText(this.space.slots.told(this.vectors.vectorOf(world)));
  }

  private check(move: Move, writes: readonly number[]): void {
    const { audit } = this.task;
    if (audit === undefined || !audit.chooses(this.transitions)) return;
    this.audits += 1;
    audited(this.space, move, writes);
  }
}

/** What a search comes to, for whoever can wait for it. */
export function finished(search: Search): SearchResult {
  const running = search.run();
  for (;;) {
    const next = running.next();
    if (next.done === true) return next.value;
  }
}
