// The present tables: rows derived from actors and channels, so that properties can ask about them in SQL.
// The service never reads them.

import type { ActorState } from '../kernel/actor';
import type { Assembly } from '../kernel/decision';
import type { Procedure } from '../kernel/procedure';
import { tableOf } from '../kernel/rows';
import type { Row } from '../kernel/store';
import type { Actor, Derivation, World } from '../kernel/world';
import type { BrowserDisk, BrowserMemory } from './actors/browser/state';
import { isDerived } from './actors/cache';
import type { GatewayDisk, GatewayLocals } from './actors/gateway/state';
import { TASKS, TOPICS } from './channels';
import { shortDigest } from './digest';
import { foldDigest } from './fold';
import { isPolled } from './handout';
import type { Projection } from './projection';

/** What the present tables are derived from, actor by actor. */
export function derivationsOf(
  actors: readonly Actor[],
  { procedures, parameters }: Pick<Assembly, 'procedures' | 'parameters'>,
): readonly Derivation[] {
  const pollers = isPolled({ parameters }) ? actors.filter(({ kind }) => kind.kind === 'worker') : [];
  const refillers = isDerived({ parameters }) ? actors.filter(({ kind }) => kind.kind === 'cache') : [];
  const gateways = actors.filter(({ kind }) => kind.kind === 'gateway');
  const browsers = actors.filter((actor) => actor.kind.kind === 'browser');
  const nothing = { actors: [], channels: [], tables: [] };
  return [
    ...actors.map((actor) => ({
      ...{ table: 'now_procedures', key: ['actor', 'request'], ...nothing, actors: [actor.id] },
      derive: (world: World) => underWay(actor, world.actors[actor.id], procedures),
    })),
    {
      ...{
        table: 'now_messages',
        key: ['message_id'],
        ...nothing,
        channels: HELD.map(({ channel }) => channel),
      },
      derive: inTheBroker,
    },
    ...pollers.map(({ id }) => ({
      ...{ table: 'now_pollers', key: ['actor'], ...nothing, actors: [id] },
      derive: (world: World) => (world.actors[id]?.up === true ? [{ actor: id }] : []),
    })),
    ...refillers.map(({ id }) => ({
      ...{ table: 'now_pollers', key: ['actor'], ...nothing, tables: ['cache_lapses'] },
      derive: (world: World) =>
        tableOf(world.rows, 'cache_lapses').get(id) !== undefined ? [{ actor: id }] : [],
    })),
    ...browsers.map(({ id }) => ({
      ...{ table: 'now_views', key: ['browser', 'incarnation', 'run_id'], ...nothing, actors: [id] },
      derive: (world: World) => viewOf(id, world.actors[id]),
    })),
    ...browsers.map(({ id }) => ({
      ...{
        table: 'now_folds',
        key: ['run_id', 'seq'],
        ...nothing,
        actors: [id],
        tables: ['events', 'compactions'],
      },
      derive: (world: World) => foldAt(world, world.actors[id]),
    })),
    ...gateways.map(({ id }) => ({
      ...{ table: 'now_connections', key: ['conn_id'], ...nothing, actors: [id] },
      derive: (world: World) => connectionsOf(world.actors[id]),
    })),
  ];
}

function underWay(
  actor: Actor,
  state: ActorState | undefined,
  procedures: ReadonlyMap<string, Procedure>,
): readonly Row[] {
  return (state?.activities ?? []).map(({ request, procedure, step, run }) => {
    const ahead = procedures.get(procedure)?.steps.slice(step) ?? [];
    const pending = ahead.some(({ operations }) =>
      operations.some((name) => actor.kind.writes.includes(name)),
    );
    return { actor: actor.id, request, procedure, run_id: run, pending: pending ? 1 : 0 };
  });
}

/** Channels whose copies wait for somebody, and what their messages are told apart by. */
const HELD: readonly { readonly channel: string; readonly topic: string; readonly name: string }[] = [
  ...Object.entries(TOPICS).map(([topic, channel]) => ({ channel, topic, name: topic })),
  { channel: TASKS, topic: 'runs.dispatch', name: TASKS },
];

function inTheBroker(world: World): readonly Row[] {
  return HELD.flatMap(({ channel, topic, name }) =>
    Object.entries(world.channels[channel] ?? {}).map(([id, entry]) => ({
      ...{ message_id: `${id}:${name}`, topic, run_id: entry.run ?? '' },
      ready: entry.ready + entry.delayed.length,
      unacked: Object.values(entry.unacknowledged).reduce((sum, n) => sum + n, 0),
    })),
  );
}

const digests = new WeakMap<Projection, string>();

function digestOf(view: Projection | null): string {
  if (view === null) return '';
  const digest = digests.get(view) ?? shortDigest(view);
  digests.set(view, digest);
  return digest;
}

function viewOf(browser: string, state: ActorState | undefined): readonly Row[] {
  if (state === undefined) return [];
  const disk = state.disk as unknown as BrowserDisk;
  const memory = state.memory as unknown as BrowserMemory;
  if (disk.runId === null || !state.up) return [];
  const { incarnation, cursor, appliedSeq, runId } = disk;
  const { recovery: stands, failures } = memory;
  const shown = { state: stands, cursor, applied_seq: appliedSeq, digest: digestOf(disk.view) };
  const attempts = Math.min(failures, 8);
  return [{ browser, incarnation, run_id: runId, ...shown, attempts }];
}

/** The streams that are open. */
function connectionsOf(state: ActorState | undefined): readonly Row[] {
  const limit = (state?.disk as unknown as GatewayDisk | undefined)?.bufferLimit ?? 0;
  return (state?.activities ?? []).flatMap(({ procedure, locals, run }) => {
    const { requestId, caller, frames = [] } = locals as unknown as GatewayLocals;
    if (procedure !== 'gateway.tail') return [];
    return [
      {
        conn_id: requestId,
        browser: caller,
        run_id: run ?? '',
        buffered: frames.length,
        buffer_limit: limit,
      },
    ];
  });
}

/** The observer's fold is needed only where a view stands. */
function foldAt(world: World, state: ActorState | undefined): readonly Row[] {
  const disk = state?.disk as unknown as BrowserDisk | undefined;
  if (disk === undefined || disk.runId === null || disk.appliedSeq === 0) return [];
  const [events, ranges] = [tableOf(world.rows, 'events'), tableOf(world.rows, 'compactions')];
  const digest = foldDigest(events, ranges, disk.runId, disk.appliedSeq);
  return digest === null ? [] : [{ run_id: disk.runId, seq: disk.appliedSeq, digest }];
}
