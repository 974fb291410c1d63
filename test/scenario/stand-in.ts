// A system of three actors over a store in memory, small enough that a schedule's every step can be
// foretold: a maker writes jobs and sends each one, two takers take them. It stands on the kernel alone.

import type { ActorKind } from '../../src/kernel/actor';
import { operation } from '../../src/kernel/actor';
import type { FaultBudget } from '../../src/kernel/fault';
import { PersistentMap } from '../../src/kernel/persistent-map';
import { parseProcedure } from '../../src/kernel/procedure';
import type { Property } from '../../src/kernel/property';
import { rowChanges, sortedRows, tableOf } from '../../src/kernel/rows';
import { Simulation } from '../../src/kernel/simulation';
import type { Change, Parameters, Recorded, Row, Rows, Run, Store } from '../../src/kernel/store';
import { Timeline } from '../../src/kernel/timeline';

/** Rows as plain data, statements as functions; it records what changed and nothing of what was read. */
class RowsInMemory implements Store {
  rows: Rows = {};
  private before: Rows = {};

  readonly run: Run = (statement, { job = null, taker = null }) => {
    const jobs = tableOf(this.rows, 'jobs');
    if (statement === 'jobs') return sortedRows(this.rows, 'jobs');
    if (statement === 'untaken')
      return [jobs.get(String(job))].filter((row) => row?.['taker'] === null) as Row[];
    if (statement === 'twice')
      return [jobs.get(String(job))].filter((row) => Number(row?.['takes']) > 1) as Row[];
    const takes = Number(jobs.get(String(job))?.['takes'] ?? 0) + (taker === null ? 0 : 1);
    this.rows = { ...this.rows, jobs: jobs.set(String(job), { job, taker, takes }) };
    return [];
  };

  restore(rows: Rows): void {
    this.rows = rows;
  }
  begin(): void {
    this.before = this.rows;
  }
  changed(): readonly Change[] {
    return rowChanges(this.before, this.rows);
  }
  rollback(): void {
    this.rows = this.before;
  }
  lay(changes: readonly Change[]): void {
    for (const { table, key, after } of changes) {
      const rows = tableOf(this.rows, table);
      this.rows = { ...this.rows, [table]: after === null ? rows.delete(key) : rows.set(key, after) };
    }
  }
  commit(): Recorded {
    return { reads: [], changes: this.changed() };
  }
  peek<T>(body: (run: Run) => T): { value: T; reads: readonly [] } {
    return { value: body(this.run), reads: [] };
  }
}

interface Made {
  readonly made: number;
}

const maker: ActorKind<object, Made> = {
  ...{ kind: 'maker', several: false, writes: [], memory: {}, disk: { made: 0 }, begins: ['maker.make'] },
  procedures: { 'maker.make': '[ write note ] send' },
  operations: {
    write: operation<object, Made, { job?: string }>(({ disk, sql }) => {
      const job = `run_${String(disk.made + 1)}`;
      sql('put', { job });
      return { run: job, locals: { job }, disk: { made: disk.made + 1 } };
    }),
    note: operation(() => ({})),
    send: operation<object, Made, { job?: string }>(({ locals: { job = '' } }) => ({
      send: [{ channel: 'jobs', id: job, to: null, run: job, body: { job } }],
    })),
  },
  receives: () => 'maker.make',
  starts: ({ state, parameters }) => {
    const isDone = state.disk.made >= Number(parameters['jobs']);
    const blocked = isDone ? { key: 'nothingToMake', values: {} } : null;
    return [{ procedure: 'maker.make', run: null, blocked }];
  },
};

const taker: ActorKind = {
  ...{ kind: 'taker', several: false, writes: [], memory: {}, disk: {}, begins: [] },
  procedures: { 'taker.take': 'take [ store ] ack' },
  operations: {
    take: operation(() => ({})),
    store: operation(({ run, actor, sql }) => {
      sql('put', { job: run, taker: actor });
      return {};
    }),
    ack: operation(() => ({ acknowledge: true })),
  },
  receives: () => 'taker.take',
  starts: () => [],
};

const byJob = {
  ...{ key: ['job'], keys: 'jobs', columns: {} },
  touches: { jobs: ({ job }: Row): readonly Parameters[] => [{ job: job ?? null }] },
};

const PROPERTIES: readonly Property[] = [
  { id: 'once', kind: 'always', query: 'twice', ...byJob },
  { id: 'taken', kind: 'eventually', query: 'untaken', ...byJob },
  { id: 'seenTwice', kind: 'sometimes', query: 'twice', ...byJob },
];

/** A timeline over the stand-in, with so many jobs to make. */
export function standIn(jobs: number, budget: FaultBudget = { crash: 2, duplicate: 2, delay: 2 }): Timeline {
  const kinds = { maker: maker as unknown as ActorKind, 'taker-1': taker, 'taker-2': taker };
  const actors = Object.entries(kinds).map(([id, kind]) => ({ id, kind, crashes: true, pauses: false }));
  const texts = actors.flatMap(({ kind }) => Object.entries(kind.procedures));
  const simulation = new Simulation({
    actors,
    channels: [
      {
        ...{ id: 'jobs', receivers: ['taker-1', 'taker-2'], acknowledged: true, server: null },
        faults: ['duplicate', 'delay'],
      },
    ],
    procedures: new Map(texts.map(([name, text]) => [name, parseProcedure(name, text)])),
    ...{ operations: new Map(), parameters: { jobs }, store: new RowsInMemory(), monitors: [] },
    properties: PROPERTIES,
    derivations: [],
    deadlines: () => [],
    excuses: 'now_procedures',
    times: { deadlines: {}, stamps: {}, json: {}, members: [], derived: [] },
  });
  const states = actors.map(({ id, kind }) => {
    return [id, { up: true, paused: false, memory: kind.memory, disk: kind.disk, activities: [] }] as const;
  });
  const rows = { jobs: PersistentMap.empty<Row>() };
  return new Timeline(simulation, simulation.start(Object.fromEntries(states), rows, budget));
}
