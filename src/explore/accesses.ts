// What was read, as slots: a part is one slot; a range, an actor's messages, or a few columns of rows are seen
// by a scan, which tells values apart only as far as they were looked at.

import { canonical } from '../kernel/json';
import { concerns, type Look, type Part, rowPart } from '../kernel/parts';
import { covers, type Read } from '../kernel/store';
import { type Access, type Present, Scan, type Seen } from './memo';
import type { Slots } from './slots';

export class Accesses {
  private readonly scans = new Map<string, Scan>();
  private readonly views = new Map<string, Seen>();
  private readonly slots: Slots;
  private readonly present: Present;

  constructor(slots: Slots, present: Present) {
    this.slots = slots;
    this.present = present;
  }

  ofLook(look: Look): Access {
    if ('part' in look) return this.slots.of(look.part);
    if ('activitiesOf' in look) return this.group(`activity:${look.activitiesOf}`);
    if ('locksOf' in look) return this.locks(look.locksOf);
    if ('messagesIn' in look) return this.group(`channel:${look.messagesIn}`);
    const { channel, of } = look;
    const seen: Seen = (slot, value) => {
      const part = this.part(slot, value);
      return part.kind === 'message' && concerns(part.entry, of) ? value : 0;
    };
    return this.scan(`channel:${channel}>${of}`, this.slots.group(`channel:${channel}`), seen);
  }

  /** @param columns the columns that were looked at, if not all of them */
  ofRead(read: Read, columns?: readonly string[]): Access {
    const seen = columns === undefined ? wholly : this.columnsOf(read.table, columns);
    if (!('key' in read)) {
      const name = `${JSON.stringify(read)} ${columns?.join() ?? ''}`;
      const inRange: Seen = (slot, value) => {
        const part = this.part(slot, value);
        return part.kind === 'row' && covers(read, read.table, part.key, part.row) ? seen(slot, value) : 0;
      };
      return this.scan(name, this.slots.group(`row:${read.table}`), inRange);
    }
    const slot = this.slots.of(rowPart(read.table, read.key));
    return columns === undefined ? slot : this.scan(`${String(slot)} ${columns.join()}`, [slot], seen);
  }

  /** All parts of a group that are there. */
  group(name: string): Scan {
    return this.scan(name, this.slots.group(name), wholly);
  }

  /** What an actor has locked, whatever else it is in the middle of. */
  locks(actor: string): Scan {
    const seen: Seen = (slot, value) => {
      const part = this.part(slot, value);
      return part.kind === 'activity' && part.activity.open !== undefined ? value : 0;
    };
    return this.scan(`locks:${actor}`, this.slots.group(`activity:${actor}`), seen);
  }

  /** Which parts of a group are there, whatever they hold. */
  presence(name: string): Scan {
    return this.scan(`${name}?`, this.slots.group(name), () => 1);
  }

  /** Tells rows apart by some of their columns. */
  private columnsOf(table: string, columns: readonly string[]): Seen {
    const name = `${table} ${columns.join()}`;
    let view = this.views.get(name);
    if (view === undefined) {
      const texts = new Map<string, number>();
      view = (slot, value) => {
        const part = this.part(slot, value);
        if (part.kind !== 'row') return value;
        const text = canonical(columns.map((column) => part.row[column] ?? null));
        const known = texts.get(text) ?? texts.size + 1;
        texts.set(text, known);
        return known;
      };
      this.views.set(name, view);
    }
    return view;
  }

  private part(slot: number, value: number): Part {
    return this.slots.part(slot, value)!;
  }

  private scan(name: string, members: readonly number[], seen: Seen): Scan {
    let scan = this.scans.get(name);
    if (scan === undefined) this.scans.set(name, (scan = new Scan(name, members, seen, this.present)));
    return scan;
  }
}

const wholly: Seen = (_slot, value) => value;
