// The present tables: rows derived from actors and channels, so that properties can ask about them in SQL.
// The service never reads them. Only what changed since the world before is derived again.

import type { ActorState } from '../kernel/actor';
import { keyText, type Row, type Rows, type Table } from '../kernel/store';
import { PersistentMap } from '../kernel/persistent-map';
import { tableOf } from '../kernel/rows';
import type { Procedure } from '../kernel/procedure';
import type { Actor, World } from '../kernel/world';
import type { BrowserDisk, BrowserMemory } from './actors/browser/state';
import { RUNS } from './channels';
import { shortDigest } from './digest';
import { foldDigest } from './fold';
import type { Projection } from './projection';

type Component = (world: World) => unknown;

interface Source {
  readonly table: string;
  readonly key: readonly string[];
  /** What the rows are derived from; unchanged parts give unchanged rows. */
  readonly from: readonly Component[];
  derive(world: World): readonly Row[];
}

/** A function that brings the present tables up to a world, given the world before. */
export function presentTables(
  actors: readonly Actor[],
  procedures: ReadonlyMap<string, Procedure>,
): (before: World | null, after: World) => Rows {
  const sources = sourcesOf(actors, procedures);
  return (before, after) => {
    const next: Record<string, Table> = {};
    for (const source of sources) {
      const isSame = before !== null && source.from.every((part) => part(before) === part(after));
      if (!isSame)
        next[source.table] = merged(source, tableOf(after.rows, source.table), source.derive(after));
    }
    const changed = Object.entries(next).some(([table, rows]) => after.rows[table] !== rows);
    return changed ? { ...after.rows, ...next } : after.rows;
  };
}

/** The table with these rows, sharing those that are the same. */
function merged(source: Source, held: Table, rows: readonly Row[]): Table {
  let table = held;
  const keys = new Set<string>();
  for (const row of rows) {
    const key = keyText(source.key.map((column) => row[column] ?? null));
    keys.add(key);
    const known = held.get(key);
    if (known === undefined || Object.keys(row).some((column) => known[column] !== row[column])) {
      table = table.set(key, row);
    }
  }
  for (const [key] of held.entries()) if (!keys.has(key)) table = table.delete(key);
  return table.size === 0 ? PersistentMap.empty<Row>() : table;
}

function sourcesOf(actors: readonly Actor[], procedures: ReadonlyMap<string, Procedure>): readonly Source[] {
  const browsers = actors.filter((actor) => actor.kind.kind === 'browser');
  const states = (list: readonly Actor[]): Component[] =>
    list.map((actor) => (world) => world.actors[actor.id]);
  return [
    {
      table: 'now_procedures',
      key: ['actor', 'request'],
      from: states(actors),
      derive: (world) => actors.flatMap((actor) => underWay(actor, world.actors[actor.id], procedures)),
    },
    {
      table: 'now_messages',
      key: ['message_id'],
      from: [(world) => world.channels[RUNS]],
      derive: inTheBroker,
    },
    {
      table: 'now_views',
      key: ['browser', 'incarnation', 'run_id'],
      from: states(browsers),
      derive: (world) => browsers.flatMap((actor) => viewOf(actor.id, world.actors[actor.id])),
    },
    {
      table: 'now_folds',
      key: ['run_id', 'seq'],
      from: [...states(browsers), (world) => world.rows['events']],
      derive: (world) => browsers.flatMap((actor) => foldAt(world, world.actors[actor.id])),
    },
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

function inTheBroker(world: World): readonly Row[] {
  return Object.entries(world.channels[RUNS] ?? {}).map(([id, entry]) => ({
    ...{ message_id: `${id}:runs.dispatch`, topic: 'runs.dispatch', run_id: entry.run ?? '' },
    ready: entry.ready + entry.delayed.length,
    unacked: Object.values(entry.unacknowledged).reduce((sum, n) => sum + n, 0),
  }));
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
  const shown = { state: memory.recovery, cursor, applied_seq: appliedSeq, digest: digestOf(disk.view) };
  return [{ browser, incarnation, run_id: runId, ...shown }];
}

/** The observer's fold is needed only where a view stands. */
function foldAt(world: World, state: ActorState | undefined): readonly Row[] {
  const disk = state?.disk as unknown as BrowserDisk | undefined;
  if (disk === undefined || disk.runId === null || disk.appliedSeq === 0) return [];
  const digest = foldDigest(tableOf(world.rows, 'events'), disk.runId, disk.appliedSeq);
  return digest === null ? [] : [{ run_id: disk.runId, seq: disk.appliedSeq, digest }];
}
