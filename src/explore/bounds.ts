// What a search keeps within, and in which order it goes: fewest faults first, then fewest steps.

import type { FaultBudget } from '../kernel/fault';

export interface Bounds {
  /**
   * At most so many of each: by kind (`crash`) or by kind and target (`crash dispatcher`, `duplicate runs`).
   * What is absent does not happen. `clock` is time that passes while somebody could act.
   */
  readonly faults: FaultBudget;
  /** At most so many faults together. */
  readonly together: number;
  /**
   * Actors that do nothing by themselves, so that what they could do is not looked at. Whether something comes
   * in the end cannot be told then, and is not.
   */
  readonly still?: readonly string[];
  /** No world more than so many steps from the start. */
  readonly steps: number;
  /** No more distinct worlds than this. */
  readonly worlds: number;
}

export const BOUNDS: Bounds = {
  faults: { crash: 1 },
  together: Number.POSITIVE_INFINITY,
  steps: 1_000,
  worlds: 1_000_000,
};

/** How often each kind of fault has happened on the way to a world, as one small number. */
export class Spent {
  /** Counts by number; 0 is none at all. */
  private readonly counts: (readonly number[])[];
  /** How many faults in all. */
  readonly total: number[] = [0];
  private readonly after: (number | undefined)[][] = [];
  private readonly within: (boolean | undefined)[][] = [];
  readonly kinds: readonly string[];
  private readonly most: readonly number[];
  private readonly together: number;

  constructor({ faults, together }: Bounds) {
    this.kinds = Object.keys(faults).filter((kind) => (faults[kind] ?? 0) > 0);
    this.most = this.kinds.map((kind) => faults[kind] ?? 0);
    this.together = together;
    this.counts = [this.kinds.map(() => 0)];
  }

  /** The most faults that there may be. */
  get levels(): number {
    return Math.min(
      this.together,
      this.most.reduce((sum, most) => sum + most, 0),
    );
  }

  /** One fault more of a kind, by its index; -1 where that would be too many. */
  plus(spent: number, kind: number): number {
    return ((this.after[spent] ??= [])[kind] ??= this.next(spent, kind));
  }

  /** Whether these faults were no more of any kind than those. */
  isWithin(spent: number, other: number): boolean {
    if (spent === other) return true;
    const counts = this.counts[other]!;
    return ((this.within[spent] ??= [])[other] ??= this.counts[spent]!.every((n, i) => n <= counts[i]!));
  }

  private next(spent: number, kind: number): number {
    const counts = this.counts[spent]!;
    if (counts[kind]! >= this.most[kind]! || this.total[spent]! >= this.together) return -1;
    const grown = counts.with(kind, counts[kind]! + 1);
    const known = this.counts.findIndex((one) => one.every((n, i) => n === grown[i]));
    if (known >= 0) return known;
    this.counts.push(grown);
    this.total.push(this.total[spent]! + 1);
    return this.counts.length - 1;
  }
}

/** The kind of a fault of the bounds, which may name a target too. */
export const kindOf = (fault: string): string => fault.split(' ', 1)[0] ?? '';
