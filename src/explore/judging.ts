// Verdicts of the worlds that a search meets. A new world differs from the one before in a few parts, so only
// properties that read tables of these are judged again.

import type { Property } from '../kernel/property';
import { Column } from './column';
import type { Writes } from './composed';
import type { Space } from './space';

const NOBODY: readonly number[] = [];

export class Judging {
  /** Properties that are still looked at. */
  private open: readonly number[];
  /** What must come, and has come in a world, as bits. */
  private readonly eventual: readonly number[];
  private readonly isOpen: boolean[] = [];
  private readonly bitOf: number[] = [];
  /** Worlds in which properties are found broken, until they are reported. */
  private readonly broken = new Map<number, number[]>();
  private readonly come = new Column(Uint8Array);
  private readonly marked: Int32Array;
  private stamp = 0;
  private readonly due: number[] = [];
  /** Numbers of the derived tables that the last look changed. */
  private readonly changed: number[] = [];

  private readonly space: Space;

  constructor(space: Space, properties: readonly Property[], isAsked: (property: Property) => boolean) {
    this.space = space;
    const asked = properties.map((_, i) => i).filter((i) => isAsked(properties[i]!));
    this.open = asked.filter((i) => properties[i]!.kind !== 'eventually');
    this.eventual = asked.filter((i) => properties[i]!.kind === 'eventually');
    for (const index of this.open) this.isOpen[index] = true;
    this.eventual.forEach((index, bit) => (this.bitOf[index] = bit));
    this.marked = new Int32Array(properties.length).fill(-1);
  }

  /** Indices of the properties that must come to hold, by their bit. */
  get awaited(): readonly number[] {
    return this.eventual;
  }

  get bytes(): number {
    return this.come.bytes;
  }

  /** Whether the thing of this bit has come in a world. */
  hasCome = (world: number, bit: number): boolean => (this.come.get(world) & (1 << bit)) !== 0;

  /** Judges the first world. */
  first(world: number): void {
    const bits = this.eventual.reduce((sum, index, bit) => (this.holds(index) ? sum | (1 << bit) : sum), 0);
    this.come.set(world, bits);
    for (const index of this.open) if (!this.holds(index)) this.note(world, index);
  }

  /** Judges a new world that these writes led to; the vector holds it, its derived part is brought up here. */
  reached(world: number, from: number, writes: Writes): void {
    const { space } = this;
    space.deriving.resettle(writes, this.changed);
    this.stamp += 1;
    this.due.length = 0;
    for (let i = 0; i < writes.length; i += 2) this.mark(space.slots.all[writes[i]!]!.table);
    for (const table of this.changed) this.mark(table);
    let bits = this.come.get(from);
    for (const index of this.due) {
      const bit = this.bitOf[index];
      if (bit !== undefined) bits = this.holds(index) ? bits | (1 << bit) : bits & ~(1 << bit);
      else if (this.isOpen[index] === true && !this.holds(index)) this.note(world, index);
    }
    this.come.set(world, bits);
    space.deriving.unsettle();
  }

  /** The properties that are broken in a world and were in none before, which is now being reported. */
  report(world: number): readonly number[] {
    const found = (this.broken.get(world) ?? []).filter((index) => this.isOpen[index] === true);
    this.broken.delete(world);
    for (const index of found) this.isOpen[index] = false;
    this.open = this.open.filter((index) => !found.includes(index));
    return found;
  }

  /** The properties that read a table are due to be judged again. */
  private mark(table: number): void {
    if (table < 0) return;
    for (const index of this.space.readers[table] ?? NOBODY) {
      if (this.marked[index] === this.stamp) continue;
      this.marked[index] = this.stamp;
      this.due.push(index);
    }
  }

  private holds(index: number): boolean {
    return this.space.verdict(index) !== 'violated';
  }

  private note(world: number, index: number): void {
    const known = this.broken.get(world);
    if (known === undefined) this.broken.set(world, [index]);
    else known.push(index);
  }
}
