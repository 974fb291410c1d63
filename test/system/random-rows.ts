// Random changes of rows over a small domain, so that every property is broken and mended many times in a
// short walk. Only one thing is kept as the service keeps it: events and operations belong to runs that exist.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type Change, keyText, type Row, type Value } from '../../src/kernel/store';
import type { Database } from './database';

type Columns = Readonly<Record<string, readonly Value[]>>;

interface Domain {
  readonly key: Columns;
  readonly rest: Columns;
  /** Columns that follow from others. */
  readonly derived?: (row: Row) => Row;
}

const RUNS = ['run_1', 'run_2'];
const STATUS = ['queued', 'queued', 'running', 'waiting_approval', 'succeeded', 'cancelled', 'interrupted'];
const APPROVALS = ['apr_1', 'apr_2'];
const ENDPOINTS = ['read', 'cancel'];
const VIEW: Columns = { browser: ['browser-1', 'browser-2'], incarnation: [1], run_id: RUNS };
const MESSAGES = RUNS.flatMap((run) => [`${run}:1:runs.dispatch`, `${run}:2:runs.notify`]);

const ofMessage = (row: Row): Row => {
  const [run_id = '', seq, topic = ''] = String(row['message_id']).split(':');
  return { ...row, run_id, topic, ...('seq' in row ? { seq: Number(seq) } : {}) };
};

const payloadOf = (row: Row): Row => ({
  ...row,
  payload: JSON.stringify(
    row['type'] === 'attempt.ended' ? { reason: row['actor'] } : { operation_id: row['actor'] },
  ),
});

const DOMAINS: Readonly<Record<string, Domain>> = {
  runs: {
    key: { run_id: RUNS },
    rest: {
      status: STATUS,
      principal: ['alice', 'bob'],
      request_fingerprint: ['f1', 'f2'],
      cancel_requested: [0, 1, 1],
      last_seq: [0, 2, 4],
      min_retained_seq: [1, 1, 2, 4],
    },
  },
  events: {
    key: { run_id: RUNS, seq: [1, 2, 3, 4, 5], twin: [0, 0, 0, 1] },
    rest: {
      type: [
        ...['run.created', 'attempt.started', 'attempt.started', 'attempt.ended', 'text.delta'],
        ...['refund.committed', 'refund.committed', 'run.succeeded', 'run.cancelled'],
      ],
      fence: [null, 1, 2, 3],
      actor: ['op_1', 'op_2', 'yielded', 'lost'],
    },
    derived: payloadOf,
  },
  compactions: { key: { run_id: RUNS, to_seq: [1, 2, 3, 4] }, rest: {} },
  operations: {
    key: { operation_id: ['op_1', 'op_2', 'op_3'] },
    rest: {
      run_id: RUNS,
      order_id: ['ord_1', 'ord_2'],
      amount_cents: [100, 200],
      requires_approval: [0, 1],
      status: ['planned', 'started', 'committed', 'committed', 'failed'],
    },
  },
  approvals: {
    key: { approval_id: APPROVALS },
    rest: {
      run_id: RUNS,
      operation_id: ['op_1', 'op_2'],
      proposal_digest: ['d1', 'd2'],
      status: ['pending', 'approved', 'rejected'],
      decided_by: [null, 'alice', 'bob'],
    },
  },
  approval_assignees: { key: { approval_id: APPROVALS, principal_id: ['alice', 'bob'] }, rest: {} },
  orders: {
    key: { order_id: ['ord_1', 'ord_2'] },
    rest: { total_cents: [100, 300], refunded_cents: [0, 100, 200] },
  },
  outbox: { key: { message_id: MESSAGES }, rest: { sent: [0, 1, 1], seq: [0] }, derived: ofMessage },
  cached_tasks: {
    key: { cache: ['cache'], message_id: ['a'] },
    rest: { run_id: [...RUNS, 'run_3', 'run_3'], seq: [1] },
  },
  notices: {
    key: { message_id: MESSAGES, copy: [1, 1, 2] },
    rest: { type: ['run.succeeded', 'run.failed'] },
  },
  mon_submissions: { key: { browser: ['browser-1'], draft: ['d1', 'd2'] }, rest: { runs: [1, 2] } },
  mon_accepted: {
    key: { run_id: [...RUNS, 'run_3'], principal: ['alice', 'bob'], fingerprint: ['f1', 'f2'] },
    rest: {},
  },
  mon_runs: {
    key: { run_id: RUNS },
    rest: {
      ended_as: [null, 'succeeded', 'failed'],
      ...{ losses: [0, 1, 1, 2], allowed: [1, 2], cancel_asked: [0, 1] },
    },
  },
  mon_history: { key: { run_id: RUNS }, rest: { told_seq: [1, 3], rewritten_seq: [0, 0, 2] } },
  mon_effects: {
    key: { operation_id: ['op_1', 'op_2', 'op_3'] },
    rest: {
      run_id: RUNS,
      step_key: ['s1', 's2'],
      order_id: ['ord_1', 'ord_2'],
      amount_cents: [100, 200],
      digest: ['d1', 'd2'],
      effects: [1, 1, 2],
    },
  },
  mon_orders: { key: { order_id: ['ord_1', 'ord_2'] }, rest: { paid_cents: [100, 301] } },
  mon_notices: { key: { run_id: RUNS }, rest: { regressed: [0, 0, 1] } },
  mon_decisions: {
    key: { approval_id: APPROVALS },
    rest: { told: ['approved', 'rejected'], contradicted: [0, 0, 1] },
  },
  mon_leaks: { key: { principal: ['alice', 'mallory'], endpoint: ENDPOINTS, run_id: RUNS }, rest: {} },
  mon_probes: {
    key: { principal: ['alice', 'mallory'], endpoint: ENDPOINTS },
    rest: { existing: [null, '403', '404'], unknown: [null, '404'] },
  },
  mon_applied: {
    key: VIEW,
    rest: { gap: [0, 0, 1], repeat: [0, 0, 1], foreign_run: [0, 0, 1], skipped: [0, 0, 1] },
  },
  now_messages: {
    key: { message_id: MESSAGES },
    rest: { ready: [0, 0, 1], unacked: [0, 0, 1] },
    derived: ofMessage,
  },
  now_procedures: {
    key: { actor: ['api', 'worker-1', 'browser-1', 'browser-2'], request: [''] },
    rest: {
      procedure: ['api.accept', 'worker.work'],
      run_id: [null, ...RUNS, 'run_3'],
      pending: [0, 0, 1],
    },
  },
  now_pollers: { key: { actor: ['worker-1'] }, rest: {} },
  now_views: {
    key: VIEW,
    rest: {
      state: ['LIVE', 'RECOVERING/page', 'DONE', 'FAILED', 'RECOVERY_UNKNOWN'],
      cursor: [0, 2, 4],
      applied_seq: [0, 2, 4],
      digest: ['a', 'b'],
      attempts: [0, 7, 8],
    },
  },
  now_connections: {
    key: { conn_id: ['browser-1.c1', 'browser-2.c1'] },
    rest: { browser: ['browser-1'], run_id: RUNS, buffered: [0, 4, 5], buffer_limit: [4] },
  },
  now_folds: { key: { run_id: RUNS, seq: [2, 4] }, rest: { digest: ['a', 'b'] } },
};

export class RandomRows {
  private readonly random;
  private readonly database: Database;
  private readonly tables: readonly string[];

  constructor(database: Database, tables: readonly string[], seed: number) {
    this.database = database;
    this.tables = tables;
    this.random = xoroshiro128plus(seed);
  }

  /** Changes one to three rows; returns what was changed, one entry a row. */
  step(): readonly Change[] {
    const changes = new Map<string, Change>();
    for (let n = this.below(3); n >= 0; n--) {
      const change = this.change();
      if (change === null) continue;
      const id = `${change.table}:${change.key}`;
      // A row that came and changed within the step was not there before it.
      const { before } = changes.get(id) ?? change;
      changes.set(id, { ...change, before });
    }
    return [...changes.values()];
  }

  private below(count: number): number {
    return uniformInt(this.random, 0, count - 1);
  }

  private pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  private draw(columns: Columns): Row {
    return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, this.pick(values)]));
  }

  private change(): Change | null {
    const table = this.pick(this.tables);
    const domain = DOMAINS[table]!;
    const key = this.draw(domain.key);
    const where = Object.keys(key).map((name) => `${name}=:${name}`);
    const find = `SELECT * FROM ${table} WHERE ${where.join(' AND ')}`;
    const before = this.database.execute(find, key)[0] ?? null;
    const drawn = this.draw(domain.rest);
    const kept = before ?? blank(this.database, table);
    const some = Object.entries(drawn).filter(() => before === null || this.below(3) === 0);
    const row = { ...kept, ...key, ...Object.fromEntries(some) };
    // A row that is nothing but its key changes by coming and going.
    const isKeyOnly = Object.keys(domain.rest).length === 0;
    const isGone = before !== null && (isKeyOnly || this.below(4) === 0);
    const after = isGone ? null : (domain.derived?.(row) ?? row);
    if (!this.isAllowed(table, before, after)) return null;
    if (before !== null) this.database.execute(`DELETE FROM ${table} WHERE ${where.join(' AND ')}`, key);
    if (after !== null) insert(this.database, table, after);
    return { table, key: keyText(Object.values(key)), before, after };
  }

  private isAllowed(table: string, before: Row | null, after: Row | null): boolean {
    const has = (text: string, run: Value | undefined): boolean =>
      this.database.execute(text, { run_id: run ?? null }).length > 0;
    if (table === 'runs' && after === null) {
      const run = before?.['run_id'];
      return (
        !has('SELECT 1 FROM events WHERE run_id=:run_id', run) &&
        !has('SELECT 1 FROM operations WHERE run_id=:run_id', run)
      );
    }
    if (table !== 'events' && table !== 'operations') return true;
    return after === null || has('SELECT 1 FROM runs WHERE run_id=:run_id', after['run_id']);
  }
}

function insert(database: Database, table: string, row: Row): void {
  const names = Object.keys(row);
  const values = names.map((name) => `:${name}`);
  database.execute(`INSERT INTO ${table}(${names.join(',')}) VALUES(${values.join(',')})`, row);
}

/** A row whose columns hold as little as they may. */
function blank(database: Database, table: string): Row {
  const columns = database.execute(
    `SELECT name, type, "notnull" AS needed FROM pragma_table_info('${table}')`,
  );
  return Object.fromEntries(
    columns.map(({ name, type, needed }) => [String(name), needed === 0 ? null : type === 'TEXT' ? 'x' : 0]),
  );
}
