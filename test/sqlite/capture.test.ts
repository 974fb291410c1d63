// The store always knows what SQLite holds: after every statement of a random walk, inside a step and outside
// one, its rows equal a full read, and the changes it tells are the difference between two full reads.

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { rowChanges } from '../../src/kernel/rows';
import { type Change, compareValues } from '../../src/kernel/store';
import { attempt, type Ground, groundOf, grounds, walk, walksOn } from './walks';
import { bothReads, laidIn } from './worlds';

vi.setConfig({ testTimeout: 120_000 });

const [, knotty] = grounds as [Ground, Ground];

const inOrder = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted((a, b) => compareValues(a.table, b.table) || compareValues(a.key, b.key));

describe.each(grounds)('on $name', (ground) => {
  const { store, shapes } = ground;

  test('the rows held equal a full read after every step of a random walk', () => {
    fc.assert(
      fc.property(walksOn(ground), (walked) => {
        walk(ground, walked, () => {
          const { inSqlite, inStore } = bothReads(store, shapes);
          expect(inStore).toEqual(inSqlite);
        });
      }),
      { numRuns: 60 },
    );
  });

  test('and after every statement outside of a step', () => {
    fc.assert(
      fc.property(walksOn(ground), ({ rows, moves }) => {
        laidIn(store, shapes, {}, rows);
        for (const move of moves) {
          attempt(store, move);
          const { inSqlite, inStore } = bothReads(store, shapes);
          expect(inStore).toEqual(inSqlite);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the changes of a step are the difference of the rows, and nothing that came to the same', () => {
    fc.assert(
      fc.property(walksOn(ground), ({ rows, moves }) => {
        const before = laidIn(store, shapes, {}, rows);
        store.begin();
        for (const move of moves) attempt(store, move);
        const changed = store.changed();
        const different = rowChanges(before, store.rows);
        const { changes } = store.commit();
        expect(inOrder(changed)).toEqual(inOrder(different));
        expect(changes).toEqual(changed);
        for (const { before: old, after: young } of changed) expect(old).not.toEqual(young);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what changes in silence is told all the same', () => {
  const { store, shapes } = knotty;
  const started = (): void => {
    store.restore({});
    for (const [k, g, h, n] of [
      ['p', 2, 'q', 1],
      ['q', 2, null, 0],
    ] as const) {
      store.run('put', { k, g, h, n });
    }
    store.run('put_or_add', { k: 'p', j: 1 });
  };

  test('rows that a trigger writes in another table, and in its own', () => {
    started();
    store.begin();
    store.run('grow_by_key', { k: 'p', j: 2 });
    const { changes } = store.commit();
    const [row] = changes.filter(({ table }) => table === 'a');
    expect(row?.after).toEqual({ k: 'p', g: 2, h: null, n: 0 });
    expect(changes.map(({ table, key }) => `${table} ${key}`)).toContain('b p/2');
    expect(bothReads(store, shapes).inStore).toEqual(bothReads(store, shapes).inSqlite);
  });

  test('a row whose key changes goes and comes', () => {
    started();
    store.begin();
    store.run('move', { k: 'q', u: 'z' });
    expect(store.commit().changes).toEqual([
      { table: 'a', key: 'q', before: { k: 'q', g: 2, h: null, n: 0 }, after: null },
      { table: 'a', key: 'z', before: null, after: { k: 'z', g: 2, h: null, n: 0 } },
    ]);
  });

  test('rows that change places within one statement', () => {
    const schema = [
      'CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL) STRICT',
      `CREATE TRIGGER t_swaps AFTER UPDATE OF n ON t WHEN restoring() = 0 BEGIN
        UPDATE t SET k = 'between' WHERE k = 'a';
        UPDATE t SET k = 'a' WHERE k = 'b';
        UPDATE t SET k = 'b' WHERE k = 'between';
      END`,
    ];
    const statements = { put: 'INSERT INTO t VALUES (:k, :n)', swap: `UPDATE t SET n = n + 5 WHERE k = 'a'` };
    const ground = groundOf('swaps', schema, statements, {});
    ground.store.run('put', { k: 'a', n: 1 });
    ground.store.run('put', { k: 'b', n: 2 });
    for (let i = 0; i < 3; i++) {
      ground.store.run('swap', {});
      const { inSqlite, inStore } = bothReads(ground.store, ground.shapes);
      expect(inStore).toEqual(inSqlite);
    }
    expect(ground.store.rows['t']?.get('b')).toEqual({ k: 'b', n: 11 });
    ground.store.begin();
    ground.store.run('swap', {});
    ground.store.rollback();
    ground.store.commit();
    ground.store.restore({});
    expect(bothReads(ground.store, ground.shapes).inSqlite).toEqual({ t: [] });
  });

  test('a row that becomes again what it was is no change, and the same object', () => {
    started();
    const { rows } = store;
    store.begin();
    store.run('put_or_add', { k: 'p', j: 1 });
    store.run('put_or_add', { k: 'p', j: -1 });
    expect(store.commit().changes).toEqual([]);
    expect(store.rows).toBe(rows);
  });

  test('a row that comes and goes in one step is no change', () => {
    started();
    const { rows } = store;
    store.begin();
    store.run('put_returning', { k: 'r', i: 7 });
    store.run('drop_range', { k: 'r', j: 9 });
    expect(store.commit().changes).toEqual([]);
    expect(store.rows).toBe(rows);
  });
});
