// What the environment does to the actors and their messages, one entry a kind, each under a budget of
// its own. Faults happen between steps. A restart costs nothing: it is the way out of a crash.

import { type Action, CLOCK_ADVANCE, CLOCK_LANE } from './action';
import type { Activity, Reason } from './actor';
import type { ChannelKind, Entry } from './channel';
import type { GuardMemory } from './guard-memory';
import { connectionNamed, connectionOf } from './connection';
import type { Actor, OwnFault, System, World } from './world';

/** What befalls one message in flight. */
export const MESSAGE_FAULTS = ['drop', 'duplicate', 'delay', 'redeliver', 'tear'] as const;
/** What befalls a connection that stays open. */
export const CONNECTION_FAULTS = ['reset', 'eof', 'silence'] as const;

export const FAULT_KINDS = [
  ...(['crash', 'restart', 'pause', 'resume'] as const),
  ...MESSAGE_FAULTS,
  ...CONNECTION_FAULTS,
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
  const found = channel.faults
    .filter(isPossible)
    .map((fault) => action(world, fault, entry.from, channel.id, id));
  const { streams, server } = channel;
  if (streams === undefined || entry.from !== server || world.budget['tear'] === undefined) return found;
  if (connectionNamed(world, channel, entry.connection ?? '') === null) return found;
  const tears = streams.tears(entry.body);
  return [
    ...found,
    ...tears.map((bytes) => action(world, 'tear', entry.from, channel.id, `${id}@${String(bytes)}`)),
  ];
}

/** What could befall a connection that an actor's activity keeps open. */
export function connectionFaults(
  { channels }: Pick<System, 'channels'>,
  world: World,
  server: string,
  activity: Activity,
): readonly Action[] {
  const open = connectionOf({ channels }, server, activity);
  if (open === null || open.caller.silent === true) return [];
  const { kind, caller } = open;
  return CONNECTION_FAULTS.filter((fault) => world.budget[fault] !== undefined).map((fault) =>
    action(world, fault, server, kind.id, caller.id),
  );
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
