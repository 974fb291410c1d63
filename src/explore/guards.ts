// What can happen in the world that is looked at, part by part: each actor, each activity, each message, the
// clock and the faults are asked once for each thing that they read (DESIGN §1.1).

import { type Action, CLOCK_ADVANCE, CLOCK_LANE } from '../kernel/action';
import {
  actorDeadlines,
  asides,
  beginnings,
  clockAction,
  continuation,
  deliveries,
  receiversOf,
  rowDeadlines,
  waitName,
} from '../kernel/enabled';
import type { Activity } from '../kernel/actor';
import { connectionOf, isDrained } from '../kernel/connection';
import { ConvergeError, must } from '../kernel/errors';
import { actorFaults, connectionFaults, messageFaults, ownFaults } from '../kernel/fault';
import { GuardMemory } from '../kernel/guard-memory';
import { canonical, type Json } from '../kernel/json';
import { holders } from '../kernel/locks';
import { activityPart, actorPart } from '../kernel/parts';
import type { Actor, OwnFault, World } from '../kernel/world';
import type { Context } from './context';
import { type Access, Node, recall } from './memo';
import type { Move, Moves } from './moves';

type Found = readonly Move[];

export class Guards {
  /** Time passes because nobody can do anything, or while somebody could. */
  readonly clock: Move;
  readonly early: Move;
  private readonly begin: readonly Node<Found>[];
  private readonly befall: readonly Node<Found>[];
  private readonly own: readonly Node<Found>[];
  /** By slot: what an activity goes on with, what a message may do, what may befall it. */
  private readonly goOn: Node<Found>[] = [];
  private readonly arrive: Node<Found>[] = [];
  private readonly hit: Node<Found>[] = [];
  /** By slot of an activity: what may befall the connection that it keeps open. */
  private readonly strike: Node<Found>[] = [];
  private readonly due = new Node<number>();
  private readonly actorsDue: (number | undefined)[][] = [];
  private readonly isStill: readonly boolean[];
  private readonly isEarlyAllowed: boolean;
  private readonly lanes: readonly string[];
  /** By actor and by channel: the slots of what stands, of what is under way, of what is in flight. */
  private readonly standing: readonly number[];
  private readonly underWay: readonly (readonly number[])[];
  private readonly inFlight: readonly (readonly number[])[];
  private readonly context: Context;
  private readonly moves: Moves;

  constructor(context: Context, moves: Moves, still: readonly string[]) {
    const { system, slots, faults } = context;
    this.context = context;
    this.moves = moves;
    this.lanes = system.actors.map((actor) => actor.id);
    this.begin = system.actors.map(() => new Node<Found>());
    this.befall = system.actors.map(() => new Node<Found>());
    this.own = (system.faults ?? []).map(() => new Node<Found>());
    this.standing = this.lanes.map((id) => slots.of(actorPart(id)));
    this.underWay = this.lanes.map((id) => slots.group(`activity:${id}`));
    this.inFlight = system.channels.map(({ id }) => slots.group(`channel:${id}`));
    const advance = (world: World): Action => clockAction(system, world, new GuardMemory(system));
    this.clock = moves.named('clock', CLOCK_ADVANCE, null, advance);
    this.early = moves.named('early', CLOCK_ADVANCE, CLOCK_LANE, advance);
    this.isStill = this.lanes.map((lane) => still.includes(lane));
    this.isEarlyAllowed = faults.includes(CLOCK_LANE);
  }

  /**
   * Everything that can happen and is no fault, or a free one; then, if asked for, the faults. Time passes by
   * itself where nobody can act; that it passes while somebody could is a fault of its own, of kind `clock`.
   */
  list(found: Move[], withFaults: boolean): void {
    found.length = 0;
    const { actors } = this.context.system;
    for (let i = 0; i < actors.length; i++) {
      if (this.isStill[i] === true) continue;
      push(found, recall(this.begin[i]!, this.context.present) ?? this.beginning(i));
      for (const slot of this.underWay[i]!) {
        if (this.context.vector[slot] === 0) continue;
        const node = (this.goOn[slot] ??= new Node<Found>());
        push(found, recall(node, this.context.present) ?? this.going(actors[i]!, slot, node));
      }
    }
    for (const messages of this.inFlight) {
      for (const slot of messages) {
        if (this.context.vector[slot] === 0) continue;
        const node = (this.arrive[slot] ??= new Node<Found>());
        push(found, recall(node, this.context.present) ?? this.arriving(slot, node));
      }
    }
    const isQuiet = found.length === 0;
    if ((isQuiet || (withFaults && this.isEarlyAllowed)) && this.timePasses() > 0) {
      found.push(isQuiet ? this.clock : this.early);
    }
    this.listFaults(found, withFaults);
  }

  private listFaults(found: Move[], withFaults: boolean): void {
    const { vector } = this.context;
    for (let i = 0; i < this.befall.length; i++) {
      for (const move of recall(this.befall[i]!, this.context.present) ?? this.befalling(i)) {
        if (withFaults || move.fault === null) found.push(move);
      }
    }
    if (!withFaults) return;
    for (let i = 0; i < this.underWay.length; i++) {
      for (const slot of this.underWay[i]!) {
        if (vector[slot] === 0) continue;
        const node = (this.strike[slot] ??= new Node<Found>());
        push(found, recall(node, this.context.present) ?? this.striking(i, slot, node));
      }
    }
    for (const messages of this.inFlight) {
      for (const slot of messages) {
        if (vector[slot] === 0) continue;
        const node = (this.hit[slot] ??= new Node<Found>());
        push(found, recall(node, this.context.present) ?? this.hitting(slot, node));
      }
    }
    for (let i = 0; i < this.own.length; i++) {
      push(found, recall(this.own[i]!, this.context.present) ?? this.owning(i));
    }
  }

  private beginning(index: number): Found {
    const actor = this.context.system.actors[index]!;
    const [world, memory] = [this.context.world(), new GuardMemory(this.context.system)];
    const actions = beginnings(this.context.system, world, actor, memory);
    const moves = this.moves.of(actions, (action) => canonical(action.deed as unknown as Json));
    const accesses = [
      this.context.slots.of(actorPart(actor.id)),
      ...this.activitiesAsked(actor),
      ...memory.reads(actor.id).map((read) => this.context.accesses.ofRead(read)),
    ];
    return this.context.known(this.begin[index]!, accesses, moves);
  }

  /** One that does one thing at a time begins nothing while it does any; of others all may be asked. */
  private activitiesAsked({ id, kind }: Actor): readonly Access[] {
    if (kind.begins.length === 0) return [];
    const group = `activity:${id}`;
    return [kind.several ? this.context.accesses.group(group) : this.context.accesses.presence(group)];
  }

  private going(actor: Actor, slot: number, node: Node<Found>): Found {
    const part = this.context.partAt(slot);
    const request = part.kind === 'activity' ? part.activity.request : '';
    const memory = new GuardMemory(this.context.system);
    const find = (world: World, asking = new GuardMemory(this.context.system)): Action =>
      continuation(
        this.context.system,
        world,
        actor,
        this.context.composed.indexOf(actor.id, request),
        asking,
      );
    const beside = (world: World): readonly Action[] =>
      asides(this.context.system, world, actor, this.context.composed.indexOf(actor.id, request));
    const moves = [find(this.context.world(), memory), ...beside(this.context.world())]
      .filter((action) => action.blocked === null)
      .map(({ id, deed }) => {
        const key = `${activityPart(actor.id, request)} ${id}`;
        const inWorld = deed.deed === 'aside' ? (world: World) => must(beside(world)[0], id) : find;
        return this.moves.named(key, id, null, inWorld);
      });
    const isWaiting = part.kind === 'activity' && part.activity.waits !== undefined;
    const { system, accesses, slots } = this.context;
    const locks = isWaiting ? holders(system).map((id) => accesses.locks(id)) : [];
    const waits = part.kind === 'activity' ? this.waitsOf(actor, part.activity, memory) : [];
    return this.context.known(node, [slot, slots.of(actorPart(actor.id)), ...locks, ...waits], moves);
  }

  /** What decided whether an activity that nothing is in the way of takes its next step. */
  private waitsOf(actor: Actor, activity: Activity, memory: GuardMemory): readonly Access[] {
    const { system, accesses } = this.context;
    if (actor.kind.waitsFor === undefined) return [];
    const open = connectionOf(system, actor.id, activity);
    const drained = open === null || isDrained(this.context.world(), open);
    const travels = open === null ? [] : [accesses.group(`channel:${open.kind.id}`)];
    const name = waitName(actor.id, activity.request, drained);
    return [...travels, ...memory.reads(name).map((read) => accesses.ofRead(read))];
  }

  private arriving(slot: number, node: Node<Found>): Found {
    const { channel, message, entry } = this.messageAt(slot);
    const world = this.context.world();
    const moves = this.moves.of(deliveries(this.context.system, world, channel, message, entry));
    const accesses: Access[] = [slot];
    for (const receiver of receiversOf(channel, entry)) {
      accesses.push(
        this.context.slots.of(actorPart(receiver)),
        this.context.accesses.presence(`activity:${receiver}`),
      );
    }
    if (channel.ordered !== undefined) accesses.push(this.context.accesses.group(`channel:${channel.id}`));
    return this.context.known(node, accesses, moves);
  }

  private hitting(slot: number, node: Node<Found>): Found {
    const { channel, message, entry } = this.messageAt(slot);
    // A piece can be torn for as long as its connection is open.
    const isPiece = channel.streams !== undefined && entry.from === channel.server;
    const open = isPiece ? [this.context.accesses.group(`activity:${channel.server}`)] : [];
    return this.context.known(
      node,
      [slot, ...open],
      this.moves.of(messageFaults(this.context.world(), channel, message, entry)),
    );
  }

  private striking(index: number, slot: number, node: Node<Found>): Found {
    const part = this.context.partAt(slot);
    if (part.kind !== 'activity')
      throw new ConvergeError('definition', `Slot ${String(slot)} is no activity.`);
    const { system } = this.context;
    const actions = connectionFaults(system, this.context.world(), system.actors[index]!.id, part.activity);
    return this.context.known(node, [slot], this.moves.of(actions));
  }

  private befalling(index: number): Found {
    const actor = this.context.system.actors[index]!;
    const slot = this.context.slots.of(actorPart(actor.id));
    const isBusy = actor.supervised === true ? [this.context.accesses.presence(`activity:${actor.id}`)] : [];
    return this.context.known(
      this.befall[index]!,
      [slot, ...isBusy],
      this.moves.of(actorFaults(this.context.world(), actor)),
    );
  }

  private owning(index: number): Found {
    const own: OwnFault = this.context.system.faults![index]!;
    const memory = new GuardMemory(this.context.system);
    const moves = this.moves.of(ownFaults(this.context.world(), own, this.lanes, memory));
    const accesses = memory.reads(own.fault).map((read) => this.context.accesses.ofRead(read));
    return this.context.known(this.own[index]!, accesses, moves);
  }

  /** How many ms pass until the earliest deadline ahead; 0 where there is none. */
  timePasses(): number {
    const { vector } = this.context;
    let least = recall(this.due, this.context.present) ?? this.rowsDue();
    const sooner = (at: number): void => {
      if (at > 0 && (least === 0 || at < least)) least = at;
    };
    for (let i = 0; i < this.standing.length; i++) sooner(this.actorDue(i));
    for (const slot of this.context.slots.timed) {
      const part = this.context.slots.part(slot, vector[slot]!);
      if (part?.kind === 'message') for (const at of part.entry.delayed) sooner(at);
    }
    return least;
  }

  private rowsDue(): number {
    const memory = new GuardMemory(this.context.system);
    const ahead = rowDeadlines(this.context.system, this.context.world(), memory).filter(({ at }) => at > 0);
    const accesses = memory.reads('clock').map((read) => this.context.accesses.ofRead(read));
    return this.context.known(
      this.due,
      accesses,
      ahead.length === 0 ? 0 : Math.min(...ahead.map(({ at }) => at)),
    );
  }

  private actorDue(index: number): number {
    const value = this.context.vector[this.standing[index]!]!;
    const known = (this.actorsDue[index] ??= []);
    return (known[value] ??= this.firstDue(this.context.system.actors[index]!));
  }

  private firstDue(actor: Actor): number {
    const state = must(this.context.world().actors[actor.id], actor.id);
    const ahead = actorDeadlines(actor, state).filter(({ at }) => at > 0);
    return ahead.length === 0 ? 0 : Math.min(...ahead.map(({ at }) => at));
  }

  private messageAt(slot: number) {
    const part = this.context.partAt(slot);
    if (part.kind !== 'message') throw new ConvergeError('definition', `Slot ${String(slot)} is no message.`);
    const { channel: id, message, entry } = part;
    const channel = must(
      this.context.system.channels.find((one) => one.id === id),
      `channel ${id}`,
    );
    return { channel, message, entry };
  }
}

function push(found: Move[], moves: Found): void {
  for (const move of moves) found.push(move);
}
