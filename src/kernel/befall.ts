// Carries out what befalls actors, messages and connections.

import type { ActorState } from './actor';
import { type ChannelKind, type ChannelState, entryOf, put, settle, withEntry } from './channel';
import {
  abandoned,
  type Breaking,
  broken,
  type Connection,
  connectionLooks,
  connectionNamed,
  dispersed,
  openOn,
  tornAt,
} from './connection';
import { ConvergeError, must } from './errors';
import { CONNECTION_FAULTS, type FaultBudget, type FaultKind, isFree } from './fault';
import { actorPart, type Look, messagePart } from './parts';
import type { Run } from './store';
import type { System, World } from './world';

/** How long the fault `delay` holds a message back, in ms. */
const DELAY_MS = 1_000;

/** The world after a fault, and what it looked at to get there. */
export interface Befallen {
  readonly world: World;
  /** Parts that were looked at before any row was read, and after. */
  readonly looks: readonly Look[];
  readonly afterwards: readonly Look[];
}

/** Makes a fault happen. Throws `not-enabled` where the id names nothing. */
export function carryFault(
  system: System,
  world: World,
  fault: FaultKind,
  target: string,
  message: string | null,
): Befallen {
  const looks = faultLooks(system, world, fault, target, message);
  const after = CARRY[fault](system, world, target, message ?? '');
  return { world: { ...after, budget: budgetAfter(world, fault) }, looks, afterwards: [] };
}

function budgetAfter({ budget }: World, fault: string): FaultBudget {
  const left = budget[fault];
  return isFree(fault) || left === undefined ? budget : { ...budget, [fault]: left - 1 };
}

/** What a fault of the kernel's looks at. */
function faultLooks(
  system: System,
  world: World,
  fault: FaultKind,
  target: string,
  message: string | null,
): readonly Look[] {
  if (message !== null) {
    const kind = system.channels.find(({ id }) => id === target);
    const isOfConnection = kind !== undefined && OF_CONNECTIONS.includes(fault);
    return isOfConnection ? connectionLooks(kind) : [{ part: messagePart(target, message) }];
  }
  const state = world.actors[target];
  if (state === undefined) return [];
  const looks: Look[] = [{ part: actorPart(target) }];
  if (fault !== 'crash') return looks;
  looks.push({ activitiesOf: target });
  for (const { caller } of state.activities) {
    if (caller !== null) looks.push({ part: messagePart(caller.channel, resetName(caller.id)) });
  }
  return [...looks, ...system.channels.flatMap((kind) => crashLooks(world, kind, target))];
}

const OF_CONNECTIONS: readonly FaultKind[] = [...CONNECTION_FAULTS, 'tear'];

/** The messages that a crash returns, loses or resets. */
function crashLooks(world: World, kind: ChannelKind, crashed: string): readonly Look[] {
  if (kind.streams !== undefined) return connectionLooks(kind);
  const looks: Look[] = [{ channel: kind.id, of: crashed }];
  if (kind.server !== crashed) return looks;
  for (const [id, entry] of Object.entries(world.channels[kind.id] ?? {})) {
    if (entry.to === crashed) looks.push({ part: messagePart(kind.id, resetName(id)) });
  }
  return looks;
}

/** A fault that only this system knows changes rows, and the broker may stop waiting for somebody. */
export function carryOwn(system: System, world: World, fault: string, target: string): Befallen {
  const own = must(
    system.faults?.find((one) => one.fault === fault),
    `fault ${fault}`,
  );
  const sql: Run = (name, parameters) => system.store.run(name, { now: world.now, ...parameters });
  const channels = { ...world.channels };
  const held = own.befall(target, sql);
  for (const { channel, id, receiver } of held) {
    channels[channel] = settle(channels[channel] ?? {}, id, receiver, true);
  }
  const afterwards = held.map(({ channel, id }) => ({ part: messagePart(channel, id) }));
  return { world: { ...world, channels, budget: budgetAfter(world, fault) }, looks: [], afterwards };
}

const brokenBy =
  (how: Breaking): Carry =>
  (system, world, target, id) =>
    broken(world, connectionAt(system, world, target, id), how);

function connectionAt(system: System, world: World, channel: string, id: string): Connection {
  const kind = system.channels.find((one) => one.id === channel);
  const open = kind === undefined ? null : connectionNamed(world, kind, id);
  if (open === null) throw new ConvergeError('not-enabled', `${channel} has no open connection ${id}.`);
  return open;
}

type Carry = (system: System, world: World, target: string, message: string) => World;

const CARRY: Readonly<Record<FaultKind, Carry>> = {
  crash: (system, world, target) => {
    const { kind, supervised } = actorOf(system, target);
    const crashed = withActor(world, target, (state) => ({
      ...state,
      up: false,
      paused: false,
      memory: kind.memory,
      activities: [],
    }));
    const left = { ...crashed, channels: channelsWithout(system, world, target) };
    const abandons = system.channels.flatMap((kind) =>
      openOn(left, kind).filter(({ caller }) => caller.actor === target),
    );
    const after = abandons.reduce(abandoned, left);
    return supervised === true ? CARRY.restart(system, after, target, '') : after;
  },
  restart: (system, world, target) => {
    const { kind } = actorOf(system, target);
    return withActor(world, target, (state) => ({
      ...state,
      ...(kind.restarted?.(state.disk) ?? { memory: kind.memory }),
      up: true,
    }));
  },
  pause: (_system, world, target) => withActor(world, target, (state) => ({ ...state, paused: true })),
  resume: (_system, world, target) => withActor(world, target, (state) => ({ ...state, paused: false })),
  drop: (_system, world, target, message) =>
    withMessage(world, target, message, (state) => {
      const entry = entryOf(target, state, message);
      return withEntry(state, message, { ...entry, ready: entry.ready - 1 });
    }),
  duplicate: (_system, world, target, message) =>
    withMessage(world, target, message, (state) => {
      const entry = entryOf(target, state, message);
      return withEntry(state, message, { ...entry, ready: entry.ready + 1 });
    }),
  delay: (_system, world, target, message) =>
    withMessage(world, target, message, (state) => {
      const entry = entryOf(target, state, message);
      const delayed = [...entry.delayed, world.now + DELAY_MS];
      return withEntry(state, message, { ...entry, ready: entry.ready - 1, delayed });
    }),
  redeliver: (_system, world, target, message) =>
    withMessage(world, target, message, (state) => {
      const entry = entryOf(target, state, message);
      const held = Object.values(entry.unacknowledged).reduce((sum, n) => sum + n, 0);
      return withEntry(state, message, { ...entry, ready: entry.ready + held, unacknowledged: {} });
    }),
  reset: brokenBy('reset'),
  eof: brokenBy('eof'),
  silence: brokenBy('silence'),
  collect: brokenBy('collect'),
  tear: (system, world, target, place) => {
    const at = place.lastIndexOf('@');
    const message = place.slice(0, at);
    const { connection } = entryOf(target, world.channels[target] ?? {}, message);
    const open = connectionAt(system, world, target, connection ?? '');
    return tornAt(world, open, message, Number(place.slice(at + 1)));
  },
};

function actorOf(system: System, id: string): System['actors'][number] {
  const actor = system.actors.find((one) => one.id === id);
  if (actor === undefined) throw new ConvergeError('not-enabled', `There is no actor ${id}.`);
  return actor;
}

function withActor(world: World, id: string, change: (state: ActorState) => ActorState): World {
  const state = world.actors[id];
  if (state === undefined) throw new ConvergeError('not-enabled', `There is no actor ${id} on stage.`);
  return { ...world, actors: { ...world.actors, [id]: change(state) } };
}

function withMessage(
  world: World,
  channel: string,
  id: string,
  change: (state: ChannelState) => ChannelState,
): World {
  const state = world.channels[channel] ?? {};
  entryOf(channel, state, id);
  return { ...world, channels: { ...world.channels, [channel]: change(state) } };
}

/** What a crash does to messages: deliveries return, connections of the process are reset. */
function channelsWithout(system: System, world: World, crashed: string): World['channels'] {
  const channels = { ...world.channels };
  for (const kind of system.channels) {
    let state = channels[kind.id] ?? {};
    for (const [id, entry] of Object.entries(state)) {
      const held = entry.unacknowledged[crashed] ?? 0;
      if (held > 0) {
        const { [crashed]: _held, ...unacknowledged } = entry.unacknowledged;
        state = { ...state, [id]: { ...entry, ready: entry.ready + held, unacknowledged } };
      }
      if (kind.server === null || entry.to !== crashed) continue;
      const { [id]: _gone, ...rest } = state;
      state = kind.server === crashed ? reset(kind, rest, crashed, entry.from, id) : rest;
    }
    for (const activity of world.actors[crashed]?.activities ?? []) {
      const { caller } = activity;
      if (caller?.channel !== kind.id || caller.silent === true) continue;
      const left = caller.collected === true ? dispersed(state, caller.id) : state;
      state = reset(kind, left, crashed, caller.actor, caller.id);
    }
    channels[kind.id] = state;
  }
  return channels;
}

/** Tells a client that the connection of its request is gone: `{"reset": request id}`. */
export function reset(
  { id: channel, streams, ordered }: ChannelKind,
  state: ChannelState,
  from: string,
  to: string,
  request: string,
): ChannelState {
  const body = { reset: request };
  const travels = streams === undefined ? {} : { connection: request };
  const message = { channel, id: resetName(request), from, to, run: null, body, ...travels };
  return put(channel, state, message, undefined, ordered)[0];
}

/** How the reset of a request is named. */
export const resetName = (request: string): string => `${request}:reset`;
