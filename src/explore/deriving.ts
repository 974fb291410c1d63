// The derived tables of the world that is looked at: looked up like everything else, and laid into the part
// of the vector that no search stores.

import { actorPart } from '../kernel/parts';
import { derivedKey } from '../kernel/present';
import type { Derivation } from '../kernel/world';
import type { Writes } from './composed';
import type { Context } from './context';
import { Node, recall } from './memo';

export class Deriving {
  private readonly derive: readonly Node<Writes>[];
  /** What each derivation gives in the world that is looked at, and gave before a short look. */
  private readonly leaves: Writes[] = [];
  private readonly before: [index: number, leaf: Writes][] = [];
  private readonly laid: number[] = [];
  /** By slot: the derivations that it is a source of. */
  private readonly derivedOf: (readonly number[])[] = [];
  /** Versions of the vector so far, and the one to go back to after a short look. */
  private versions = 0;
  private settled = 0;
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
    this.derive = context.system.derivations.map(() => new Node<Writes>());
  }

  /** Brings what is derived up to the vector. Call it after the stored part was changed. */
  settle(): void {
    this.settled = this.context.present.version = ++this.versions;
    for (let i = 0; i < this.derive.length; i++) this.leaves[i] = this.leaf(i);
    this.lay();
  }

  /**
   * The same after a few writes, for a short look: `unsettle` takes it back.
   * @param changed gets the numbers of the derived tables that are different
   */
  resettle(writes: Writes, changed: number[]): void {
    changed.length = 0;
    this.context.present.version = ++this.versions;
    for (let i = 0; i < writes.length; i += 2) {
      for (const index of this.derivedFrom(writes[i]!)) {
        const leaf = this.leaf(index);
        if (leaf === this.leaves[index]) continue;
        this.before.push([index, this.leaves[index]!]);
        this.leaves[index] = leaf;
        changed.push(this.context.slots.tableOf(this.context.system.derivations[index]!.table));
      }
    }
    if (this.before.length > 0) this.lay();
  }

  unsettle(): void {
    this.context.present.version = this.settled;
    if (this.before.length === 0) return;
    for (const [index, leaf] of this.before.reverse()) this.leaves[index] = leaf;
    this.before.length = 0;
    this.lay();
  }

  private leaf(index: number): Writes {
    return recall(this.derive[index]!, this.context.present) ?? this.derived(index);
  }

  /** Writes what was derived into the vector, in place of what was there. */
  private lay(): void {
    const { laid } = this;
    const { vector } = this.context;
    for (let i = 0; i < laid.length; i++) vector[laid[i]!] = 0;
    laid.length = 0;
    for (const leaf of this.leaves) {
      for (let i = 0; i < leaf.length; i += 2) {
        laid.push(leaf[i]!);
        vector[leaf[i]!] = leaf[i + 1]!;
      }
    }
  }

  /** Which derivations a part is a source of. */
  private derivedFrom(slot: number): readonly number[] {
    return (this.derivedOf[slot] ??= this.context.system.derivations.flatMap((derivation, i) => {
      return sourcesOf(derivation).includes(this.context.slots.all[slot]!.group) ? [i] : [];
    }));
  }

  private derived(index: number): Writes {
    const derivation: Derivation = this.context.system.derivations[index]!;
    const { actors, channels, tables, table } = derivation;
    const rows = derivation.derive(this.context.world());
    const writes = rows.flatMap((row) =>
      this.context.slots.intern({ kind: 'row', table, key: derivedKey(derivation, row), row }),
    );
    const accesses = [
      ...actors.flatMap((id) => [
        this.context.slots.of(actorPart(id)),
        this.context.accesses.group(`activity:${id}`),
      ]),
      ...channels.map((id) => this.context.accesses.group(`channel:${id}`)),
      ...tables.map((name) => this.context.accesses.group(`row:${name}`)),
    ];
    return this.context.known(this.derive[index]!, accesses, writes);
  }
}

/** The groups of parts that a derivation reads. */
const sourcesOf = ({ actors, channels, tables }: Derivation): readonly string[] => [
  ...actors.flatMap((id) => [`actor:${id}`, `activity:${id}`]),
  ...channels.map((id) => `channel:${id}`),
  ...tables.map((name) => `row:${name}`),
];
