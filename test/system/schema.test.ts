// The schema and its statements over a real SQLite: what each remedy refuses, that the safe service is never
// refused, and that every statement can be run under every text of its fragments.

import { describe, expect, test } from 'vitest';
import { constraints, coreTables, presentTables, times } from '../../src/system/schema';
import { type StatementName, statements } from '../../src/system/sql/statements';
import { allConstraints, allTables, compiles, type Database, openDatabase, type Opening } from './database';
import { everyFilling } from './fragments';
import {
  append,
  claim,
  column,
  commit,
  complete,
  exhaust,
  fail,
  plan,
  propose,
  retry,
  stage,
  start,
  submit,
  succeed,
  takeOver,
} from './history';

async function staged(opening: Opening = {}): Promise<Database> {
  const database = await openDatabase(opening);
  stage(database);
  return database;
}

describe('the safe service', () => {
  test('runs every transition of the core with every remedy in place', async () => {
    const database = await staged();
    complete(database, 'run_1');
    expect(column(database, 'run_1', 'version')).toBe(3);
    expect(column(database, 'run_1', 'last_seq')).toBe(6);

    submit(database, 'run_2');
    retry(database, 'run_2', claim(database, 'run_2'));
    claim(database, 'run_2');
    database.now += 30_000;
    const fence = takeOver(database, 'run_2');
    expect(fence).toBe(3);
    database.now += 30_000;
    exhaust(database, 'run_2');
    expect(column(database, 'run_2', 'status')).toBe('failed');

    submit(database, 'run_3');
    propose(database, 'run_3', claim(database, 'run_3'));
    expect(column(database, 'run_3', 'status')).toBe('waiting_approval');

    submit(database, 'run_4');
    fail(database, 'run_4', claim(database, 'run_4'));
    expect(column(database, 'run_4', 'status')).toBe('failed');
  });

  test('a worker whose lease was taken over changes nothing more', async () => {
    const database = await staged();
    submit(database, 'run_1');
    const late = claim(database, 'run_1');
    const operation = plan(database, 'run_1', late);
    start(database, 'run_1', operation, late);
    database.now += 30_000;
    const fence = takeOver(database, 'run_1');
    expect(() => commit(database, 'run_1', operation, late)).toThrow('operation_commit changed no row');
    expect(() => append(database, 'run_1', 'text.delta', {}, late)).toThrow('changed no row');
    expect(database.run('read_unsettled', { run_id: 'run_1' })).toMatchObject([{ operation_id: operation }]);
    commit(database, 'run_1', operation, fence);
    succeed(database, 'run_1', fence);
  });

  test('no run is taken over before its lease has ended, nor on an old version', async () => {
    const database = await staged();
    submit(database, 'run_1');
    claim(database, 'run_1');
    const take = (version: number) =>
      database.run('take_over', { run_id: 'run_1', owner: 'worker-2', ttl: 1, version, worker_now: 0 });
    database.now = 29_999;
    expect(take(2)).toEqual([]);
    database.now = 30_000;
    expect(take(1)).toEqual([]);
    expect(take(2)).toMatchObject([{ fence: 2, version: 3 }]);
  });

  test('an idle worker sees of an expired run whether it may be taken over or ended', async () => {
    const database = await staged();
    submit(database, 'run_1', { attempts: 1 });
    const fence = claim(database, 'run_1');
    const poll = () => database.run('poll_expired', { worker_now: database.now })[0];
    expect(poll()).toBeUndefined();
    database.now += 30_000;
    expect(poll()).toMatchObject({ run_id: 'run_1', fence, budget_attempts: 1, unsettled: 0 });
    database.now -= 30_000;
    start(database, 'run_1', plan(database, 'run_1', fence), fence);
    database.now += 30_000;
    expect(poll()).toMatchObject({ run_id: 'run_1', unsettled: 1 });
  });

  test('each deadline is listed while it is ahead, and not once it has come', async () => {
    const database = await staged();
    const ahead = () =>
      (['leases_ahead', 'queued_ahead', 'unsent_ahead', 'approvals_ahead'] as const).flatMap((name) =>
        database.run(name, {}).map((row) => `${String(row['id'])}@${String(row['at'])}`),
      );
    submit(database, 'run_1');
    expect(ahead()).toEqual([]);
    retry(database, 'run_1', claim(database, 'run_1'), 1000);
    submit(database, 'run_2');
    claim(database, 'run_2');
    submit(database, 'run_3');
    const approval = propose(database, 'run_3', claim(database, 'run_3'));
    const later = ['run_2@30000', `${approval}@900000`];
    expect(ahead()).toEqual([
      'run_2@30000',
      'run_1@1000',
      'run_1:3:runs.dispatch@1000',
      `${approval}@900000`,
    ]);
    database.now = 1000;
    expect(ahead()).toEqual(later);
    database.now = 30_000;
    expect(ahead()).toEqual([`${approval}@900000`]);
    database.now = 900_000;
    expect(ahead()).toEqual([]);
  });
});

describe('while rows are put back', () => {
  test('no trigger says a word, so that any world can be restored', async () => {
    const database = await staged();
    complete(database, 'run_1');
    const past = [
      `UPDATE runs SET status='queued', fence=0 WHERE run_id='run_1'`,
      `UPDATE runs SET owner='worker-1' WHERE run_id='run_1'`,
      `UPDATE orders SET reserved_cents=-1`,
      `INSERT INTO events(run_id,seq,type,actor,payload,created_at) VALUES('run_1',9,'text.delta','api','{}',0)`,
    ];
    for (const text of past) {
      expect(() => database.execute(text), text).toThrow();
      expect(() => database.layIn(text), text).not.toThrow();
    }
  });
});

describe('statements', () => {
  test.each(Object.entries(statements))(
    '%s can be run under every text of its fragments',
    async (_name, text) => {
      const database = await openDatabase();
      for (const each of everyFilling(text)) database.prepare(each);
    },
  );

  test('the service reads neither what is derived from the world nor what the observer remembers', async () => {
    const database = await openDatabase({ tables: coreTables });
    for (const text of Object.values(statements)) {
      for (const each of everyFilling(text)) database.prepare(each);
    }
  });

  test('only the provider knows its keys', async () => {
    const tables = allTables.filter((text) => !/ refund_(keys|trouble) /.test(text));
    const database = await openDatabase({ tables });
    const failing = Object.entries(statements).filter(
      ([, text]) => !compiles(database, everyFilling(text)[0]!),
    );
    const providers: StatementName[] = [
      ...(['provider_look_up', 'provider_remember', 'keys_ahead'] as const),
      ...(['refund_trouble', 'begin_trouble', 'end_trouble'] as const),
    ];
    expect(failing.map(([name]) => name)).toEqual(providers);
  });
});

describe('time columns', () => {
  const DEADLINES = [
    ...['runs.lease_until', 'runs.available_at', 'outbox.available_at'],
    ...['approvals.expires_at', 'artifacts.expires_at', 'refund_keys.known_until'],
    'event_times.told_at',
  ];
  const listed = (columns: Readonly<Record<string, readonly string[]>>): string[] =>
    Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));

  test('every column that names a time is a deadline or a stamp, and every one that is listed exists', async () => {
    const database = await openDatabase({ tables: coreTables });
    const columns =
      database.execute(`SELECT m.name AS t, c.name AS c FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type='table'`);
    const named = columns.filter(({ c }) => /_(at|until)$/.test(String(c))).map(({ t, c }) => `${t}.${c}`);
    expect(listed(times.deadlines).toSorted()).toEqual(DEADLINES.toSorted());
    expect(listed(times.stamps).toSorted()).toEqual(
      named.filter((one) => !DEADLINES.includes(one)).toSorted(),
    );
    const all = columns.map(({ t, c }) => `${t}.${c}`);
    expect(listed(times.json).filter((one) => !all.includes(one))).toEqual([]);
  });

  test('the present tables, and no others, are derived', async () => {
    const database = await openDatabase({ tables: presentTables, constraints: [] });
    const tables = database.execute(`SELECT name FROM sqlite_schema WHERE type='table' ORDER BY name`);
    expect(times.derived.toSorted()).toEqual(tables.map(({ name }) => name));
  });
});

describe('tables', () => {
  test('are strict rowid tables, without foreign keys', async () => {
    const database = await openDatabase();
    const tables = database.execute(`SELECT l.name, l.strict, l.wr, (SELECT COUNT(*) FROM
      pragma_foreign_key_list(l.name)) AS keys FROM pragma_table_list l WHERE l.name NOT LIKE 'sqlite_%'`);
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter(({ strict, wr, keys }) => strict !== 1 || wr !== 0 || keys !== 0)).toEqual([]);
  });

  test('every remedy names itself and its decision', async () => {
    const database = await openDatabase();
    const made = database.execute(`SELECT name FROM sqlite_schema WHERE sql IS NOT NULL AND
      (type='trigger' OR sql LIKE 'CREATE UNIQUE%') ORDER BY name`);
    expect(made.map(({ name }) => name)).toEqual(allConstraints.toSorted());
    for (const { decision } of Object.values(constraints)) expect(decision).toMatch(/^[a-z]+\.[a-z_]+$/);
  });
});
