// A map from strings that shares structure between versions (a hash array mapped trie; Bagwell, "Ideal
// Hash Trees", 2001). Every world of a run keeps its own rows, so a version may cost only what changed,
// and the difference of two versions must cost only what differs: restoring a world depends on it.

interface Leaf<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
}
interface Branch<V> {
  readonly bitmap: number;
  readonly children: readonly Node<V>[];
}
/** Keys whose hashes are equal in all 32 bits. */
interface Clash<V> {
  readonly hash: number;
  readonly leaves: readonly Leaf<V>[];
}
type Node<V> = Leaf<V> | Branch<V> | Clash<V>;

type Visit<V> = (key: string, before: V | undefined, after: V | undefined) => void;

export class PersistentMap<V> {
  private static readonly nothing = new PersistentMap<never>(null, 0);

  static empty<V>(): PersistentMap<V> {
    return PersistentMap.nothing;
  }

  private readonly root: Node<V> | null;
  readonly size: number;

  private constructor(root: Node<V> | null, size: number) {
    this.root = root;
    this.size = size;
  }

  get(key: string): V | undefined {
    return this.root === null ? undefined : find(this.root, hashOf(key), key);
  }

  set(key: string, value: V): PersistentMap<V> {
    const leaf: Leaf<V> = { hash: hashOf(key), key, value };
    if (this.root === null) return new PersistentMap<V>(leaf, 1);
    const grown = find(this.root, leaf.hash, key) === undefined ? 1 : 0;
    return new PersistentMap<V>(insert(this.root, 0, leaf), this.size + grown);
  }

  delete(key: string): PersistentMap<V> {
    const hash = hashOf(key);
    if (this.root === null || find(this.root, hash, key) === undefined) return this;
    return new PersistentMap<V>(remove(this.root, 0, hash, key), this.size - 1);
  }

  *entries(): Generator<readonly [string, V]> {
    if (this.root === null) return;
    for (const leaf of leavesOf(this.root)) yield [leaf.key, leaf.value];
  }

  /** Calls visit for every key whose value is not the same object in both versions. */
  static difference<V>(before: PersistentMap<V>, after: PersistentMap<V>, visit: Visit<V>): void {
    compare(before.root, after.root, visit);
  }
}

function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

const bitOf = (hash: number, shift: number): number => 1 << ((hash >>> shift) & 31);

function countBits(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function find<V>(root: Node<V>, hash: number, key: string): V | undefined {
  let node: Node<V> = root;
  for (let shift = 0; 'children' in node; shift += 5) {
    const bit = bitOf(hash, shift);
    if ((node.bitmap & bit) === 0) return undefined;
    const child: Node<V> | undefined = node.children[countBits(node.bitmap & (bit - 1))];
    if (child === undefined) return undefined;
    node = child;
  }
  if ('key' in node) return node.key === key ? node.value : undefined;
  return node.leaves.find((leaf) => leaf.key === key)?.value;
}

function insert<V>(node: Node<V>, shift: number, leaf: Leaf<V>): Node<V> {
  if ('children' in node) {
    const bit = bitOf(leaf.hash, shift);
    const at = countBits(node.bitmap & (bit - 1));
    const children = node.children.slice();
    const child = children[at];
    if ((node.bitmap & bit) === 0 || child === undefined) children.splice(at, 0, leaf);
    else children[at] = insert(child, shift + 5, leaf);
    return { bitmap: node.bitmap | bit, children };
  }
  if ('key' in node && node.key === leaf.key) return leaf;
  if (node.hash === leaf.hash) {
    const others = 'leaves' in node ? node.leaves.filter((other) => other.key !== leaf.key) : [node];
    return { hash: leaf.hash, leaves: [...others, leaf] };
  }
  return insert({ bitmap: bitOf(node.hash, shift), children: [node] }, shift, leaf);
}

function remove<V>(node: Node<V>, shift: number, hash: number, key: string): Node<V> | null {
  if ('key' in node) return null;
  if ('leaves' in node) {
    const leaves = node.leaves.filter((leaf) => leaf.key !== key);
    return leaves.length === 1 ? (leaves[0] ?? null) : { hash: node.hash, leaves };
  }
  const bit = bitOf(hash, shift);
  const at = countBits(node.bitmap & (bit - 1));
  const child = node.children[at];
  if (child === undefined) return node;
  const rest = remove(child, shift + 5, hash, key);
  const children = node.children.slice();
  if (rest === null) children.splice(at, 1);
  else children[at] = rest;
  const bitmap = rest === null ? node.bitmap & ~bit : node.bitmap;
  const only = children[0];
  if (children.length === 0 || only === undefined) return null;
  return children.length === 1 && !('children' in only) ? only : { bitmap, children };
}

function* leavesOf<V>(node: Node<V>): Generator<Leaf<V>> {
  if ('key' in node) yield node;
  else if ('leaves' in node) yield* node.leaves;
  else for (const child of node.children) yield* leavesOf(child);
}

function compare<V>(before: Node<V> | null, after: Node<V> | null, visit: Visit<V>): void {
  if (before === after) return;
  if (before !== null && after !== null && 'children' in before && 'children' in after) {
    for (let bits = before.bitmap | after.bitmap; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      compare(childAt(before, bit), childAt(after, bit), visit);
    }
    return;
  }
  const left = new Map<string, V>();
  if (before !== null) for (const leaf of leavesOf(before)) left.set(leaf.key, leaf.value);
  if (after !== null) {
    for (const leaf of leavesOf(after)) {
      const value = left.get(leaf.key);
      left.delete(leaf.key);
      if (value !== leaf.value) visit(leaf.key, value, leaf.value);
    }
  }
  for (const [key, value] of left) visit(key, value, undefined);
}

function childAt<V>(branch: Branch<V>, bit: number): Node<V> | null {
  if ((branch.bitmap & bit) === 0) return null;
  return branch.children[countBits(branch.bitmap & (bit - 1))] ?? null;
}
