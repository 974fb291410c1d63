// How worlds were reached. One world may be reached with different faults spent, and what may still happen
// there differs; an arrival that another one makes needless is dropped (DESIGN §5).

import type { Spent } from './bounds';
import { Column } from './column';

export class Arrivals {
  count = 0;
  /** By arrival: its world, faults spent, steps, the arrival before, the move from there. */
  private readonly worlds = new Column(Int32Array);
  private readonly spents = new Column(Uint16Array);
  private readonly depths = new Column(Uint16Array);
  private readonly parents = new Column(Int32Array);
  private readonly moves = new Column(Int32Array);
  private readonly others = new Column(Int32Array);
  private readonly done = new Column(Uint8Array);
  /** By world: its newest arrival. */
  private readonly newest = new Column(Int32Array, -1);
  /** Arrivals that wait, by total of faults and steps. */
  private readonly waiting: number[][][] = [];
  /** How many wait, by total of faults. */
  readonly pending: number[] = [];

  private readonly spent: Spent;
  /** Keeps every arrival with other faults: the unreduced search, for comparison. */
  private readonly keepsAll: boolean;

  constructor(spent: Spent, keepsAll: boolean) {
    this.spent = spent;
    this.keepsAll = keepsAll;
  }

  get bytes(): number {
    const columns = [this.worlds, this.spents, this.depths, this.parents, this.moves, this.others, this.done];
    return columns.reduce((sum, column) => sum + column.bytes, this.newest.bytes);
  }

  worldOf = (arrival: number): number => this.worlds.get(arrival);
  spentOf = (arrival: number): number => this.spents.get(arrival);
  depthOf = (arrival: number): number => this.depths.get(arrival);

  /** Notes that a world is reached; it waits to be expanded unless that would show nothing new. */
  reach(world: number, spent: number, depth: number, parent: number, move: number): void {
    const total = this.spent.total[spent]!;
    for (let other = this.newest.get(world); other >= 0; other = this.others.get(other)) {
      if (!this.covers(other, spent)) continue;
      if (this.isSooner(other, total, depth)) return;
      if (this.spents.get(other) !== spent) continue;
      this.depths.set(other, depth);
      this.parents.set(other, parent);
      this.moves.set(other, move);
      this.wait(other, total, depth);
      return;
    }
    this.append(world, spent, depth, parent, move);
    this.wait(this.count - 1, total, depth);
  }

  /** The arrivals that wait with so many faults after so many steps; whoever asks expands them. */
  take(total: number, depth: number): readonly number[] {
    const found = this.waiting[total]?.[depth] ?? [];
    if (found.length > 0) this.waiting[total]![depth] = [];
    return found;
  }

  /** The most steps after which some arrival with so many faults waits or has waited. */
  deepest(total: number): number {
    return (this.waiting[total]?.length ?? 0) - 1;
  }

  /** Marks an arrival as being expanded; false where that would show nothing new by now. */
  begin(arrival: number, depth: number): boolean {
    if (this.done.get(arrival) === 1 || this.depths.get(arrival) !== depth) return false;
    this.done.set(arrival, 1);
    this.pending[this.spent.total[this.spents.get(arrival)]!]! -= 1;
    if (this.keepsAll) return true;
    for (let other = this.newest.get(this.worlds.get(arrival)); other >= 0; other = this.others.get(other)) {
      if (other === arrival || this.done.get(other) !== 1) continue;
      if (this.spent.isWithin(this.spents.get(other), this.spents.get(arrival))) return false;
    }
    return true;
  }

  /** Numbers of the moves from the start to an arrival. */
  path(arrival: number): readonly number[] {
    const path: number[] = [];
    for (let at = arrival; this.parents.get(at) >= 0; at = this.parents.get(at))
      path.push(this.moves.get(at));
    return path.reverse();
  }

  /** The worlds on the way to an arrival, its own included. */
  worldsTo(arrival: number): readonly number[] {
    const worlds: number[] = [];
    for (let at = arrival; at >= 0; at = this.parents.get(at)) worlds.push(this.worlds.get(at));
    return worlds.reverse();
  }

  private covers(other: number, spent: number): boolean {
    return this.keepsAll
      ? this.spents.get(other) === spent
      : this.spent.isWithin(this.spents.get(other), spent);
  }

  private isSooner(other: number, total: number, depth: number): boolean {
    if (this.done.get(other) === 1 || this.depths.get(other) <= depth) return true;
    return this.spent.total[this.spents.get(other)]! < total;
  }

  private append(world: number, spent: number, depth: number, parent: number, move: number): void {
    const arrival = this.count++;
    this.worlds.set(arrival, world);
    this.spents.set(arrival, spent);
    this.depths.set(arrival, depth);
    this.parents.set(arrival, parent);
    this.moves.set(arrival, move);
    this.others.set(arrival, this.newest.get(world));
    this.newest.set(world, arrival);
    const total = this.spent.total[spent]!;
    this.pending[total] = (this.pending[total] ?? 0) + 1;
  }

  private wait(arrival: number, total: number, depth: number): void {
    const level = (this.waiting[total] ??= []);
    while (level.length <= depth) level.push([]);
    level[depth]!.push(arrival);
  }
}
