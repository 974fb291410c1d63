// There is a number for everything, and reaching it is an error that says so; the store stays right.

import { expect, test } from 'vitest';
import { ConvergeError } from '../../src/kernel/errors';
import { PersistentMap } from '../../src/kernel/persistent-map';
import type { Row } from '../../src/kernel/store';
import { RESULT_ROWS_MAX, TABLE_ROWS_MAX, TEXT_LENGTH_MAX } from '../../src/sqlite/limits';
import { openStore } from '../../src/sqlite/open';
import { bothReads, fullReads, shapesOf, sqlite } from './worlds';

const schema = ['CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, h TEXT) STRICT'];
const shapes = shapesOf(schema);
const store = openStore(sqlite, schema, {
  ...fullReads(shapes),
  put: 'INSERT INTO t VALUES (:k, :h)',
  double: 'UPDATE t SET h = h || h WHERE k = :k',
  fill: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
    INSERT INTO t SELECT 'k' || i, NULL FROM n RETURNING k`,
  count: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) SELECT i FROM n ORDER BY i`,
});

function limitOf(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    if (error instanceof ConvergeError && error.code === 'limit') return error.details;
    throw error;
  }
  return null;
}

test('a text that is given may be so long and no longer', () => {
  store.restore({});
  const h = 'x'.repeat(TEXT_LENGTH_MAX);
  expect(limitOf(() => store.run('put', { k: 'a', h }))).toBeNull();
  expect(limitOf(() => store.run('put', { k: 'b', h: `${h}x` }))).toEqual({
    ...{ statement: 'put', parameter: 'h', limit: TEXT_LENGTH_MAX },
  });
});

test('a text that a statement makes may be so long and no longer', () => {
  store.restore({});
  store.run('put', { k: 'a', h: 'x'.repeat(TEXT_LENGTH_MAX / 2 + 1) });
  const { rows } = store;
  store.begin();
  expect(limitOf(() => store.run('double', { k: 'a' }))).toEqual({
    table: 't',
    column: 'h',
    limit: TEXT_LENGTH_MAX,
  });
  store.rollback();
  store.commit();
  expect(store.rows).toBe(rows);
  expect(limitOf(() => store.run('put', { k: 'b', h: '' }))).toBeNull();
});

test('a statement may return so many rows and no more', () => {
  expect(store.run('count', { count: RESULT_ROWS_MAX })).toHaveLength(RESULT_ROWS_MAX);
  const details = { statement: 'count', limit: RESULT_ROWS_MAX };
  expect(limitOf(() => store.run('count', { count: RESULT_ROWS_MAX + 1 }))).toEqual(details);
});

test('a statement that writes and returns too much is known to have written', () => {
  store.restore({});
  const details = { statement: 'fill', limit: RESULT_ROWS_MAX };
  expect(limitOf(() => store.run('fill', { count: RESULT_ROWS_MAX + 1 }))).toEqual(details);
  expect(store.rows['t']?.size).toBe(RESULT_ROWS_MAX + 1);
});

test('a table may hold so many rows and no more, whether they come one by one or with a world', () => {
  let table = PersistentMap.empty<Row>();
  for (let i = 0; i < TABLE_ROWS_MAX; i++) table = table.set(`k${i}`, { k: `k${i}`, h: null });
  store.restore({ t: table });
  const details = { table: 't', limit: TABLE_ROWS_MAX };
  store.begin();
  expect(limitOf(() => store.run('put', { k: 'more', h: null }))).toEqual(details);
  store.rollback();
  store.commit();
  const more = table.set('more', { k: 'more', h: null });
  expect(limitOf(() => store.restore({ t: more }))).toEqual(details);
  expect(store.rows['t']).toBe(table);
  store.restore({});
  expect(bothReads(store, shapes).inSqlite).toEqual({ t: [] });
}, 60_000);
