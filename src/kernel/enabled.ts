// All that could happen, component by component: each actor's own steps, each channel's deliveries, the
// clock, the faults. A guard sees no more than the step that it guards, and what it read is kept, so an
// answer is reused for as long as nothing that it read has changed.

import { type Action, CLOCK_ADVANCE } from './action';
import type { Activity, ActorState, Reason, Start } from './actor';
import type { ChannelKind, Entry } from './channel';
import { must } from './errors';
import type { Read, Rows, Run } from './store';
import type { Actor, Deadline, System, World } from './world';

interface Remembered<T> {
  readonly state: unknown;
  readonly now: number;
  readonly reads: readonly Read[];
  readonly tables: readonly (readonly [string, Rows[string] | undefined])[];
  readonly value: T;
}

/** Answers of guards, kept while the actor's state, the clock and the tables they read are the same. */
export class GuardMemory {
  private readonly kept = new Map<string, Remembered<unknown>>();
  private readonly system: System;

  constructor(system: System) {
    this.system = system;
  }

  answer<T>(name: string, state: unknown, world: World, ask: (run: Run) => T): T {
    const known = this.kept.get(name) as Remembered<T> | undefined;
    if (known !== undefined && isCurrent(known, state, world)) return known.value;
    const { store } = this.system;
    store.restore(world.rows);
    const { value, reads } = store.peek(ask);
    this.kept.set(name, { state, now: world.now, reads, tables: tablesOf(reads, world.rows), value });
    return value;
  }

  /** What the last answer of a guard depended on, besides the actor's state and the clock. */
  reads(name: string): readonly Read[] {
    return this.kept.get(name)?.reads ?? [];
  }
}

function isCurrent(known: Remembered<unknown>, state: unknown, world: World): boolean {
  if (known.state !== state || known.now !== world.now) return false;
  return known.tables.every(([table, rows]) => world.rows[table] === rows);
}

function tablesOf(reads: readonly Read[], rows: Rows): Remembered<unknown>['tables'] {
  return [...new Set(reads.map((read) => read.table))].map((table) => [table, rows[table]] as const);
}

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
  const state = must(world.actors[actor.id], `actor ${actor.id} in this world`);
  const blocked = standstill(actor.id, state);
  const found = state.activities.map((activity, i) => continuation(system, actor, activity, i, blocked));
  const { kind } = actor;
  const current = state.activities[0];
  const reason = blocked ?? (current !== undefined && !kind.several ? busy(current) : null);
  const starts =
    reason === null
      ? memory.answer(actor.id, state, world, (run) => {
          const { now } = world;
          const sql: Run = (name, parameters) => run(name, { now, actor: actor.id, ...parameters });
          return kind.starts({ actor: actor.id, now, state, parameters: system.parameters, sql });
        })
      : kind.begins.map((procedure) => ({ procedure, run: null, blocked: reason }));
  return withoutTwins([...found, ...starts.map((start) => beginning(system, actor, start))]);
}

function continuation(
  system: System,
  actor: Actor,
  activity: Activity,
  index: number,
  blocked: Reason | null,
): Action {
  const procedure = must(system.procedures.get(activity.procedure), `procedure ${activity.procedure}`);
  const step = must(procedure.steps[activity.step], `step ${String(activity.step)} of ${procedure.name}`);
  const suffix = actor.kind.several ? `:${activity.request}` : '';
  return {
    id: `${actor.id}.${step.operations[0] ?? ''}${suffix}`,
    kind: 'step',
    lane: actor.id,
    operations: step.operations,
    run: activity.run,
    blocked,
    deed: { deed: 'continue', activity: index },
  };
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

/** The deliveries of one channel. */
export function deliveries(system: System, world: World, channel: ChannelKind): readonly Action[] {
  const found: Action[] = [];
  for (const [id, entry] of Object.entries(world.channels[channel.id] ?? {})) {
    if (entry.ready === 0 && entry.delayed.length === 0) continue;
    const receivers = entry.to === null ? channel.receivers : [entry.to];
    for (const receiver of receivers) found.push(delivery(system, world, channel, id, entry, receiver));
  }
  return found;
}

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
    blocked: standstill(receiver, state) ?? occupied ?? waiting,
    deed: { deed: 'deliver', channel: channel.id, message: id },
  };
}

/** The clock's one action: to the earliest deadline ahead. */
export function clockAction(system: System, world: World, memory: GuardMemory): Action {
  const ahead = deadlines(system, world, memory).filter((deadline) => deadline.at > world.now);
  const to = Math.min(...ahead.map((deadline) => deadline.at));
  const due = ahead.filter((deadline) => deadline.at === to).map((deadline) => deadline.what);
  return {
    id: CLOCK_ADVANCE,
    kind: 'clock',
    lane: 'clock',
    operations: [],
    run: null,
    blocked: ahead.length === 0 ? { key: 'noDeadlineAhead', values: {} } : null,
    deed: { deed: 'advance', to: ahead.length === 0 ? world.now : to, due },
  };
}

function deadlines(system: System, world: World, memory: GuardMemory): readonly Deadline[] {
  const found: Deadline[] = [];
  for (const { id, kind } of system.actors) {
    const state = world.actors[id];
    if (state?.up === true) found.push(...(kind.deadlines?.(state) ?? []));
  }
  for (const [channel, state] of Object.entries(world.channels)) {
    for (const [id, entry] of Object.entries(state)) {
      for (const at of entry.delayed) found.push({ at, what: `${channel}:${id}` });
    }
  }
  return [...found, ...memory.answer('clock', null, world, (sql) => system.deadlines(world.now, sql))];
}
