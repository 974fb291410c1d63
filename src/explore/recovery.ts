// Once faults stop: is there still a way to what must come? A backward pass over the fault-free steps, from
// the worlds where it has come. Worlds that were not looked at count as if it came there: nothing is claimed
// of them.

import { Column } from './column';

export class Recovery {
  /** Looked-at worlds in the order of the search, and how each was first reached. */
  private readonly worlds = new Column(Int32Array);
  private readonly arrivals = new Column(Int32Array);
  private count = 0;
  /** Where the edges of each begin, and where they lead. */
  private readonly starts = new Column(Int32Array);
  private readonly targets = new Column(Int32Array);
  private edges = 0;
  private isOpen = false;

  private readonly isWanted: boolean;

  /** @param isWanted whether anything must come at all */
  constructor(isWanted: boolean) {
    this.isWanted = isWanted;
  }

  get bytes(): number {
    return this.targets.bytes + 3 * this.worlds.bytes;
  }

  /** The edges that follow are those of this world, which was first reached by this arrival. */
  begin(world: number, arrival: number): void {
    if (!this.isWanted) return;
    this.isOpen = true;
    this.worlds.set(this.count, world);
    this.arrivals.set(this.count, arrival);
    this.starts.set(this.count, this.edges);
    this.count += 1;
  }

  edge(to: number): void {
    if (!this.isOpen) return;
    this.targets.set(this.edges++, to);
  }

  end(): void {
    this.isOpen = false;
  }

  /**
   * The first arrival, in the order of the search, from which something cannot come; -1 if there is none.
   * @param hasCome whether it has come in a world
   * @param count how many worlds there are
   */
  lost(hasCome: (world: number) => boolean, count: number): number {
    const into = this.edgesInto(count);
    const isKnown = new Uint8Array(count);
    for (let i = 0; i < this.count; i++) isKnown[this.worlds.get(i)] = 1;
    const can = new Uint8Array(count);
    const queue = new Int32Array(count);
    let length = 0;
    for (let world = 0; world < count; world++) {
      if (isKnown[world] === 1 && !hasCome(world)) continue;
      can[world] = 1;
      queue[length++] = world;
    }
    for (let i = 0; i < length; i++) {
      const world = queue[i]!;
      for (let k = into.starts[world]!; k < into.starts[world + 1]!; k++) {
        const before = into.from[k]!;
        if (can[before] === 1) continue;
        can[before] = 1;
        queue[length++] = before;
      }
    }
    for (let i = 0; i < this.count; i++) if (can[this.worlds.get(i)] === 0) return this.arrivals.get(i);
    return -1;
  }

  /** The edges turned round: by world, where they come from. */
  private edgesInto(count: number): { readonly starts: Int32Array; readonly from: Int32Array } {
    const { edges, targets } = this;
    const starts = new Int32Array(count + 1);
    for (let i = 0; i < edges; i++) starts[targets.get(i) + 1]! += 1;
    for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!;
    const from = new Int32Array(edges);
    const next = starts.slice();
    for (let i = 0; i < this.count; i++) {
      const end = i + 1 < this.count ? this.starts.get(i + 1) : edges;
      for (let k = this.starts.get(i); k < end; k++) from[next[targets.get(k)]!++] = this.worlds.get(i);
    }
    return { starts, from };
  }
}
