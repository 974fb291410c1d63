// What the environment does to the actors and their messages, one entry a kind, each under a budget of
// its own. Faults happen between steps. A restart costs nothing: it is the way out of a crash.

import { type Action, CLOCK_ADVANCE, CLOCK_LANE } from './action';
import type { ActorState, Reason } from './actor';
import { type ChannelKind, type ChannelState, type Entry, entryOf, put, settle, withEntry } from './channel';
import type { GuardMemory } from './guard-memory';
import { ConvergeError, must } from './errors';
import { actorPart, type Look, messagePart } from './parts';
import type { Run } from './store';
import type { Actor, OwnFault, System, World } from './world';

export const FAULT_KINDS = [
  'crash',
  'restart',
  'pause',
  'resume',
  'drop',
  'duplicate',
  'delay',
  'redeliver',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault of the kernel's, or one that only the system knows. */
export type FaultForm = FaultKind | 'own';

/** What befell in a step, or null where somebody acted, or time passed. */
export function faultIn({ id, operations }: { id: string; operations: readonly string[] }): FaultForm | null {
  const known = FAULT_KINDS.find((kind) => id.startsWith(`${kind}:`));
  return known ?? (operations.length > 0 || id === CLOCK_ADVANCE ? null : 'own');
}

/**
 * How many faults are left, by kind or by the name of a system's own fault. What is absent is not possible
 * at all; restart and resume are free.
 */
export type FaultBudget = Readonly<Record<string, number | undefined>>;

/** How long the fault `delay` holds a message back, in ms. */
const DELAY_MS = 1_000;

/** The ways out of a crash and of a pause cost nothing. */
export const isFree = (fault: string): boolean => fault === 'restart' || fault === 'resume';

function spent(world: World, fault: string): Reason | null {
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
export function actorFaults(world: World, actor: Actor): readonly Action[] {
  const found: Action[] = [];
  const state = world.actors[actor.id];
  if (state === undefined) return found;
  const add = (fault: FaultKind): number => found.push(action(world, fault, actor.id, actor.id, null));
  const isIdle = actor.supervised === true && state.activities.length === 0;
  if (actor.crashes && !isIdle) add(state.up ? 'crash' : 'restart');
  if (actor.pauses && state.up) add(state.paused ? 'resume' : 'pause');
  return found;
}

/** The faults that could befall one message in flight. */
export function messageFaults(
  world: World,
  channel: ChannelKind,
  id: string,
  entry: Entry,
): readonly Action[] {
  const isHeld = Object.keys(entry.unacknowledged).length > 0;
  const isPossible = (fault: FaultKind): boolean => (fault === 'redeliver' ? isHeld : entry.ready > 0);
  return channel.faults.filter(isPossible).map((fault) => action(world, fault, entry.from, channel.id, id));
}

/** What a fault of the system's own could befall. */
export function ownFaults(
  world: World,
  own: OwnFault,
  lanes: readonly string[],
  memory: GuardMemory,
): readonly Action[] {
  const { fault } = own;
  if (world.budget[fault] === undefined) return [];
  const targets = memory.answer(fault, null, world, (sql) => own.targets(sql));
  return targets.map((target) => ({
    ...{
      id: `${fault}:${target}`,
      kind: 'fault',
      lane: lanes.includes(target) ? target : (own.lane ?? CLOCK_LANE),
    },
    ...{ operations: [], run: null, blocked: spent(world, fault), deed: { deed: 'own', fault, target } },
  }));
}

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
  if (message !== null) return [{ part: messagePart(target, message) }];
  const state = world.actors[target];
  if (state === undefined) return [];
  const looks: Look[] = [{ part: actorPart(target) }];
  if (fault !== 'crash') return looks;
  looks.push({ activitiesOf: target });
  for (const { caller } of state.activities) {
    if (caller !== null) looks.push({ part: messagePart(caller.channel, resetName(caller.id)) });
  }
  return [...looks, ...system.channels.flatMap((kind) => connectionLooks(world, kind, target))];
}

/** The messages that a crash returns, loses or resets. */
function connectionLooks(world: World, kind: ChannelKind, crashed: string): readonly Look[] {
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
    const after = { ...crashed, channels: channelsWithout(system, world, target) };
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
  const message = { channel, id: resetName(request), from, to, run: null, body };
  return put(channel, state, message)[0];
}

/** How the reset of a request is named. */
export const resetName = (request: string): string => `${request}:reset`;
