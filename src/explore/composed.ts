// A vector put together as a world that the engine can step, and the engine's worlds taken apart into
// vectors. The clock of such a world stands at 0, so that what is stamped in it never differs.

import type { Activity, ActorState } from '../kernel/actor';
import type { Entry } from '../kernel/channel';
import type { FaultBudget } from '../kernel/fault';
import { compareIds } from '../kernel/json';
import { activityPart, actorParts, messagePart, type Part, partsOf, rebased, rowPart } from '../kernel/parts';
import { PersistentMap } from '../kernel/persistent-map';
import type { Stepped } from '../kernel/simulation';
import type { Row, Table } from '../kernel/store';
import type { System, World } from '../kernel/world';
import { SLOTS_MAX, type Slots, STORED_MAX } from './slots';

/** What a step made of some parts: slot, value, slot, value, … */
export type Writes = number[];

export class Composed {
  /** The vector that the parts below make up. */
  private readonly held = new Int32Array(SLOTS_MAX);
  private readonly states = new Map<string, Omit<ActorState, 'activities'>>();
  private readonly activities = new Map<string, Map<string, Activity>>();
  private readonly channels: Record<string, Record<string, Entry>> = {};
  private rows: Record<string, Table> = {};
  private actors: Record<string, ActorState> = {};

  private readonly system: System;
  private readonly slots: Slots;
  private readonly budget: FaultBudget;

  constructor(system: System, slots: Slots, budget: FaultBudget) {
    this.system = system;
    this.slots = slots;
    this.budget = budget;
    for (const { id } of system.actors) this.activities.set(id, new Map());
    for (const { id } of system.channels) this.channels[id] = {};
  }

  /** The world that a vector stands for. */
  world(vector: Int32Array): World {
    const touched = new Set<string>();
    this.bring(vector, 0, this.slots.stored, touched);
    this.bring(vector, STORED_MAX, STORED_MAX + this.slots.derived, touched);
    if (touched.size > 0) this.actors = { ...this.actors };
    for (const actor of touched) this.actors[actor] = this.actor(actor);
    const channels = Object.fromEntries(
      Object.entries(this.channels).map(([id, messages]) => [id, { ...messages }]),
    );
    const { actors, budget } = this;
    return { now: 0, actors, channels, rows: { ...this.rows }, budget, judgement: {} };
  }

  /** Where an activity stands among those of its actor. */
  indexOf(actor: string, request: string): number {
    return [...this.activities.get(actor)!.keys()].toSorted(compareIds).indexOf(request);
  }

  /** The vector of a world, as slots and values. */
  taken(world: World): Writes {
    const { times } = this.system;
    return partsOf(world, times).flatMap((part) => this.slots.intern(rebased(part, world.now, times)));
  }

  /** What a step changed: the parts that are different, come or gone. */
  writes(before: World, { world, record }: Stepped): Writes {
    // Once time has passed, every deadline is nearer.
    if (world.now !== before.now) return this.taken(world);
    const writes: Writes = [];
    const add = (part: Part): number =>
      writes.push(...this.slots.intern(rebased(part, world.now, this.system.times)));
    const drop = (id: string): number => writes.push(this.slots.of(id), 0);
    for (const [actor, state] of Object.entries(world.actors)) {
      const was = before.actors[actor];
      if (was === state) continue;
      const held = new Set<unknown>(was?.activities);
      for (const part of actorParts(actor, state)) {
        if (part.kind === 'activity' ? !held.has(part.activity) : !isStanding(state, was)) add(part);
      }
      const left = new Set(state.activities.map(({ request }) => request));
      for (const { request } of was?.activities ?? [])
        if (!left.has(request)) drop(activityPart(actor, request));
    }
    for (const [channel, state] of Object.entries(world.channels)) {
      const was = before.channels[channel] ?? {};
      if (was === state) continue;
      for (const [message, entry] of Object.entries(state)) {
        if (was[message] !== entry) add({ kind: 'message', channel, message, entry });
      }
      for (const message of Object.keys(was)) if (!(message in state)) drop(messagePart(channel, message));
    }
    for (const { table, key, after } of record.changes) {
      if (after === null) drop(rowPart(table, key));
      else add({ kind: 'row', table, key, row: after });
    }
    return writes;
  }

  private bring(vector: Int32Array, from: number, to: number, touched: Set<string>): void {
    for (let slot = from; slot < to; slot++) {
      const value = vector[slot]!;
      if (this.held[slot] === value) continue;
      const part = this.slots.part(slot, value);
      if (part === null) this.remove(this.slots.part(slot, this.held[slot]!)!, touched);
      else this.put(part, touched);
      this.held[slot] = value;
    }
  }

  private put(part: Part, touched: Set<string>): void {
    switch (part.kind) {
      case 'actor':
        this.states.set(part.actor, part.state);
        touched.add(part.actor);
        return;
      case 'activity':
        this.activities.get(part.actor)!.set(part.activity.request, part.activity);
        touched.add(part.actor);
        return;
      case 'message':
        this.channels[part.channel]![part.message] = part.entry;
        return;
      case 'row':
        this.rows[part.table] = (this.rows[part.table] ?? PersistentMap.empty<Row>()).set(part.key, part.row);
    }
  }

  private remove(part: Part, touched: Set<string>): void {
    switch (part.kind) {
      case 'actor':
        return;
      case 'activity':
        this.activities.get(part.actor)!.delete(part.activity.request);
        touched.add(part.actor);
        return;
      case 'message':
        Reflect.deleteProperty(this.channels[part.channel]!, part.message);
        return;
      case 'row':
        this.rows[part.table] = this.rows[part.table]!.delete(part.key);
    }
  }

  private actor(id: string): ActorState {
    const under = [...this.activities.get(id)!.entries()].toSorted(([a], [b]) => compareIds(a, b));
    return { ...this.states.get(id)!, activities: under.map(([, activity]) => activity) };
  }
}

/** Whether an actor is as it was, what it is in the middle of apart. */
function isStanding(state: ActorState, was: ActorState | undefined): boolean {
  if (was === undefined || state.up !== was.up || state.paused !== was.paused) return false;
  return state.memory === was.memory && state.disk === was.disk;
}
