// Beyond what a search can hold: walks by chance, each step as likely as the others that are possible, faults
// within the bounds included. What they find is a sample and says nothing of what they do not; it is made
// shorter by leaving out one step after another for as long as the property is still broken.

import { asText } from '../kernel/identity';
import { Spent } from './bounds';
import type { Move } from './moves';
import type { Finding, SearchTask } from './search';
import { Space } from './space';
import { STORED_MAX } from './slots';

/** A whole number from 0 to most, by chance. */
export type Chance = (most: number) => number;

export class Walks {
  readonly found: Finding[] = [];
  steps = 0;
  private readonly task: SearchTask;
  private readonly chance: Chance;
  private readonly space: Space;
  private readonly spent: Spent;
  private readonly first: Int32Array;
  private readonly moves: Move[] = [];
  private readonly isFound: Set<string>;

  /** @param isFound properties that are known to break, and need no walk */
  constructor(task: SearchTask, chance: Chance, isFound: ReadonlySet<string>) {
    this.task = task;
    this.chance = chance;
    this.isFound = new Set(isFound);
    this.spent = new Spent(task.bounds);
    this.space = new Space(task.simulation, this.spent.kinds, task.bounds.still);
    this.space.show(task.first);
    this.first = this.space.vector.slice(0, STORED_MAX);
  }

  /** One walk from the first world, until nothing is left to happen or something breaks. */
  walk(steps: number): void {
    const path: string[] = [];
    this.toFirst();
    let spent = 0;
    for (let left = steps; left > 0; left--) {
      const possible = this.possible(spent);
      const move = possible[possible.length === 0 ? 0 : this.chance(possible.length - 1)];
      if (move === undefined) return;
      spent = this.after(spent, move);
      this.take(move);
      this.steps += 1;
      path.push(move.id);
      const broken = this.broken();
      if (broken.length > 0) {
        for (const index of broken) this.keep(index, path);
        return;
      }
    }
  }

  private toFirst(): void {
    this.space.vector.set(this.first);
    this.space.deriving.settle();
  }

  private possible(spent: number): readonly Move[] {
    this.space.list(this.moves, true);
    return this.moves.filter((move) => this.after(spent, move) >= 0);
  }

  private after(spent: number, { fault }: Move): number {
    return fault === null ? spent : this.spent.plus(spent, this.spent.kinds.indexOf(fault));
  }

  private take(move: Move): void {
    this.space.write(this.space.outcome(move));
    this.space.deriving.settle();
  }

  /** Indices of the properties that are broken in the world that is looked at, and are not found yet. */
  private broken(): readonly number[] {
    const { properties } = this.task.simulation.system;
    return properties.flatMap(({ id, kind }, index) => {
      const isAsked = this.task.properties?.includes(id) ?? true;
      if (kind === 'eventually' || this.isFound.has(id) || !isAsked) return [];
      return this.space.verdict(index) === 'violated' ? [index] : [];
    });
  }

  private keep(index: number, path: readonly string[]): void {
    const { id, kind } = this.task.simulation.system.properties[index]!;
    let kept = path;
    for (let at = kept.length - 1; at >= 0; at--) {
      const shorter = this.breaks(index, kept.toSpliced(at, 1));
      if (shorter !== null) kept = shorter;
    }
    this.isFound.add(id);
    const worlds = this.worldsOf(kept);
    const faults = worlds.spent;
    this.found.push({ property: id, kind, faults, path: kept, worlds: worlds.texts });
  }

  /** The part of a path up to where it breaks the property; null where it cannot be taken, or does not. */
  private breaks(index: number, path: readonly string[]): readonly string[] | null {
    this.toFirst();
    let spent = 0;
    for (const [at, id] of path.entries()) {
      const move = this.possible(spent).find((one) => one.id === id);
      if (move === undefined) return null;
      spent = this.after(spent, move);
      this.take(move);
      if (this.space.verdict(index) === 'violated') return path.slice(0, at + 1);
    }
    return null;
  }

  private worldsOf(path: readonly string[]): { readonly texts: readonly string[]; readonly spent: number } {
    this.toFirst();
    const texts = [this.told()];
    let spent = 0;
    for (const id of path) {
      const move = this.possible(spent).find((one) => one.id === id)!;
      spent = this.after(spent, move);
      this.take(move);
      texts.push(this.told());
    }
    return { texts, spent: this.spent.total[spent]! };
  }

  private told(): string {
    return asText(this.space.slots.told(this.space.vector));
  }
}
