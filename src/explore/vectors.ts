// The worlds that a search has met: their vectors, packed into chunks, and a table that finds them again by
// comparing every slot. Only slots that ever took another value than in the first world are kept; a vector is
// as long as there were such slots when its chunk was begun.

import { Column } from './column';
import { STORED_MAX } from './slots';

const CHUNK_BITS = 12;
const CHUNK = 1 << CHUNK_BITS;
/** Vectors grow in steps of so many slots. */
const STRIDE_STEP = 4;

interface Chunk {
  readonly stride: number;
  readonly values: Uint16Array;
}

export class Vectors {
  count = 0;
  private readonly first: Int32Array;
  /** Slots that vary, in the order in which they first did; what they first held; and the place of each. */
  private readonly varying: number[] = [];
  private readonly firsts: number[] = [];
  private readonly places = new Int32Array(STORED_MAX).fill(-1);
  private readonly chunks: Chunk[] = [];
  private readonly hashes = new Column(Int32Array);
  private table = new Int32Array(1 << 13).fill(-1);

  /** @param first the vector of the first world */
  constructor(first: Int32Array) {
    this.first = first.slice(0, STORED_MAX);
  }

  /** Bytes that worlds and their table take. */
  get bytes(): number {
    const values = this.chunks.reduce((sum, chunk) => sum + chunk.values.byteLength, 0);
    return values + this.hashes.bytes + this.table.byteLength;
  }

  /** To be told of each slot that is about to be written. */
  touch(slot: number, value: number): void {
    if (this.places[slot]! >= 0 || value === this.first[slot]) return;
    this.places[slot] = this.varying.length;
    this.varying.push(slot);
    this.firsts.push(this.first[slot]!);
  }

  /** The number of the world with this vector; a new one where it was not met before. */
  add(vector: Int32Array, hash: number): number {
    let place = this.placeOf(hash);
    for (; ; place = (place + 1) & (this.table.length - 1)) {
      const found = this.table[place]!;
      if (found < 0) break;
      if (this.hashes.get(found) === hash && this.isSame(found, vector)) return found;
    }
    const number = this.count++;
    this.table[place] = number;
    this.keep(number, vector, hash);
    if (2 * this.count > this.table.length) this.grow();
    return number;
  }

  /** Brings a vector of one of these worlds to another one; returns the hash. */
  load(number: number, vector: Int32Array): number {
    const { varying, firsts } = this;
    const { stride, values } = this.chunks[number >> CHUNK_BITS]!;
    const from = (number & (CHUNK - 1)) * stride;
    const kept = Math.min(stride, varying.length);
    for (let i = 0; i < kept; i++) vector[varying[i]!] = swapped(values[from + i]!, firsts[i]!);
    for (let i = kept; i < varying.length; i++) vector[varying[i]!] = firsts[i]!;
    return this.hashes.get(number);
  }

  /** The stored part of a world's vector. */
  vectorOf(number: number): Int32Array {
    const vector = this.first.slice();
    this.load(number, vector);
    return vector;
  }

  private keep(number: number, vector: Int32Array, hash: number): void {
    const { varying } = this;
    const index = number >> CHUNK_BITS;
    let chunk = this.chunks[index];
    if (chunk === undefined || chunk.stride < varying.length) {
      chunk = this.widened(chunk);
      this.chunks[index] = chunk;
    }
    const from = (number & (CHUNK - 1)) * chunk.stride;
    for (let i = 0; i < varying.length; i++) {
      chunk.values[from + i] = swapped(vector[varying[i]!]!, this.firsts[i]!);
    }
    this.hashes.set(number, hash);
  }

  /** A chunk for as many slots as vary now, with what the old one held. */
  private widened(old: Chunk | undefined): Chunk {
    const { varying } = this;
    const stride = Math.ceil((varying.length + 1) / STRIDE_STEP) * STRIDE_STEP;
    const values = new Uint16Array(CHUNK * stride);
    const kept = old?.stride ?? 0;
    if (old === undefined) return { stride, values };
    for (let i = 0; i < CHUNK; i++) values.set(old.values.subarray(i * kept, (i + 1) * kept), i * stride);
    return { stride, values };
  }

  private isSame(number: number, vector: Int32Array): boolean {
    const { varying, firsts } = this;
    const { stride, values } = this.chunks[number >> CHUNK_BITS]!;
    const from = (number & (CHUNK - 1)) * stride;
    const kept = Math.min(stride, varying.length);
    for (let i = 0; i < kept; i++) {
      if (values[from + i] !== swapped(vector[varying[i]!]!, firsts[i]!)) return false;
    }
    for (let i = kept; i < varying.length; i++) if (vector[varying[i]!] !== firsts[i]) return false;
    return true;
  }

  private grow(): void {
    this.table = new Int32Array(2 * this.table.length).fill(-1);
    for (let number = 0; number < this.count; number++) {
      let place = this.placeOf(this.hashes.get(number));
      while (this.table[place]! >= 0) place = (place + 1) & (this.table.length - 1);
      this.table[place] = number;
    }
  }

  private placeOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.table.length - 1);
  }
}

/** A value as it is kept: 0 stands for what the slot first held, so that what was never written is right. */
function swapped(value: number, first: number): number {
  if (value === first) return 0;
  return value === 0 ? first : value;
}

/** What a slot's value adds to the hash of a vector; nothing where the part is absent. */
export function mixed(slot: number, value: number): number {
  if (value === 0) return 0;
  let hash = Math.imul(value, 0x9e3779b1) ^ Math.imul(slot + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return hash ^ (hash >>> 15);
}
