// Any world can be put back, whatever the database held: between any two worlds of random walks, with the
// triggers and unique indexes of the schema in place (DESIGN §1.4).

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { PersistentMap } from '../../src/kernel/persistent-map';
import { withChanges } from '../../src/kernel/rows';
import { ConstraintError, type Row, type Rows } from '../../src/kernel/store';
import { outcomeOf } from './completeness';
import { type Ground, groundOf, grounds, walk, walksOn } from './walks';
import { bothReads, laidIn, restored, worldsOf } from './worlds';

vi.setConfig({ testTimeout: 120_000 });

const [service, knotty] = grounds as [Ground, Ground];

// A statement that moves several rows through a unique index may be refused or not as they lie, which is for
// SQLite to decide. The service has none; of the knotty schema's only those count that read.
const isDecided = (ground: Ground, name: string): boolean =>
  ground !== knotty || /^(SELECT|WITH)/.test(ground.statements[name] ?? '');
const tiny = (): Ground =>
  groundOf(
    'a table with a trigger that refuses everything',
    [
      'CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL, note TEXT) STRICT',
      'CREATE UNIQUE INDEX t_one_n ON t(n)',
      `CREATE TRIGGER t_shut BEFORE INSERT ON t WHEN restoring() = 0 BEGIN SELECT RAISE(ABORT, 't_shut'); END`,
      `CREATE TRIGGER t_kept BEFORE DELETE ON t WHEN restoring() = 0 BEGIN SELECT RAISE(ABORT, 't_kept'); END`,
    ],
    { put: 'INSERT INTO t VALUES (:k, :n, NULL)', drop: 'DELETE FROM t WHERE k = :k' },
    {},
  );

const rowsOf = (...rows: readonly { k: string; n: number; note: string | null }[]): Rows => ({
  t: rows.reduce((table, row) => table.set(row.k, row), PersistentMap.empty<Row>()),
});

describe.each(grounds)('on $name', (ground) => {
  const { store, shapes, domains, statements } = ground;

  test('any two worlds of random walks can be put back, one after the other', () => {
    fc.assert(
      fc.property(walksOn(ground), fc.array(fc.nat(), { minLength: 10, maxLength: 10 }), (walked, picks) => {
        const worlds: Rows[] = [];
        walk(ground, walked, (world) => worlds.push(world));
        for (const pick of picks) {
          const world = worlds[pick % worlds.length] ?? {};
          store.restore(world);
          const { inSqlite, inStore } = bothReads(store, shapes);
          expect(store.rows).toBe(world);
          expect(inSqlite).toEqual(inStore);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a statement comes to the same, whatever the way by which its rows came', () => {
    const others = worldsOf(shapes, domains, 3);
    fc.assert(
      fc.property(walksOn(ground), others, ({ rows: drawn, moves }, drawnOther) => {
        const [rows, other] = [drawn.filter(isNamed), drawnOther.filter(isNamed)];
        const world = laidIn(store, shapes, {}, rows);
        for (const { name, parameters } of moves.filter((move) => isDecided(ground, move.name))) {
          const before = outcomeOf(store, world, name, parameters);
          // The same rows under other rowids: some stay from another world, the rest come last to first.
          const mixed = laidIn(store, shapes, laidIn(store, shapes, {}, other), rows.toReversed());
          expect(store.rows).toBe(mixed);
          expect(outcomeOf(store, world, name, parameters), statements[name]).toEqual(before);
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** A message is named by its run, place and topic, which is what makes their order one of single rows. */
const isNamed = ({ table, row }: { readonly table: string; readonly row: Row }): boolean =>
  table !== 'outbox' ||
  row['message_id'] === `${String(row['run_id'])}:${String(row['seq'])}:${String(row['topic'])}`;

describe('while rows are put back', () => {
  test('a gated trigger does not fire, and fires again afterwards', () => {
    const { store, shapes } = tiny();
    store.restore(rowsOf({ k: 'a', n: 1, note: null }, { k: 'b', n: 2, note: 'x' }));
    store.restore(rowsOf({ k: 'b', n: 1, note: null }));
    expect(bothReads(store, shapes).inSqlite).toEqual({ t: ['{"k":"b","n":1,"note":null}'] });
    expect(() => store.run('put', { k: 'c', n: 3 })).toThrow(new ConstraintError('t_shut', 'put'));
    expect(() => store.run('drop', { k: 'b' })).toThrow(new ConstraintError('t_kept', 'drop'));
  });

  test('values of a unique index may change places', () => {
    const { store, shapes } = tiny();
    store.restore(rowsOf({ k: 'a', n: 1, note: null }, { k: 'b', n: 2, note: null }));
    store.restore(rowsOf({ k: 'a', n: 2, note: null }, { k: 'b', n: 1, note: null }));
    const { inSqlite, inStore } = bothReads(store, shapes);
    expect(inSqlite).toEqual(inStore);
  });

  test('rows that a unique index refuses leave everything as it was', () => {
    const { store, shapes } = tiny();
    const world = rowsOf({ k: 'a', n: 1, note: null });
    store.restore(world);
    const impossible = rowsOf({ k: 'b', n: 2, note: null }, { k: 'c', n: 2, note: null });
    expect(() => store.restore(impossible)).toThrow(new ConstraintError('t_one_n', 'restore'));
    expect(store.rows).toBe(world);
    expect(bothReads(store, shapes).inSqlite).toEqual({ t: ['{"k":"a","n":1,"note":null}'] });
    store.restore(rowsOf({ k: 'a', n: 2, note: null }));
    expect(bothReads(store, shapes).inSqlite).toEqual({ t: ['{"k":"a","n":2,"note":null}'] });
  });

  test.each([
    ['a column is missing', { k: 'a', n: 1 }],
    ['a column is of another type', { k: 'a', n: '1', note: null }],
    ['a column is not in the table', { k: 'a', n: 1, note: null, more: 1 }],
    ['the key is not that of the row', { k: 'b', n: 1, note: null }],
  ])('a row is refused where %s', (_, row) => {
    const { store } = tiny();
    const rows = { t: PersistentMap.empty<Row>().set('a', row) };
    expect(() => store.restore(rows)).toThrow(/t a/);
    expect(restored(store, rowsOf({ k: 'a', n: 1, note: null }))).not.toBeNull();
  });

  test('rows of a table that is not in the schema are refused', () => {
    const { store } = tiny();
    const rows = { elsewhere: PersistentMap.empty<Row>().set('a', { k: 'a' }) };
    expect(() => store.restore(rows)).toThrow('There is no table elsewhere.');
  });

  test('texts come back as they were, whatever is in them', () => {
    const { store, shapes } = tiny();
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (k, note) => {
        const row = { k, n: 1, note };
        store.restore(withChanges({}, [{ table: 't', key: keyed(k), before: null, after: row }]));
        const { inSqlite, inStore } = bothReads(store, shapes);
        expect(inSqlite).toEqual(inStore);
      }),
    );
  });
});

const keyed = (k: string): string => k.replaceAll('~', '~0').replaceAll('/', '~1');

test('putting back the rows that are there does nothing', () => {
  const { store } = service;
  const world = store.rows;
  store.restore(world);
  expect(store.rows).toBe(world);
});
