// Small systems as plain data, so that one can be pasted from a failure, over one schema whose statements are
// what their operations are made of. All counters are bounded, so that searches end.

import type { Bounds } from '../../src/explore/bounds';
import type { ActorKind, AnyOperation, Outcome, StepView } from '../../src/kernel/actor';
import { operation } from '../../src/kernel/actor';
import type { ChannelKind } from '../../src/kernel/channel';
import { PersistentMap } from '../../src/kernel/persistent-map';
import { parseProcedure } from '../../src/kernel/procedure';
import { keyed, type Property, type PropertyKind } from '../../src/kernel/property';
import { Simulation } from '../../src/kernel/simulation';
import type { Change, Row, Store } from '../../src/kernel/store';
import type { Derivation, Monitor, OwnFault, Times, World } from '../../src/kernel/world';
import { openStore, type Sqlite } from '../../src/sqlite/open';

export const KEYS = ['x', 'y'] as const;
const IDS = ['a', 'b', 'c'] as const;
/** Two columns have meanings of their own: `due_at` is a deadline, `seen_at` a stamp. */
const SCHEMA = [
  `CREATE TABLE item (k TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL, due_at INTEGER, seen_at INTEGER) STRICT`,
  'CREATE INDEX item_n ON item(n, k)',
  'CREATE TABLE mark (k TEXT PRIMARY KEY NOT NULL, holder TEXT NOT NULL) STRICT',
  'CREATE UNIQUE INDEX mark_holder ON mark(holder)',
  'CREATE TABLE effects (k TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL) STRICT',
  'CREATE TABLE now_busy (actor TEXT, request TEXT, run TEXT, step INTEGER, PRIMARY KEY (actor, request)) STRICT',
  'CREATE TABLE now_counts (name TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL) STRICT',
];

const AT_REST = { up: true, paused: false, activities: [] };
const TIMES: Times = {
  ...{ deadlines: { item: ['due_at'] }, stamps: { item: ['seen_at'] }, json: {}, members: ['stamp'] },
  derived: ['now_busy', 'now_counts'],
};

/** What an operation may do to rows, by name; each gives a row where it did something. */
export const WRITES = {
  insert: `INSERT INTO item VALUES(:k,0,NULL,:now) ON CONFLICT(k) DO NOTHING RETURNING k`,
  force: `INSERT INTO item VALUES(:k,:n,NULL,NULL) RETURNING k`,
  add: `UPDATE item SET n=n+1 WHERE k=:k AND n<2 RETURNING k`,
  addTo: `UPDATE item SET n=n+1, seen_at=:now WHERE k=:k AND n=:n AND n<2 RETURNING k`,
  clear: `UPDATE item SET n=0, due_at=NULL WHERE k=:k AND n>=:n RETURNING k`,
  sweep: `UPDATE item SET n=0 WHERE n>:n RETURNING k`,
  remove: `DELETE FROM item WHERE k=:k RETURNING k`,
  schedule: `UPDATE item SET due_at=:now+100*(:n+1) WHERE k=:k AND due_at IS NULL RETURNING k`,
  fallDue: `UPDATE item SET due_at=NULL, n=min(n+1,2) WHERE k=:k AND due_at<=:now RETURNING k`,
  stamp: `UPDATE item SET seen_at=:now WHERE k=:k RETURNING k`,
  mark: `INSERT INTO mark VALUES(:k,:actor) ON CONFLICT(k) DO NOTHING RETURNING k`,
  unmark: `DELETE FROM mark WHERE k=:k AND EXISTS (SELECT 1 FROM item WHERE item.k=mark.k AND n>:n) RETURNING k`,
} as const;

/** What a step or a guard may ask, by name. */
export const ASKS = {
  absent: 'SELECT :k AS k WHERE NOT EXISTS (SELECT 1 FROM item WHERE k=:k)',
  present: 'SELECT k FROM item WHERE k=:k',
  atLeast: 'SELECT k FROM item WHERE k=:k AND n>=:n',
  below: 'SELECT k FROM item WHERE k=:k AND n<=:n',
  first: 'SELECT k FROM item WHERE n>=:n ORDER BY k LIMIT 1',
  every: 'SELECT k FROM item WHERE n<=:n ORDER BY k',
  due: 'SELECT k FROM item WHERE due_at<=:now ORDER BY k LIMIT 1',
  unmarked: 'SELECT k FROM item WHERE NOT EXISTS (SELECT 1 FROM mark WHERE mark.k=item.k) ORDER BY k LIMIT 1',
  few: `SELECT :k AS k WHERE EXISTS (SELECT 1 FROM now_counts WHERE name='item' AND n<=:n)`,
  idle: 'SELECT :k AS k WHERE NOT EXISTS (SELECT 1 FROM now_busy WHERE actor<>:actor AND run=:k)',
} as const;

const columns = {
  ...{ item: ['k', 'n', 'due_at'], mark: ['k', 'holder'], effects: ['k', 'n'] },
  ...{ now_busy: ['actor', 'request', 'run'], now_counts: ['name', 'n'] },
};
const about = (kind: PropertyKind, query: string, waits?: string) => ({ kind, query, waits });
const ofItem = (condition: string): string => `SELECT k FROM item WHERE k=:k AND ${condition}`;
export const PROPERTIES = {
  twice: about('always', ofItem('n>=2')),
  again: about('always', 'SELECT k FROM effects WHERE k=:k AND n>=2'),
  late: about('always', ofItem('due_at<=:now')),
  taken: about('sometimes', ofItem('EXISTS (SELECT 1 FROM mark WHERE mark.k=item.k AND n>0)')),
  crowded: about('always', `SELECT n FROM now_counts WHERE name='work' AND n>=2 AND :k='x'`),
  used: about('sometimes', ofItem('n>0 AND EXISTS (SELECT 1 FROM now_busy WHERE run=item.k)')),
  comes: about('eventually', ofItem('n=0'), ofItem('due_at>:now')),
  marked: about('eventually', ofItem('NOT EXISTS (SELECT 1 FROM mark WHERE mark.k=item.k)')),
  calm: about('eventually', `SELECT actor FROM now_busy WHERE run=:k`),
} as const;

const statements = {
  ...{ ...WRITES, ...ASKS, keys: 'SELECT k FROM item ORDER BY k' },
  effect: `INSERT INTO effects VALUES(:k,1) ON CONFLICT(k) DO UPDATE SET n=2`,
  ahead: 'SELECT k AS what, due_at AS at FROM item WHERE due_at>:now ORDER BY k',
  holds: 'SELECT k FROM item WHERE n>0 ORDER BY k',
  expire: 'UPDATE item SET n=n-1 WHERE k=:k',
  ...Object.fromEntries(Object.entries(PROPERTIES).map(([id, { query }]) => [`is-${id}`, query])),
  'waits-comes': PROPERTIES.comes.waits!,
};

type Names<T> = Extract<keyof T, string>;

export interface Doing {
  readonly does: Names<typeof WRITES> | Names<typeof DOES>;
  /** A row; `run` is that of the activity. */
  readonly key: (typeof KEYS)[number] | 'run';
  readonly n: number;
  /** Where it goes if this is so; before it does anything, but `nothing` asks whether it did. */
  readonly when?: When;
}
type When = Readonly<{ so: Names<typeof ASKS> | Names<typeof SEES>; go: Names<typeof GOES> }>;

export interface Beginning extends Pick<Doing, 'n'> {
  readonly when: Names<typeof ASKS> | 'remembered' | 'waited';
  readonly key: (typeof KEYS)[number];
  readonly procedure: number;
}

/** After a restart, the memory of an actor that recalls counts what its disk kept. */
type Trait = 'several' | 'crashes' | 'pauses' | 'supervised' | 'recalls';
export interface DescribedActor extends Readonly<Record<Trait, boolean>> {
  readonly begins: readonly Beginning[];
  /** By procedure, by step: a step of several operations is a transaction. */
  readonly procedures: readonly (readonly (readonly Doing[])[])[];
}

export interface Described extends Pick<Bounds, 'faults' | 'together'> {
  readonly actors: readonly DescribedActor[];
  readonly inFlight: ChannelKind['faults'];
  readonly rows: readonly Readonly<{ k: string; n: number; due_at: number | null }>[];
  readonly isMonitored: boolean;
  readonly properties: readonly Names<typeof PROPERTIES>[];
}

type Memory = Readonly<{ count: number; dueAt: number | null }>;
type Disk = Readonly<{ count: number; sent: number }>;
type Locals = Readonly<{ count?: number; n?: number; from?: string }>;
type View = StepView<Memory, Disk, Locals>;
type Result = Outcome<Memory, Disk, Locals>;

export const COUNT_MAX = 2;
const more = (count: number): number => Math.min(count + 1, COUNT_MAX);
const isOver = ({ dueAt }: Memory, now: number): boolean => dueAt !== null && dueAt <= now;

/** What a step may ask of its actor's own data, by name. */
export const SEES = {
  ...{ always: () => true, nothing: () => false, waited: ({ memory, now }: View) => isOver(memory, now) },
  counted: ({ locals }: View, n: number) => (locals.count ?? 0) > n,
  got: ({ locals }: View, n: number) => (locals.n ?? 0) > n,
  remembered: ({ memory }: View, n: number) => memory.count > n,
  kept: ({ disk }: View, n: number) => disk.count > n,
} as const;

/** What an operation may do with its actor's own data and messages, by name. */
export const DOES = {
  ...{ rest: () => ({}), ack: () => ({ acknowledge: true as const }) },
  nack: () => ({ acknowledge: 'back' as const }),
  count: ({ locals }: View) => ({ locals: { count: more(locals.count ?? 0) } }),
  remember: ({ memory }: View) => ({ memory: { count: more(memory.count) } }),
  keep: ({ disk }: View) => ({ disk: { count: more(disk.count) } }),
  wait: ({ now }: View, n: number) => ({ memory: { dueAt: now + 100 * (n + 1) } }),
  waitOver: ({ memory, now }: View) => (isOver(memory, now) ? { memory: { dueAt: null } } : {}),
  send: (view: View, n: number, key: string) => sends(view, n, key, 'work', n === 2 ? 'b' : null),
  reply: (view: View, n: number, key: string) => sends(view, n, key, 'lines', peerOf(view)),
} as const;

// The serving end answers whom it last heard; the others ask it.
const peerOf = ({ actor, locals }: View): string => (actor === 'a' ? (locals.from ?? 'b') : 'a');
function sends({ disk, now, actor }: View, n: number, run: string, by: string, to: string | null): Result {
  if (disk.sent >= COUNT_MAX) return {};
  // Requests are named by who asks, so that no two who ask share the name of a reset.
  const id = by === 'work' ? `m-${run}` : `${actor}-${run}`;
  return { disk: { sent: disk.sent + 1 }, send: [{ channel: by, id, to, run, body: { n, stamp: now } }] };
}

/** Where an activity may go, by name. */
const go = (then: Result['then'] & object): Result => ({ then });
export const GOES = {
  ...{ end: () => go({ end: true }), again: () => go({ again: true }) },
  refuse: (): Result => ({ refused: 'again', then: { again: true } }),
  refuseAndEnd: (): Result => ({ refused: 'end', then: { end: true } }),
  ...{ last: (to: string) => go({ to }), restart: (_to: string, home: string) => go({ procedure: home }) },
  other: (_to: string, _home: string, other: string) => go({ procedure: other }),
} as const;

const isOf = <T extends object>(data: T, name: string): name is Names<T> => name in data;

/** @param gone what becomes of the activity where the condition holds */
function operationOf({ does, key, n, when }: Doing, gone: Result): AnyOperation {
  return operation<Memory, Disk, Locals>((given) => {
    const { message, run, sql } = given;
    const heard: Locals =
      message === null ? {} : { from: message.from, n: (message.body as { readonly n?: number }).n ?? 0 };
    const view: View = { ...given, locals: { ...given.locals, ...heard } };
    const k = key === 'run' ? (run ?? 'x') : key;
    const isSo = (so: string): boolean => (isOf(SEES, so) ? SEES[so](view, n) : sql(so, { k, n }).length > 0);
    if (when !== undefined && isSo(when.so)) return { locals: heard, ...gone };
    if (isOf(DOES, does)) {
      const done: Result = DOES[does](view, n, k);
      return { ...done, locals: { ...heard, ...done.locals } };
    }
    const rows = sql(does, { k, n });
    return { locals: heard, ...(rows.length === 0 && when?.so === 'nothing' ? gone : {}) };
  });
}

function kindOf(id: string, described: DescribedActor): ActorKind<Memory, Disk> {
  const { several, procedures, begins, recalls } = described;
  const called = (at: number): string => `${id}.p${at % procedures.length}`;
  const operations: Record<string, AnyOperation> = {};
  const texts = procedures.map((steps, at) => {
    const words = steps.map((step, i) => step.map(({ does }, j) => `${does}-${i}-${j}`));
    for (const [i, step] of steps.entries()) {
      for (const [j, doing] of step.entries()) {
        const gone = GOES[doing.when?.go ?? 'end'](words.at(-1)![0]!, called(at), called(at + 1));
        operations[`${called(at)}.${words[i]![j]!}`] = operationOf(doing, gone);
      }
    }
    return [called(at), words.map((step) => `[ ${step.join(' ')} ]`).join(' ')] as const;
  });
  return {
    ...{ kind: id, several, writes: [], operations, procedures: Object.fromEntries(texts) },
    ...{ memory: { count: 0, dueAt: null }, disk: { count: 0, sent: 0 } },
    receives: ({ body }) => called(typeof body === 'object' && body !== null && 'reset' in body ? 1 : 0),
    begins: begins.map(({ procedure }) => called(procedure)),
    starts: ({ state: { activities, memory }, sql, now }) => {
      // What it begins by itself has no name of its own, so there can be one of these at a time; and none while a count is at 1.
      if (activities.some(({ request, locals }) => request === '' || locals['count'] === 1)) return [];
      return begins.flatMap(({ when, key, n, procedure }) => {
        const own = when === 'waited' ? isOver(memory, now) : when === 'remembered' && memory.count <= n;
        const runs = isOf(ASKS, when) ? sql(when, { k: key, n }).map(({ k }) => String(k)) : own ? [key] : [];
        return runs.map((run) => ({ procedure: called(procedure), run, blocked: null }));
      });
    },
    deadlines: ({ memory: { dueAt } }) => (dueAt === null ? [] : [{ at: dueAt, what: id }]),
    ...(recalls && { restarted: (disk) => ({ disk, memory: { count: disk.count, dueAt: null } }) }),
  };
}

const isMore = ({ table, before, after }: Change): boolean =>
  table === 'item' && Number(after?.['n'] ?? 0) > Number(before?.['n'] ?? 0);
const effects: Monitor = {
  table: 'effects',
  observe: ({ changes }, sql) => changes.filter(isMore).forEach(({ key }) => sql('effect', { k: key })),
};

/** A hold on an item runs out: what `b` may have been given for it is handed out again. */
const expire: OwnFault = {
  fault: 'expire',
  targets: (sql) => sql('holds', {}).map(({ k }) => String(k)),
  befall: (k, sql) => {
    sql('expire', { k });
    return [{ channel: 'work', id: `m-${k}`, receiver: 'b' }];
  },
};

const busy = (id: string): Derivation => ({
  ...{ table: 'now_busy', key: ['actor', 'request'], actors: [id], channels: [], tables: [] },
  derive: ({ actors }) =>
    actors[id]!.activities.map(({ request, run, step }) => ({ actor: id, request, run, step })),
});

const counts: Derivation = {
  ...{ table: 'now_counts', key: ['name'], actors: [], channels: ['work'], tables: ['item'] },
  derive: ({ channels, rows }) => {
    const work = Object.values(channels['work']!).reduce((sum, { ready }) => sum + ready, 0);
    return Object.entries({ work, item: rows['item']?.size ?? 0 }).map(([name, n]) => ({ name, n }));
  },
};

const propertyOf = (id: Names<typeof PROPERTIES>): Property => {
  const { kind, waits } = PROPERTIES[id];
  const asked = { keys: 'keys', query: `is-${id}`, ...(waits !== undefined && { waits: `waits-${id}` }) };
  return { id, kind, key: ['k'], ...asked, columns, touches: { item: keyed('k') } };
};

export type Small = Readonly<{ simulation: Simulation; first: World; bounds: Bounds }>;

/** One store serves all systems: it is brought to the rows of whoever asks. */
export const openRows = (sqlite: Sqlite): Store => openStore(sqlite, SCHEMA, statements);

export function assemble(store: Store, described: Described): Small {
  const ids = IDS.slice(0, described.actors.length);
  const kinds = described.actors.map((actor, i) => kindOf(ids[i]!, actor));
  const actors = described.actors.map((actor, i) => ({ ...actor, id: ids[i]!, kind: kinds[i]! }));
  const texts = kinds.flatMap(({ procedures }) => Object.entries(procedures));
  const { inFlight, isMonitored, properties, rows, faults, together } = described;
  const simulation = new Simulation({
    ...{ actors, store, operations: new Map(), parameters: {}, excuses: '' },
    channels: [
      { id: 'work', receivers: ids.slice(1), acknowledged: true, server: null, faults: inFlight },
      { id: 'lines', receivers: ids, acknowledged: false, server: 'a', faults: inFlight },
    ],
    procedures: new Map(texts.map(([name, text]) => [name, parseProcedure(name, text)])),
    monitors: isMonitored ? [effects] : [],
    properties: properties.map(propertyOf),
    derivations: [...ids.map(busy), counts],
    faults: [expire],
    deadlines: (now, sql) =>
      sql('ahead', { now }).map(({ at, what }) => ({ at: Number(at), what: String(what) })),
    times: TIMES,
  });
  const states = kinds.map(({ kind, memory, disk }) => [kind, { ...AT_REST, memory, disk }] as const);
  const stamped = rows.map((row) => ({ ...row, seen_at: null }));
  const item = stamped.reduce((table, row) => table.set(row.k, row), PersistentMap.empty<Row>());
  const first = simulation.start(Object.fromEntries(states), { item }, {});
  return { simulation, first, bounds: { faults, together, steps: 1_000, worlds: 1_000_000 } };
}
