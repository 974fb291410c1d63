// What a step, a guard or a property came to, looked up by what it read (DESIGN §5). A trie: its first node
// asks for the part that is always read first, by its value the next node for the next one, and so on; a leaf
// keeps the answer. Many parts that are read at once (a range of a table, the messages of an actor) are asked
// for as one: what they hold together has a number, as a value has.

import { ConvergeError } from '../kernel/errors';

/** The vector that answers are looked up for; its version changes whenever it does. */
export interface Present {
  readonly vector: Int32Array;
  version: number;
}

interface Content {
  readonly next: Map<number, Content>;
  /** The number of what was met up to here, if nothing follows. */
  id: number;
}

/** What a scan sees of a part's value: a number from 1 on, equal for values that look the same; 0 for nothing. */
export type Seen = (slot: number, value: number) => number;

/** Many parts that are read at once, as far as they are seen. */
export class Scan {
  readonly name: string;
  private readonly members: readonly number[];
  private readonly seen: Seen;
  private readonly present: Present;
  /** What is known of seen(), plus one: by slot, by value. */
  private readonly known: Uint16Array[] = [];
  private readonly contents: Content = { next: new Map(), id: -1 };
  private count = 0;
  private version = -1;
  private current = 0;

  constructor(name: string, members: readonly number[], seen: Seen, present: Present) {
    this.name = name;
    this.members = members;
    this.seen = seen;
    this.present = present;
  }

  /** The number of what the covered parts hold in the present vector. */
  get value(): number {
    const { version } = this.present;
    if (this.version !== version) {
      this.current = this.find();
      this.version = version;
    }
    return this.current;
  }

  private find(): number {
    const { vector } = this.present;
    let content = this.contents;
    for (const slot of this.members) {
      const value = vector[slot]!;
      const seen = value === 0 ? 0 : this.seenOf(slot, value);
      if (seen === 0) continue;
      const key = slot * 65_536 + seen;
      let next = content.next.get(key);
      if (next === undefined) content.next.set(key, (next = { next: new Map(), id: -1 }));
      content = next;
    }
    if (content.id < 0) content.id = this.count++;
    return content.id;
  }

  private seenOf(slot: number, value: number): number {
    let known = this.known[slot];
    if (known === undefined || known.length <= value) {
      const grown = new Uint16Array(Math.max(16, 2 * value));
      if (known !== undefined) grown.set(known);
      this.known[slot] = known = grown;
    }
    if (known[value] === 0) known[value] = this.seen(slot, value) + 1;
    return known[value]! - 1;
  }
}

export type Access = number | Scan;

const UNDECIDED = -1;
const SCAN = -2;
const LEAF = -3;

/** A place in the trie. `slot` is what it asks for; below zero it is one of the words above. */
export class Node<T> {
  slot = UNDECIDED;
  scan: Scan | null = null;
  /** By value of the slot or of the scan. */
  readonly kids: (Node<T> | undefined)[] = [];
  leaf: T | null = null;
}

/** The answer for a vector, or null where it is not known yet. */
export function recall<T>(root: Node<T>, { vector }: Present): T | null {
  let node: Node<T> | undefined = root;
  for (;;) {
    const slot: number = node.slot;
    if (slot >= 0) node = node.kids[vector[slot]!];
    else if (slot === SCAN) node = node.kids[node.scan!.value];
    else return node.leaf;
    if (node === undefined) return null;
  }
}

/** Keeps an answer under what was read to find it, in the order of reading. */
export function learn<T>(root: Node<T>, accesses: readonly Access[], { vector }: Present, leaf: T): void {
  let node = root;
  for (const access of new Set(accesses)) {
    const scan = typeof access === 'number' ? null : access;
    const slot = typeof access === 'number' ? access : SCAN;
    if (node.slot === UNDECIDED) {
      node.slot = slot;
      node.scan = scan;
    } else if (node.slot !== slot || node.scan !== scan) throw notAFunction(node, access);
    node = node.kids[scan === null ? vector[slot]! : scan.value] ??= new Node<T>();
  }
  if (node.slot !== UNDECIDED) throw notAFunction(node, 'an end');
  node.slot = LEAF;
  node.leaf = leaf;
}

// Equal reads must lead to equal reads: else a step depends on something that it does not say.
function notAFunction(node: Node<unknown>, access: Access | 'an end'): ConvergeError {
  const found = typeof access === 'object' ? access.name : String(access);
  const known = node.scan?.name ?? String(node.slot);
  return new ConvergeError(
    'definition',
    `A step read ${found} where, after the same reads, it had read ${known}.`,
  );
}
