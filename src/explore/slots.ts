// Every part of a world has a slot, and every value that a part ever had is interned once: a world is then
// a vector of small numbers, compared exactly (DESIGN §5). 0 stands for a part that is not there.

import { ConvergeError } from '../kernel/errors';
import type { Component } from '../kernel/identity';
import { canonical } from '../kernel/json';
import { elapsed, type Part, partId, partText } from '../kernel/parts';
import type { Times } from '../kernel/world';

/** Slots of derived tables lie beyond this: what they hold follows from the rest, so no vector stores them. */
export const STORED_MAX = 4_096;
export const SLOTS_MAX = 2 * STORED_MAX;
/** A vector keeps 16 bits a slot. */
const VALUES_MAX = 65_535;

export interface Slot {
  readonly id: string;
  /** `row:TABLE`, `channel:CHANNEL`, `activity:ACTOR` or `actor:ACTOR`. */
  readonly group: string;
  /** The number of the table whose row this is; -1 for any other part. */
  readonly table: number;
  /** Parts by value; the first is never used. */
  readonly values: (Part | null)[];
  readonly texts: string[];
  readonly ids: Map<string, number>;
  /** By value: whether time changes it. */
  readonly timed: boolean[];
  /** What a value becomes when so many ms pass, by both. */
  readonly later: Map<number, number>;
}

export class Slots {
  /** By number; derived ones from STORED_MAX on. */
  readonly all: Slot[] = [];
  private readonly numbers = new Map<string, number>();
  /** Numbers of slots by what they have in common: `row:TABLE`, `channel:CHANNEL`, `activity:ACTOR`. */
  private readonly groups = new Map<string, number[]>();
  /** Slots that time may change. */
  readonly timed: number[] = [];
  private readonly tables: string[] = [];
  /** How many are stored, and how many are derived. */
  stored = 0;
  derived = 0;

  private readonly times: Times;

  constructor(times: Times) {
    this.times = times;
  }

  /** The number of the slot of a part, present or not. */
  of(id: string): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const group = groupOf(id);
    const isDerived = group.startsWith('row:') && this.times.derived.includes(group.slice(4));
    const number = isDerived ? STORED_MAX + this.derived++ : this.stored++;
    if (number >= (isDerived ? SLOTS_MAX : STORED_MAX)) {
      const message = `A world here has more parts than ${String(STORED_MAX)}, the limit of a search.`;
      throw new ConvergeError('limit', message, { limit: STORED_MAX });
    }
    this.numbers.set(id, number);
    const table = group.startsWith('row:') ? this.tableOf(group.slice(4)) : -1;
    const empty = { values: [null], texts: [''], ids: new Map(), timed: [false], later: new Map() };
    this.all[number] = { id, group, table, ...empty };
    this.group(group).push(number);
    return number;
  }

  /** The number of a table. */
  tableOf(name: string): number {
    const known = this.tables.indexOf(name);
    return known >= 0 ? known : this.tables.push(name) - 1;
  }

  /** The slots of a group; the list grows as parts are met. */
  group(name: string): number[] {
    let members = this.groups.get(name);
    if (members === undefined) this.groups.set(name, (members = []));
    return members;
  }

  /** The value of a part whose time is counted from 0, as a number from 1 on. */
  intern(part: Part): readonly [slot: number, value: number] {
    const slot = this.of(partId(part));
    return [slot, this.valueOf(slot, part)];
  }

  part(slot: number, value: number): Part | null {
    return this.all[slot]?.values[value] ?? null;
  }

  /** The value that this one becomes when so many ms pass. */
  later(slot: number, value: number, ms: number): number {
    const { later, timed, values } = this.all[slot]!;
    if (timed[value] !== true) return value;
    const key = ms * (VALUES_MAX + 1) + value;
    let next = later.get(key);
    if (next === undefined) {
      next = this.valueOf(slot, elapsed(values[value]!, ms, this.times));
      later.set(key, next);
    }
    return next;
  }

  /** The parts of a vector, as the components of an identity. */
  told(vector: Int32Array): readonly Component[] {
    const components: Component[] = [];
    for (let slot = 0; slot < this.stored; slot++) {
      const value = vector[slot]!;
      const { id, texts } = this.all[slot]!;
      if (value > 0) components.push({ id, value: texts[value]! });
    }
    return components;
  }

  /** How many values there are in all. */
  get values(): number {
    let count = 0;
    this.all.forEach((slot) => (count += slot.values.length - 1));
    return count;
  }

  private valueOf(number: number, part: Part): number {
    const slot = this.all[number]!;
    const text = number < STORED_MAX ? partText(part, this.times) : derivedText(part);
    const known = slot.ids.get(text);
    if (known !== undefined) return known;
    const value = slot.values.length;
    if (value > VALUES_MAX) {
      const message = `${slot.id} takes more values than ${String(VALUES_MAX)}, the limit of a search.`;
      throw new ConvergeError('limit', message, { part: slot.id, limit: VALUES_MAX });
    }
    slot.values.push(part);
    slot.texts.push(text);
    slot.ids.set(text, value);
    const isTimed = number < STORED_MAX && partText(elapsed(part, 1, this.times), this.times) !== text;
    slot.timed.push(isTimed);
    if (isTimed && !this.timed.includes(number)) this.timed.push(number);
    return value;
  }
}

const derivedText = (part: Part): string => (part.kind === 'row' ? canonical(part.row) : '');

/** `row:TABLE`, `channel:CHANNEL` or `activity:ACTOR`; an actor stands alone. */
function groupOf(id: string): string {
  const second = id.indexOf(':', id.indexOf(':') + 1);
  return second < 0 ? id : id.slice(0, second);
}
