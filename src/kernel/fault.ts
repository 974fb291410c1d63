// What the environment does to the actors and their messages, one entry a kind, each under a budget of
// its own. Faults happen between steps. A restart costs nothing: it is the way out of a crash.

import type { Action } from './action';
import type { ActorState, Reason } from './actor';
import { entryOf, put, type ChannelState, withEntry } from './channel';
import { ConvergeError } from './errors';
import type { System, World } from './world';

export const FAULT_KINDS = ['crash', 'restart', 'pause', 'resume', 'drop', 'duplicate', 'delay'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** How many faults of a kind are left. Kinds that are absent are not possible at all; restart and resume are free. */
export type FaultBudget = Readonly<Partial<Record<FaultKind, number>>>;

/** How long the fault `delay` holds a message back, in ms. */
const DELAY_MS = 1_000;

const isFree = (fault: FaultKind): boolean => fault === 'restart' || fault === 'resume';

function spent(world: World, fault: FaultKind): Reason | null {
  const left = world.budget[fault] ?? 0;
  return isFree(fault) || left > 0 ? null : { key: 'faultBudgetSpent', values: { fault } };
}

function action(
  world: World,
  fault: FaultKind,
  lane: string,
  target: string,
  message: string | null,
): Action {
  const id = message === null ? `${fault}:${target}` : `${fault}:${target}:${message}`;
  const deed = { deed: 'fault', fault, target, message } as const;
  return { id, kind: 'fault', lane, operations: [], run: null, blocked: spent(world, fault), deed };
}

/** The faults that could befall one actor. */
export function actorFaults(system: System, world: World): readonly Action[] {
  const found: Action[] = [];
  for (const actor of system.actors) {
    const state = world.actors[actor.id];
    if (state === undefined) continue;
    const add = (fault: FaultKind): number => found.push(action(world, fault, actor.id, actor.id, null));
    if (actor.crashes) add(state.up ? 'crash' : 'restart');
    if (actor.pauses && state.up) add(state.paused ? 'resume' : 'pause');
  }
  return found;
}

/** The faults that could befall the messages in flight. */
export function messageFaults(system: System, world: World): readonly Action[] {
  const found: Action[] = [];
  for (const channel of system.channels) {
    for (const [id, entry] of Object.entries(world.channels[channel.id] ?? {})) {
      if (entry.ready === 0) continue;
      for (const fault of channel.faults) found.push(action(world, fault, entry.from, channel.id, id));
    }
  }
  return found;
}

/** The world after a fault. Throws `not-enabled` where the id names nothing. */
export function carryFault(
  system: System,
  world: World,
  fault: FaultKind,
  target: string,
  message: string | null,
): World {
  const left = world.budget[fault];
  const budget = isFree(fault) || left === undefined ? world.budget : { ...world.budget, [fault]: left - 1 };
  return { ...CARRY[fault](system, world, target, message ?? ''), budget };
}

type Carry = (system: System, world: World, target: string, message: string) => World;

const CARRY: Readonly<Record<FaultKind, Carry>> = {
  crash: (system, world, target) => {
    const { kind } = actorOf(system, target);
    const crashed = withActor(world, target, (state) => ({
      ...state,
      up: false,
      paused: false,
      memory: kind.memory,
      activities: [],
    }));
    return { ...crashed, channels: channelsWithout(system, world, target) };
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
      state = kind.server === crashed ? reset(kind.id, rest, crashed, entry.from, id) : rest;
    }
    for (const activity of world.actors[crashed]?.activities ?? []) {
      const { caller } = activity;
      if (caller?.channel === kind.id) state = reset(kind.id, state, crashed, caller.actor, caller.id);
    }
    channels[kind.id] = state;
  }
  return channels;
}

/** Tells a client that the connection of its request is gone: `{"reset": request id}`. */
export function reset(
  channel: string,
  state: ChannelState,
  from: string,
  to: string,
  request: string,
): ChannelState {
  const body = { reset: request };
  return put(channel, state, { channel, id: `${request}:reset`, from, to, run: null, body })[0];
}
