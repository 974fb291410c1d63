// The two verbs. `enabled` lists everything that could happen in a world; `take` makes one of it happen
// and returns the next world with the record of the step. There is no second engine: page, command line,
// tests and explorer come here.

import { type Action, inOrder } from './action';
import { Carrier, type Draft } from './carry';
import { actorActions, clockAction, deliveries } from './enabled';
import { ConvergeError } from './errors';
import { actorFaults, connectionFaults, type FaultBudget, messageFaults, ownFaults } from './fault';
import { GuardMemory } from './guard-memory';
import type { Look } from './parts';
import { present } from './present';
import { judge, type VerdictChange } from './property';
import { rowChanges } from './rows';
import type { Change, Parameters, Read, Row, Rows } from './store';
import type { StepRecord } from './trace';
import type { System, World } from './world';

export interface Taken {
  readonly world: World;
  readonly record: StepRecord;
}

/** What a step came to before anything was judged. */
export interface Stepped {
  /** Its derived tables and its judgement are those of the world before. */
  readonly world: World;
  readonly record: Omit<StepRecord, 'verdicts'>;
  /** What it looked at besides rows: before it read any, and after. */
  readonly looks: readonly Look[];
  readonly afterwards: readonly Look[];
}

export class Simulation {
  private readonly guards: GuardMemory;
  private readonly carrier: Carrier;
  /** The list that was asked for last: whoever takes has just looked. */
  private listed: { readonly world: World; readonly actions: readonly Action[] } | null = null;
  private readonly lanes: readonly string[];
  readonly system: System;

  constructor(system: System) {
    this.system = system;
    this.guards = new GuardMemory(system);
    this.carrier = new Carrier(system);
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
        ...system.channels.flatMap((channel) =>
          Object.entries(world.channels[channel.id] ?? {}).flatMap(([id, entry]) => [
            ...deliveries(system, world, channel, id, entry),
            ...messageFaults(world, channel, id, entry),
          ]),
        ),
        clockAction(system, world, guards),
        ...system.actors.flatMap((actor) => [
          ...actorFaults(world, actor),
          ...(world.actors[actor.id]?.activities ?? []).flatMap((activity) =>
            connectionFaults(system, world, actor.id, activity),
          ),
        ]),
        ...(system.faults ?? []).flatMap((own) => ownFaults(world, own, this.lanes, guards)),
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
    const { world: stepped, record } = this.step(world, action);
    const { world: next, verdicts } = this.judged(world, stepped, record.changes);
    const { says, ...rest } = record;
    return { world: next, record: Object.freeze({ ...rest, verdicts, says }) };
  }

  /** What taking an enabled action does, before anything is judged: the one place where steps run. */
  step(world: World, action: Action): Stepped {
    const { store } = this.system;
    store.restore(world.rows);
    store.begin();
    let draft: Draft;
    try {
      draft = this.carrier.carry(world, action);
      this.observe(draft);
    } catch (error) {
      store.rollback();
      store.commit();
      throw error;
    }
    const { reads, changes } = store.commit();
    const { actor, run, operations, sent, taken, facts, refused, says } = draft;
    const cause = { id: action.id, actor, now: draft.world.now, run, operations };
    const record = { ...cause, reads, changes, sent, taken, facts, refused, says };
    return {
      world: { ...draft.world, rows: store.rows },
      record,
      looks: draft.looks,
      afterwards: draft.afterwards,
    };
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
    const rows = present(this.system.derivations, before, world);
    store.restore(rows);
    const all = rows === world.rows ? changes : [...changes, ...rowChanges(world.rows, rows)];
    const { value } = store.peek((sql) => {
      const timed = (name: string, key: Parameters): readonly Row[] => sql(name, { now: world.now, ...key });
      return judge(properties, world.judgement, all, excuses, timed);
    });
    return { world: { ...world, rows, judgement: value.judgement }, verdicts: value.verdicts };
  }
}
