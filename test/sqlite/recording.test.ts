// A step between begin and commit: what it read and changed, what a rollback takes back and what it leaves,
// and that a peek leaves nothing.

import { beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../src/kernel/store';
import { ConstraintError } from '../../src/kernel/store';
import { openStore } from '../../src/sqlite/open';
import { sqlite } from './worlds';

const store = openStore(
  sqlite,
  [
    'CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL) STRICT',
    `CREATE TRIGGER t_small BEFORE UPDATE ON t WHEN restoring() = 0 AND NEW.n > 9 BEGIN SELECT RAISE(ABORT, 't_small'); END`,
  ],
  {
    read: 'SELECT k, n FROM t WHERE k = :k',
    put: 'INSERT INTO t VALUES (:k, :n)',
    add: 'UPDATE t SET n = n + :n WHERE k = :k RETURNING n',
    drop: 'DELETE FROM t WHERE k = :k',
    above: 'SELECT k FROM t WHERE n > :n',
    add_to_all: 'UPDATE t SET n = n + :n WHERE n > 0 RETURNING k',
  },
);

const read = (k: string): readonly Row[] => store.peek((run) => run('read', { k })).value;
const change = (k: string, before: number | null, after: number | null) => ({
  ...{ table: 't', key: k },
  before: before === null ? null : { k, n: before },
  after: after === null ? null : { k, n: after },
});

beforeEach(() => {
  store.restore({});
  store.run('put', { k: 'a', n: 1 });
});

describe('a step', () => {
  test('tells each read once, in the order in which it first came', () => {
    store.begin();
    store.run('read', { k: 'b' });
    store.run('read', { k: 'a' });
    store.run('read', { k: 'b' });
    store.run('add', { k: 'a', n: 1 });
    expect(store.commit().reads).toEqual([
      { table: 't', key: 'b' },
      { table: 't', key: 'a' },
    ]);
  });

  test('tells one change a row, from before the step to after it', () => {
    store.begin();
    store.run('add', { k: 'a', n: 1 });
    store.run('put', { k: 'b', n: 5 });
    store.run('add', { k: 'a', n: 1 });
    store.run('put', { k: 'c', n: 5 });
    store.run('drop', { k: 'c' });
    expect(store.changed()).toEqual([change('a', 1, 3), change('b', null, 5)]);
    expect(store.commit().changes).toEqual([change('a', 1, 3), change('b', null, 5)]);
  });

  test('begins anew after a commit', () => {
    store.begin();
    store.run('add', { k: 'a', n: 1 });
    store.commit();
    store.begin();
    expect(store.commit()).toEqual({ reads: [], changes: [] });
  });

  test('gives frozen rows of plain data', () => {
    const [row] = store.run('read', { k: 'a' });
    expect(row).toEqual({ k: 'a', n: 1 });
    expect(Object.isFrozen(row)).toBe(true);
    expect(Object.isFrozen(store.rows['t']?.get('a'))).toBe(true);
  });
});

describe('a rollback', () => {
  test('takes back every change and keeps the reads', () => {
    const { rows } = store;
    store.begin();
    store.run('add', { k: 'a', n: 1 });
    store.run('put', { k: 'b', n: 5 });
    store.run('drop', { k: 'a' });
    expect(store.rows).not.toBe(rows);
    store.rollback();
    expect(store.rows).toBe(rows);
    expect(store.changed()).toEqual([]);
    expect([...read('a'), ...read('b')]).toEqual([{ k: 'a', n: 1 }]);
    expect(store.commit()).toEqual({
      reads: [
        { table: 't', key: 'a' },
        { table: 't', key: 'b' },
      ],
      changes: [],
    });
    expect(store.rows).toBe(rows);
  });

  test('leaves the step open for more', () => {
    store.begin();
    store.run('drop', { k: 'a' });
    store.rollback();
    store.run('add', { k: 'a', n: 4 });
    expect(store.commit().changes).toEqual([change('a', 1, 5)]);
    expect(read('a')).toEqual([{ k: 'a', n: 5 }]);
  });
});

test('rows and changes come in the same order, in whatever order they lie', () => {
  const inTurn = (...keys: readonly string[]) => {
    store.restore({});
    for (const k of keys) store.run('put', { k, n: 1 });
    store.begin();
    const rows = [store.run('above', { n: 0 }), store.run('add_to_all', { n: 1 })];
    return { rows, ...store.commit() };
  };
  expect(inTurn('a', 'b', 'c')).toEqual(inTurn('c', 'a', 'b'));
});

test('a refused statement changes nothing, but was read', () => {
  store.begin();
  store.run('put', { k: 'b', n: 5 });
  expect(() => store.run('add', { k: 'b', n: 5 })).toThrow(new ConstraintError('t_small', 'add'));
  expect(() => store.run('put', { k: 'a', n: 5 })).toThrow(new ConstraintError('t.key', 'put'));
  const { reads, changes } = store.commit();
  expect(changes).toEqual([change('b', null, 5)]);
  expect(reads).toContainEqual({ table: 't', key: 'a' });
});

describe('a peek', () => {
  test('leaves no trace in a step, and sees what the step has changed', () => {
    store.begin();
    store.run('add', { k: 'a', n: 1 });
    const peeked = store.peek((run) => [...run('read', { k: 'a' }), ...run('read', { k: 'z' })]);
    expect(peeked.value).toEqual([{ k: 'a', n: 2 }]);
    expect(peeked.reads).toEqual([
      { table: 't', key: 'a' },
      { table: 't', key: 'z' },
    ]);
    store.run('read', { k: 'c' });
    expect(store.commit().reads).toEqual([
      { table: 't', key: 'a' },
      { table: 't', key: 'c' },
    ]);
  });

  test('may be taken outside a step, and within another', () => {
    const outer = store.peek((run) => {
      run('read', { k: 'a' });
      const inner = store.peek(() => run('read', { k: 'b' }));
      return [...inner.reads, ...store.peek(() => null).reads];
    });
    expect(outer.value).toEqual([{ table: 't', key: 'b' }]);
    expect(outer.reads).toEqual([{ table: 't', key: 'a' }]);
  });

  test('does not write, by whatever way, and ends where it fails', () => {
    const message = 'Statement add writes, but is run where only reading is allowed.';
    expect(() => store.peek((run) => run('add', { k: 'a', n: 1 }))).toThrow(message);
    expect(() => store.peek(() => store.run('add', { k: 'a', n: 1 }))).toThrow(message);
    expect(read('a')).toEqual([{ k: 'a', n: 1 }]);
    expect(store.run('add', { k: 'a', n: 1 })).toEqual([{ n: 2 }]);
  });
});

describe('what is out of turn is refused', () => {
  test('committing or taking back what was not begun', () => {
    expect(() => store.commit()).toThrow('There is nothing recorded: begin() comes first.');
    expect(() => store.changed()).toThrow('There is nothing recorded: begin() comes first.');
    expect(() => store.rollback()).toThrow('There is nothing recorded: begin() comes first.');
  });

  test('beginning twice, and putting another world back in the middle of a step', () => {
    store.begin();
    expect(() => store.begin()).toThrow('begin() was called twice without commit().');
    expect(() => store.restore({})).toThrow('restore() was called between begin() and commit().');
    store.commit();
  });

  test('beginning, ending or restoring within a peek', () => {
    store.begin();
    const message = 'A peek only runs statements that read.';
    expect(() => store.peek(() => store.begin())).toThrow(message);
    expect(() => store.peek(() => store.commit())).toThrow(message);
    expect(() => store.peek(() => store.rollback())).toThrow(message);
    expect(() => store.peek(() => store.restore({}))).toThrow(message);
    store.commit();
  });
});

describe('rows of a transaction that was left open', () => {
  const laid = [change('a', 1, 12), change('b', null, 5)];

  test('are laid in as they became, past triggers, and count as changed', () => {
    store.begin();
    store.lay(laid);
    expect(read('a')).toEqual([{ k: 'a', n: 12 }]);
    expect(store.run('add', { k: 'b', n: 1 })).toEqual([{ n: 6 }]);
    expect(store.commit().changes).toEqual([change('a', 1, 12), change('b', null, 6)]);
    expect(store.rows['t']?.get('a')).toEqual({ k: 'a', n: 12 });
  });

  test('are gone after a rollback, and so is what a later statement made of them', () => {
    const before = store.rows;
    store.begin();
    store.lay(laid);
    store.run('drop', { k: 'a' });
    store.rollback();
    expect(store.commit().changes).toEqual([]);
    expect(store.rows).toBe(before);
    expect(read('a')).toEqual([{ k: 'a', n: 1 }]);
    expect(read('b')).toEqual([]);
  });

  test('may be gone themselves', () => {
    store.begin();
    store.lay([change('a', 1, null)]);
    expect(read('a')).toEqual([]);
    expect(store.commit().changes).toEqual([change('a', 1, null)]);
    store.run('put', { k: 'a', n: 2 });
    expect(read('a')).toEqual([{ k: 'a', n: 2 }]);
  });
});
