// The two verbs. `enabled` lists everything that could happen in a world; `take` makes one of it happen
// and returns the next world with the record of the step. This is the only place where what operations
// decided is carried out. There is no second engine: page, command line, tests and explorer come here.

import { type Action, type Deed, inOrder } from './action';
import type { Activity, Fact, Says, Sending } from './actor';
import { deliver, entryOf, type Message, put, releaseDelayed, settle } from './channel';
import { actorActions, clockAction, deliveries, GuardMemory } from './enabled';
import { ConvergeError, must } from './errors';
import { actorFaults, carryFault, type FaultBudget, messageFaults, reset } from './fault';
import { judge, type VerdictChange } from './property';
import { rowChanges } from './rows';
import { runStep, type StepResult } from './step';
import type { Change, Parameters, Read, Row, Rows } from './store';
import type { StepRecord } from './trace';
import type { Actor, System, World } from './world';

export interface Taken {
  readonly world: World;
  readonly record: StepRecord;
}

/** What a step has come to so far. Nothing outside take() ever holds one. */
interface Draft {
  world: World;
  actor: string;
  run: string | null;
  operations: readonly string[];
  sent: Message[];
  taken: Message[];
  facts: readonly Fact[];
  refused: string | null;
  says: Says;
}

export class Simulation {
  private readonly guards: GuardMemory;
  /** The list that was asked for last: whoever takes has just looked. */
  private listed: { readonly world: World; readonly actions: readonly Action[] } | null = null;
  private readonly lanes: readonly string[];
  readonly system: System;

  constructor(system: System) {
    this.system = system;
    this.guards = new GuardMemory(system);
    this.lanes = system.actors.map((actor) => actor.id);
  }

  /** The first world of a run: these actors and rows, nothing in flight. */
  start(actors: World['actors'], rows: Rows, budget: FaultBudget, now = 0): World {
    const channels = Object.fromEntries(this.system.channels.map((channel) => [channel.id, {}]));
    const bare: World = { now, actors, channels, rows, budget, judgement: {} };
    this.system.store.restore(rows);
    return this.judged(null, bare, rowChanges({}, rows)).world;
  }

  /** Everything that could happen, in one total order; what is blocked carries its reason. */
  enabled(world: World): readonly Action[] {
    if (this.listed?.world === world) return this.listed.actions;
    const { system, guards } = this;
    const actions = inOrder(
      [
        ...system.actors.flatMap((actor) => actorActions(system, world, actor, guards)),
        ...system.channels.flatMap((channel) => deliveries(system, world, channel)),
        clockAction(system, world, guards),
        ...actorFaults(system, world),
        ...messageFaults(system, world),
      ],
      this.lanes,
    );
    this.listed = { world, actions };
    return actions;
  }

  /** The rows that decide whether an actor may begin something by itself, in a world of which `enabled` was asked last. */
  guardReads(actor: string): readonly Read[] {
    return this.guards.reads(actor);
  }

  /** Makes one action happen. Throws `not-enabled` with what is enabled instead. */
  take(world: World, id: string): Taken {
    const action = this.enabled(world).find((one) => one.id === id);
    if (action === undefined || action.blocked !== null) throw this.notEnabled(world, id, action);
    const { store } = this.system;
    store.restore(world.rows);
    store.begin();
    let draft: Draft;
    try {
      draft = this.carry(world, action);
      this.observe(draft);
    } catch (error) {
      store.rollback();
      store.commit();
      throw error;
    }
    const { reads, changes } = store.commit();
    const next = this.judged(world, { ...draft.world, rows: store.rows }, changes);
    const { actor, run, operations, sent, taken, facts, refused, says } = draft;
    const cause = { id, actor, now: next.world.now, run, operations };
    const record = { ...cause, reads, changes, sent, taken, facts, refused, verdicts: next.verdicts, says };
    return { world: next.world, record: Object.freeze(record) };
  }

  private notEnabled(world: World, id: string, action: Action | undefined): ConvergeError {
    const enabled = this.enabled(world).filter((one) => one.blocked === null && one.kind !== 'fault');
    const ids = enabled.map((one) => one.id);
    const why = action?.blocked ? ` (${action.blocked.key})` : '';
    const message = `${id} cannot happen now${why}; enabled are: ${ids.join(', ') || 'nothing'}.`;
    return new ConvergeError('not-enabled', message, { id, enabled: ids });
  }

  /** Monitors see the step before it is committed, and write with it. */
  private observe(draft: Draft): void {
    const { store, monitors } = this.system;
    const { now } = draft.world;
    const observed = { ...draft, changes: store.changed() };
    const sql = (name: string, parameters: Parameters): readonly Row[] =>
      store.run(name, { now, ...parameters });
    for (const monitor of monitors) monitor.observe(observed, sql);
  }

  /** Brings the present tables up to date and judges what changed. */
  private judged(
    before: World | null,
    world: World,
    changes: readonly Change[],
  ): { readonly world: World; readonly verdicts: readonly VerdictChange[] } {
    const { store, properties, excuses } = this.system;
    const rows = this.system.present(before, world);
    store.restore(rows);
    const all = rows === world.rows ? changes : [...changes, ...rowChanges(world.rows, rows)];
    const { value } = store.peek((sql) => {
      const timed = (name: string, key: Parameters): readonly Row[] => sql(name, { now: world.now, ...key });
      return judge(properties, world.judgement, all, excuses, timed);
    });
    return { world: { ...world, rows, judgement: value.judgement }, verdicts: value.verdicts };
  }

  private carry(world: World, action: Action): Draft {
    const { deed } = action;
    const draft: Draft = {
      ...{ world, actor: action.lane, run: action.run, operations: action.operations, sent: [], taken: [] },
      ...{ facts: [], refused: null, says: { key: action.id, values: {} } },
    };
    switch (deed.deed) {
      case 'advance':
        return this.advance(draft, deed);
      case 'fault':
        draft.world = carryFault(this.system, world, deed.fault, deed.target, deed.message);
        draft.says = { key: `fault.${deed.fault}`, values: { target: deed.target, message: deed.message } };
        return draft;
      case 'continue':
        return this.proceed(draft, deed.activity, null);
      case 'start': {
        const { procedure, run, locals } = deed.start;
        const begun = {
          request: '',
          procedure,
          step: 0,
          locals: locals ?? {},
          run,
          receipt: null,
          caller: null,
        };
        return this.proceed(draft, this.begin(draft, begun), null);
      }
      case 'deliver':
        return this.receive(draft, deed.channel, deed.message);
    }
  }

  private advance(draft: Draft, deed: Extract<Deed, { deed: 'advance' }>): Draft {
    const { world } = draft;
    const channels = Object.entries(world.channels).map(
      ([id, state]) => [id, releaseDelayed(state, deed.to)] as const,
    );
    draft.world = { ...world, now: deed.to, channels: Object.fromEntries(channels) };
    draft.says = { key: 'clock.advance', values: { ms: deed.to - world.now, due: deed.due.join(', ') } };
    return draft;
  }

  private actor(id: string): Actor {
    return must(
      this.system.actors.find((one) => one.id === id),
      `actor ${id}`,
    );
  }

  /** Adds an activity to the draft's actor; returns its index. */
  private begin(draft: Draft, activity: Activity): number {
    const state = must(draft.world.actors[draft.actor], `actor ${draft.actor} in this world`);
    const activities = [...state.activities, activity];
    draft.world = {
      ...draft.world,
      actors: { ...draft.world.actors, [draft.actor]: { ...state, activities } },
    };
    return activities.length - 1;
  }

  private receive(draft: Draft, channelId: string, id: string): Draft {
    const channel = must(
      this.system.channels.find((one) => one.id === channelId),
      `channel ${channelId}`,
    );
    const before = must(draft.world.channels[channelId], `channel ${channelId} in this world`);
    const entry = entryOf(channelId, before, id);
    const message: Message = {
      channel: channelId,
      id,
      from: entry.from,
      to: entry.to,
      run: entry.run,
      body: entry.body,
    };
    const channels = { ...draft.world.channels, [channelId]: deliver(channel, before, id, draft.actor) };
    draft.world = { ...draft.world, channels };
    draft.taken.push(message);
    const { kind } = this.actor(draft.actor);
    const requests = draft.world.actors[draft.actor]?.activities.map((activity) => activity.request) ?? [];
    const activity: Activity = {
      request: kind.several ? freeName(id, requests) : '',
      procedure: kind.receives(message),
      step: 0,
      locals: {},
      run: entry.run,
      receipt: channel.acknowledged ? { channel: channelId, id } : null,
      caller: channel.server === draft.actor ? { channel: channelId, actor: entry.from, id } : null,
    };
    return this.proceed(draft, this.begin(draft, activity), message);
  }

  /** Runs the next step of an activity and carries out what it decided. */
  private proceed(draft: Draft, index: number, message: Message | null): Draft {
    const result = runStep(this.system, draft.world, this.actor(draft.actor), index, message);
    const state = { ...must(draft.world.actors[draft.actor], draft.actor), ...result.state };
    draft.world = { ...draft.world, actors: { ...draft.world.actors, [draft.actor]: state } };
    draft.operations = result.operations;
    draft.run = result.run;
    draft.facts = result.facts;
    draft.refused = result.refused;
    draft.says = result.says;
    this.settle(draft, result);
    for (const sending of result.sends) this.send(draft, sending);
    return draft;
  }

  private settle(draft: Draft, { acknowledged }: StepResult): void {
    if (acknowledged === null) return;
    const { channel, id } = acknowledged;
    const state = settle(draft.world.channels[channel] ?? {}, id, draft.actor, false);
    draft.world = { ...draft.world, channels: { ...draft.world.channels, [channel]: state } };
  }

  /** Puts a message into its channel; a server that is down answers by resetting the connection. */
  private send(draft: Draft, sending: Sending): void {
    const { world } = draft;
    const channel = must(
      this.system.channels.find((one) => one.id === sending.channel),
      `channel ${sending.channel}`,
    );
    const message: Message = { ...sending, from: draft.actor };
    const state = world.channels[channel.id] ?? {};
    const isReached = channel.server === null || sending.to === null || world.actors[sending.to]?.up === true;
    let next = state;
    let id = message.id;
    if (isReached) [next, id] = put(channel.id, state, message);
    else if (sending.to === channel.server) next = reset(channel.id, state, channel.server, draft.actor, id);
    draft.sent.push({ ...message, id });
    draft.world = { ...world, channels: { ...world.channels, [channel.id]: next } };
  }
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let n = 2; ; n++) if (!taken.includes(`${name}~${String(n)}`)) return `${name}~${String(n)}`;
}
