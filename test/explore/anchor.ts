// The protocol of the anchors (one commit step a run, an outbox, a dispatcher, a broker that hands out at
// least once, two workers with lease, fence, version and inbox, crashes, leases that run out under a live
// holder), on the kernel's own interface with tables of its own in a real SQLite. Its guards can be taken out.

import { type ActorKind, type ActorState, only, operation } from '../../src/kernel/actor';
import { parseProcedure } from '../../src/kernel/procedure';
import { keyed, type Property } from '../../src/kernel/property';
import { Simulation } from '../../src/kernel/simulation';
import type { Run } from '../../src/kernel/store';
import type { Actor, Derivation, OwnFault, System, World } from '../../src/kernel/world';
import { openStore, type Sqlite } from '../../src/sqlite/open';

export const GUARDS = ['inbox', 'fence', 'version', 'lease', 'claim'] as const;
export type AnchorGuard = (typeof GUARDS)[number];

export interface Anchor {
  readonly simulation: Simulation;
  readonly first: World;
}

const RUNS = 'runs';
const WORKERS = ['worker-1', 'worker-2'] as const;

const SCHEMA = [
  `CREATE TABLE task (run TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, owner TEXT, fence INTEGER NOT NULL,
    version INTEGER NOT NULL) STRICT`,
  `CREATE TABLE outbox (run TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL) STRICT`,
  `CREATE TABLE inbox (run TEXT PRIMARY KEY NOT NULL, effects INTEGER NOT NULL) STRICT`,
  `CREATE TABLE now_workers (worker TEXT PRIMARY KEY NOT NULL, run TEXT, fence INTEGER) STRICT`,
];

const FREE = `UPDATE task SET owner=NULL, version=version+1 WHERE run=:run AND owner IS NOT NULL`;
const DONE = `SELECT run FROM task WHERE run=:run AND status='done'
  AND EXISTS (SELECT 1 FROM outbox WHERE outbox.run=task.run AND state='sent')`;

/** The statements, with the conditions that the guards put into them. */
const statements = (has: (guard: AnchorGuard) => boolean): Readonly<Record<string, string>> => ({
  insert_task: `INSERT INTO task(run,status,owner,fence,version) VALUES(:run,'queued',NULL,0,0)`,
  insert_outbox: `INSERT INTO outbox(run,state) VALUES(:run,'unsent')`,
  task: 'SELECT status,owner,fence,version FROM task WHERE run=:run',
  unsent: `SELECT run FROM outbox WHERE run=:run AND state='unsent'`,
  mark: `UPDATE outbox SET state='sent' WHERE run=:run`,
  received: 'SELECT run FROM inbox WHERE run=:run',
  claim: `UPDATE task SET owner=:actor, fence=fence+1, version=version+1
    WHERE run=:run ${has('claim') ? 'AND version=:version' : ''} RETURNING fence, version`,
  finish: `UPDATE task SET status='done', owner=NULL, version=version+1 WHERE run=:run
    ${has('fence') ? 'AND fence=:fence' : ''} ${has('version') ? 'AND version=:version' : ''}
    ${has('inbox') ? 'AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.run=:run)' : ''} RETURNING run`,
  effect: `INSERT INTO inbox(run,effects) VALUES(:run,1) ON CONFLICT(run) DO UPDATE SET effects=effects+1`,
  free: `${FREE} RETURNING run`,
  holder: 'SELECT run,fence FROM now_workers WHERE worker=:worker',
  done: DONE,
  runs: 'SELECT run FROM task ORDER BY run',
  twice: 'SELECT run FROM inbox WHERE run=:run AND effects>1',
  unfinished: `SELECT run FROM task WHERE run=:run AND NOT EXISTS (${DONE})`,
});

interface Locals {
  readonly version?: number;
  readonly fence?: number;
}

const step = operation<object, object, Locals>;
const nothing = step(() => ({}));

const passive = { several: false, writes: [], memory: {}, disk: {} } as const;

/** Puts one run and its outbox row into the database, in one transaction. */
function client(run: string): ActorKind {
  return {
    ...{ ...passive, kind: `client-${run}`, begins: [`commit-${run}`], receives: () => `commit-${run}` },
    procedures: { [`commit-${run}`]: '[ insertTask insertOutbox ]' },
    operations: {
      insertTask: step(({ sql }) => {
        sql('insert_task', { run });
        return {};
      }),
      insertOutbox: step(({ sql }) => {
        sql('insert_outbox', { run });
        return {};
      }),
    },
    starts: ({ sql }) => (sql('task', { run }).length > 0 ? [] : [start(`commit-${run}`, run)]),
  };
}

const start = (procedure: string, run: string) => ({ procedure, run, blocked: null });

function dispatcher(runs: readonly string[]): ActorKind {
  const reads = runs.map((run) => [`read-${run}`, nothing] as const);
  return {
    ...{ ...passive, kind: 'dispatcher', receives: () => `dispatch-${runs[0] ?? ''}` },
    begins: runs.map((run) => `dispatch-${run}`),
    procedures: Object.fromEntries(runs.map((run) => [`dispatch-${run}`, `read-${run} publish mark`])),
    operations: {
      ...Object.fromEntries(reads),
      publish: step(({ run }) => ({
        send: [{ channel: RUNS, id: run ?? '', to: null, run, body: { run } }],
      })),
      mark: step(({ sql, run }) => {
        sql('mark', { run });
        return {};
      }),
    },
    starts: ({ sql }) =>
      runs.filter((run) => sql('unsent', { run }).length > 0).map((run) => start(`dispatch-${run}`, run)),
  };
}

function worker(has: (guard: AnchorGuard) => boolean): ActorKind {
  return {
    ...{ ...passive, kind: 'worker', begins: [], starts: () => [], receives: () => 'work' },
    procedures: { work: 'take read claim work apply ack nack' },
    operations: {
      take: step(() => ({ locals: { version: 0, fence: 0 } })),
      read: step(({ sql, run }) => {
        const task = only(sql('task', { run }));
        const locals = { version: Number(task?.['version']) };
        if (has('inbox') && sql('received', { run }).length > 0) return { locals, then: { to: 'ack' } };
        return task?.['owner'] !== null && has('lease') ? { locals, then: { to: 'nack' } } : { locals };
      }),
      claim: step(({ sql, run, locals }) => {
        const claimed = only(sql('claim', { run, version: locals.version ?? 0 }));
        if (claimed === null) return { then: { procedure: 'work', at: 'read' } };
        return { locals: { fence: Number(claimed['fence']), version: Number(claimed['version']) } };
      }),
      work: nothing,
      apply: step(({ sql, run, locals }) => {
        const held = { fence: locals.fence ?? 0, version: locals.version ?? 0 };
        if (sql('finish', { run, ...held }).length > 0) sql('effect', { run });
        return {};
      }),
      ack: step(() => ({ acknowledge: true, then: { end: true } })),
      nack: step(() => ({ acknowledge: 'back' })),
    },
  };
}

/** The lease of one run: it runs out once nobody alive holds it. */
function lease(run: string): ActorKind {
  return {
    ...{ ...passive, kind: `lease-${run}`, begins: [`expire-${run}`], receives: () => `expire-${run}` },
    procedures: { [`expire-${run}`]: 'free' },
    operations: {
      free: step(({ sql }) => {
        sql('free', { run });
        return {};
      }),
    },
    starts: ({ sql }) => {
      const owner = ownerOf(sql, run);
      return owner !== null && !isAlive(sql, run, owner) ? [start(`expire-${run}`, run)] : [];
    },
  };
}

const ownerOf = (sql: Run, run: string): string | null =>
  (only(sql('task', { run }))?.['owner'] ?? null) as string | null;

function isAlive(sql: Run, run: string, owner: string): boolean {
  const holder = only(sql('holder', { worker: owner }));
  return (
    holder !== null && holder['run'] === run && holder['fence'] === only(sql('task', { run }))?.['fence']
  );
}

/** Once all is done, it stays done: the step that the specification calls Finished. */
function finished(runs: readonly string[]): ActorKind {
  return {
    ...{ ...passive, kind: 'end', begins: ['rest'], receives: () => 'rest' },
    procedures: { rest: 'rest' },
    operations: { rest: nothing },
    starts: ({ sql }) => (runs.every((run) => sql('done', { run }).length > 0) ? [start('rest', '')] : []),
  };
}

const workersNow = (id: string): Derivation => ({
  ...{ table: 'now_workers', key: ['worker'], actors: [id], channels: [], tables: [] },
  derive: ({ actors }) => {
    const activity = actors[id]?.activities[0];
    // It works or is about to apply what it did: the steps between its claim and its acknowledgement.
    const isHolder = activity !== undefined && (activity.step === 3 || activity.step === 4);
    if (!isHolder) return [];
    return [{ worker: id, run: activity.run, fence: (activity.locals['fence'] ?? null) as number | null }];
  },
});

/** A lease runs out although its holder is alive: the message is handed out again, the holder goes on. */
const expiry = (runs: readonly string[]): OwnFault => ({
  fault: 'expire',
  targets: (sql) =>
    runs.filter((run) => {
      const owner = ownerOf(sql, run);
      return owner !== null && isAlive(sql, run, owner);
    }),
  befall: (run, sql) => {
    const receiver = ownerOf(sql, run) ?? '';
    sql('free', { run });
    return [{ channel: RUNS, id: run, receiver }];
  },
});

const byRun = {
  ...{ key: ['run'], keys: 'runs' },
  columns: { task: ['run', 'status'], outbox: ['run', 'state'], inbox: ['run', 'effects'] },
  touches: { task: keyed('run'), inbox: keyed('run'), outbox: keyed('run') },
};

const PROPERTIES: readonly Property[] = [
  { id: 'atMostOnce', kind: 'always', query: 'twice', ...byRun },
  { id: 'finishes', kind: 'eventually', query: 'unfinished', ...byRun },
];

/** The protocol for so many runs, without some of its guards. */
export function openAnchor(sqlite: Sqlite, count: number, without: readonly AnchorGuard[] = []): Anchor {
  const has = (guard: AnchorGuard): boolean => !without.includes(guard);
  const runs = Array.from({ length: count }, (_, i) => `run_${String(i + 1)}`);
  const actor = (id: string, kind: ActorKind, crashes: boolean): Actor => {
    return { id, kind, crashes, pauses: false, supervised: crashes };
  };
  const actors = [
    ...runs.map((run) => actor(`client-${run}`, client(run), false)),
    actor('dispatcher', dispatcher(runs), true),
    ...WORKERS.map((id) => actor(id, worker(has), true)),
    ...runs.map((run) => actor(`lease-${run}`, lease(run), false)),
    actor('end', finished(runs), false),
  ];
  const texts = actors.flatMap(({ kind }) => Object.entries(kind.procedures));
  const system: System = {
    actors,
    channels: [{ id: RUNS, receivers: WORKERS, acknowledged: true, server: null, faults: [] }],
    procedures: new Map(texts.map(([name, text]) => [name, parseProcedure(name, text)])),
    ...{ operations: new Map(), parameters: {}, monitors: [], properties: PROPERTIES, excuses: '' },
    store: openStore(sqlite, SCHEMA, statements(has)),
    derivations: WORKERS.map(workersNow),
    faults: [expiry(runs)],
    deadlines: () => [],
    times: { deadlines: {}, stamps: {}, json: {}, members: [], derived: ['now_workers'] },
  };
  const simulation = new Simulation(system);
  const bare = { up: true, paused: false, memory: {}, disk: {}, activities: [] };
  const states = actors.map(({ id }): [string, ActorState] => [id, bare]);
  return { simulation, first: simulation.start(Object.fromEntries(states), {}, {}) };
}
