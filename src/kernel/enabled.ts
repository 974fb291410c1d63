// All that could happen, component by component: each actor's own steps, each message's deliveries, the
// clock, the faults.

import { type Action, CLOCK_ADVANCE, CLOCK_LANE } from './action';
import type { Activity, ActorState, Reason, Start } from './actor';
import { type ChannelKind, type Entry, firstBefore } from './channel';
import { areSound, connectionOf, isDrained } from './connection';
import { must } from './errors';
import type { GuardMemory } from './guard-memory';
import { waiting } from './locks';
import type { Run } from './store';
import type { Actor, Deadline, System, World } from './world';

/** Why an actor cannot take any step, or null. */
function standstill(actor: string, state: ActorState): Reason | null {
  if (!state.up) return { key: 'isDown', values: { actor } };
  if (state.paused) return { key: 'isPaused', values: { actor } };
  return null;
}

const busy = (activity: Activity): Reason => ({ key: 'isBusy', values: { procedure: activity.procedure } });

/** An actor's own steps: those that continue its activities and those that begin one. */
export function actorActions(
  system: System,
  world: World,
  actor: Actor,
  memory: GuardMemory,
): readonly Action[] {
  const { activities } = must(world.actors[actor.id], `actor ${actor.id} in this world`);
  const found = activities.flatMap((_, i) => [
    continuation(system, world, actor, i, memory),
    ...asides(system, world, actor, i),
  ]);
  return withoutTwins([...found, ...beginnings(system, world, actor, memory)]);
}

/** The procedures that an actor could begin by itself. */
export function beginnings(
  system: System,
  world: World,
  actor: Actor,
  memory: GuardMemory,
): readonly Action[] {
  const state = must(world.actors[actor.id], `actor ${actor.id} in this world`);
  const { kind } = actor;
  const current = state.activities[0];
  const occupied = current !== undefined && !kind.several ? busy(current) : null;
  const reason = standstill(actor.id, state) ?? occupied;
  const starts =
    reason === null
      ? memory.answer(actor.id, state, world, (run) => {
          const { now } = world;
          const sql: Run = (name, parameters) => run(name, { now, actor: actor.id, ...parameters });
          return kind.starts({ actor: actor.id, now, state, parameters: system.parameters, sql });
        })
      : kind.begins.map((procedure) => ({ procedure, run: null, blocked: reason }));
  return withoutTwins(starts.map((start) => beginning(system, actor, start)));
}

/** The next step of one of an actor's activities. */
export function continuation(
  system: System,
  world: World,
  actor: Actor,
  index: number,
  memory: GuardMemory,
): Action {
  const state = must(world.actors[actor.id], `actor ${actor.id} in this world`);
  const activity = must(state.activities[index], `activity ${String(index)} of ${actor.id}`);
  const procedure = must(system.procedures.get(activity.procedure), `procedure ${activity.procedure}`);
  const step = must(procedure.steps[activity.step], `step ${String(activity.step)} of ${procedure.name}`);
  const suffix = actor.kind.several ? `:${activity.request}` : '';
  return {
    id: `${actor.id}.${step.operations[0] ?? ''}${suffix}`,
    kind: 'step',
    lane: actor.id,
    operations: step.operations,
    run: activity.run,
    blocked:
      standstill(actor.id, state) ??
      waiting(world, activity) ??
      unready(system, world, actor, activity, step.operations, memory),
    deed: { deed: 'continue', activity: index },
  };
}

/** The name under which the answer about an activity is remembered. */
export const waitName = (actor: string, request: string, drained: boolean): string =>
  `${actor} ${request}${drained ? '' : ' !'}`;

/** Why an activity cannot take its next step yet, although nothing is in its way. */
function unready(
  system: System,
  world: World,
  { id, kind }: Actor,
  activity: Activity,
  operations: readonly string[],
  memory: GuardMemory,
): Reason | null {
  if (kind.waitsFor === undefined) return null;
  const open = connectionOf(system, id, activity);
  const drained = open === null || isDrained(world, open);
  const { parameters } = system;
  const { now } = world;
  const name = waitName(id, activity.request, drained);
  return memory.answer(name, activity, world, (run) => {
    const sql: Run = (statement, bound) => run(statement, { now, actor: id, ...bound });
    return kind.waitsFor?.({ now, isDrained: drained, parameters, sql, activity, operations }) ?? null;
  });
}

/** The step beside one of an actor's activities, where there is one. */
export function asides(system: System, world: World, actor: Actor, index: number): readonly Action[] {
  const state = must(world.actors[actor.id], `actor ${actor.id} in this world`);
  const activity = must(state.activities[index], `activity ${String(index)} of ${actor.id}`);
  const { kind, id } = actor;
  if (kind.aside === undefined) return [];
  const { memory, disk } = state;
  const aside = kind.aside({
    ...{ now: world.now, memory, disk, activity },
    // Most activities have nothing beside them, whatever is in flight.
    get isDrained() {
      const open = connectionOf(system, id, activity);
      return open === null || isDrained(world, open);
    },
  });
  const step = aside === null ? undefined : system.procedures.get(aside.procedure)?.steps[0];
  if (aside === null || step === undefined) return [];
  return [
    {
      id: `${id}.${step.operations[0] ?? ''}${kind.several ? `:${activity.request}` : ''}`,
      kind: 'step',
      lane: id,
      operations: step.operations,
      run: activity.run,
      blocked: standstill(id, state) ?? (activity.open === undefined ? aside.blocked : busy(activity)),
      deed: { deed: 'aside', activity: index, procedure: aside.procedure },
    },
  ];
}

function beginning(system: System, actor: Actor, start: Start): Action {
  const step = must(system.procedures.get(start.procedure)?.steps[0], `procedure ${start.procedure}`);
  return {
    id: `${actor.id}.${step.operations[0] ?? ''}`,
    kind: 'step',
    lane: actor.id,
    operations: step.operations,
    run: start.run,
    blocked: start.blocked,
    deed: { deed: 'start', start },
  };
}

/** Two ways to begin with the same operation are one action: the possible one, or the first. */
function withoutTwins(actions: readonly Action[]): readonly Action[] {
  const byId = new Map<string, Action>();
  for (const action of actions) {
    const twin = byId.get(action.id);
    if (twin === undefined || (twin.blocked !== null && action.blocked === null)) byId.set(action.id, action);
  }
  return [...byId.values()];
}

/** The deliveries of one message. */
export function deliveries(
  system: System,
  world: World,
  channel: ChannelKind,
  id: string,
  entry: Entry,
): readonly Action[] {
  if (entry.ready === 0 && entry.delayed.length === 0) return [];
  return receiversOf(channel, entry).map((receiver) => delivery(system, world, channel, id, entry, receiver));
}

/** Who may get a message. */
export const receiversOf = (channel: ChannelKind, { to }: Entry): readonly string[] =>
  to === null ? channel.receivers : [to];

function delivery(
  system: System,
  world: World,
  channel: ChannelKind,
  id: string,
  entry: Entry,
  receiver: string,
): Action {
  const actor = must(
    system.actors.find((one) => one.id === receiver),
    `receiver ${receiver}`,
  );
  const state = must(world.actors[receiver], `actor ${receiver} in this world`);
  const current = state.activities[0];
  const waiting: Reason | null = entry.ready === 0 ? { key: 'isDelayed', values: { message: id } } : null;
  const occupied = current !== undefined && !actor.kind.several ? busy(current) : null;
  const first = firstBefore(world.channels[channel.id] ?? {}, entry);
  const queued: Reason | null = first === null ? null : { key: 'comesAfter', values: { message: first } };
  const message = {
    channel: channel.id,
    id,
    from: entry.from,
    to: entry.to,
    run: entry.run,
    body: entry.body,
  };
  const procedure = must(system.procedures.get(actor.kind.receives(message)), `procedure for ${id}`);
  return {
    id: `deliver:${channel.id}>${receiver}:${id}`,
    kind: 'deliver',
    lane: receiver,
    operations: procedure.steps[0]?.operations ?? [],
    run: entry.run,
    blocked: standstill(receiver, state) ?? occupied ?? waiting ?? queued,
    deed: { deed: 'deliver', channel: channel.id, message: id },
  };
}

/** The clock's one action: to the earliest deadline ahead. */
export function clockAction(system: System, world: World, memory: GuardMemory): Action {
  const ahead = deadlines(system, world, memory).filter((deadline) => deadline.at > world.now);
  const to = Math.min(...ahead.map((deadline) => deadline.at));
  const due = ahead.filter((deadline) => deadline.at === to);
  const isSteady = ahead.length > 0 && ahead.every((one) => one.isSteady === true) && areSound(system, world);
  return {
    id: CLOCK_ADVANCE,
    kind: 'clock',
    lane: CLOCK_LANE,
    operations: [],
    run: null,
    blocked: ahead.length === 0 ? { key: 'noDeadlineAhead', values: {} } : null,
    deed: {
      ...{ deed: 'advance', to: ahead.length === 0 ? world.now : to, due: due.map(({ what }) => what) },
      ...(isSteady ? { isSteady } : {}),
    },
  };
}

function deadlines(system: System, world: World, memory: GuardMemory): readonly Deadline[] {
  const found: Deadline[] = [];
  for (const actor of system.actors) {
    const state = world.actors[actor.id];
    if (state !== undefined) found.push(...actorDeadlines(actor, state));
  }
  for (const [channel, state] of Object.entries(world.channels)) {
    for (const [id, entry] of Object.entries(state)) {
      for (const at of entry.delayed) found.push({ at, what: `${channel}:${id}` });
    }
  }
  return [...found, ...rowDeadlines(system, world, memory)];
}

/** When an actor's own waiting ends. */
export function actorDeadlines({ kind }: Actor, state: ActorState): readonly Deadline[] {
  return state.up ? (kind.deadlines?.(state) ?? []) : [];
}

/** Deadlines that lie in rows. */
export function rowDeadlines(system: System, world: World, memory: GuardMemory): readonly Deadline[] {
  return memory.answer(CLOCK_LANE, null, world, (sql) => system.deadlines(world.now, sql));
}
