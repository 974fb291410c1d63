// A long list of numbers of one width that grows by chunks: nothing is copied when it does, and no more than
// one chunk is ever unused.

const BITS = 15;
const CHUNK = 1 << BITS;
const MASK = CHUNK - 1;

type Numbers = Int32Array | Uint16Array | Uint8Array;

export class Column {
  private readonly chunks: Numbers[] = [];
  private readonly empty: number;
  private readonly kind: new (length: number) => Numbers;

  /** @param empty what stands where nothing was written */
  constructor(kind: new (length: number) => Numbers, empty = 0) {
    this.kind = kind;
    this.empty = empty;
  }

  get bytes(): number {
    return this.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  }

  get(index: number): number {
    const chunk = this.chunks[index >> BITS];
    return chunk === undefined ? this.empty : chunk[index & MASK]!;
  }

  set(index: number, value: number): void {
    const number = index >> BITS;
    while (number >= this.chunks.length) {
      const chunk = new this.kind(CHUNK);
      this.chunks.push(this.empty === 0 ? chunk : chunk.fill(this.empty));
    }
    this.chunks[number]![index & MASK] = value;
  }
}
