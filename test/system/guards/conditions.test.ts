// That the list of conditions is whole is what the other tests here stand on.

import { expect, test } from 'vitest';
import { openSqlite, openStore } from '../../../src/sqlite/open';
import { conditionsOf, without } from './conditions';

const text = `SELECT a FROM t JOIN u ON u.a=t.a WHERE t.b=1 AND (t.c IN (1,2) OR t.d BETWEEN 3 AND 4)
  AND NOT EXISTS (SELECT 1 FROM v WHERE v.a=t.a AND v.e='x AND y') ORDER BY a`;

test('finds every part, branch and member, those of subqueries too', () => {
  expect(conditionsOf(text).map(({ name }) => name)).toEqual([
    'u.a=t.a',
    't.b=1',
    't.c IN (1,2) OR t.d BETWEEN 3 AND 4',
    't.c IN (1,2)',
    't.c IN 1',
    't.c IN 2',
    't.d BETWEEN 3 AND 4',
    'NOT EXISTS v',
    'NOT EXISTS v: v.a=t.a',
    "NOT EXISTS v: v.e='x AND y'",
  ]);
});

test('finds the conditions of an update, and none in what it sets', () => {
  const update = `UPDATE t SET b=CASE b WHEN 1 THEN 2 ELSE b END, c=(SELECT MAX(c) FROM u WHERE u.a=t.a)
    WHERE a=:a RETURNING b`;
  expect(conditionsOf(update).map(({ name }) => name)).toEqual(['SELECT u: u.a=t.a', 'a=:a']);
});

test('leaves the rest of a statement as it means', async () => {
  const insert = 'INSERT INTO t(a,b) VALUES(:a,:b)';
  const select = 'SELECT a FROM t WHERE a IN (1,2) AND (b=1 OR b=2)';
  const shorter = conditionsOf(select).map((one) => [one.name, without(select, [one])] as const);
  const schema = ['CREATE TABLE t (a INTEGER NOT NULL, b INTEGER NOT NULL, PRIMARY KEY (a, b)) STRICT'];
  const store = openStore(await openSqlite(), schema, { insert, ...Object.fromEntries(shorter) });
  store.begin();
  for (const a of [1, 2, 3]) store.run('insert', { a, b: a });
  store.commit();
  const found = shorter.map(([name]) => [name, store.run(name, {}).map((row) => row['a'])]);
  expect(found).toEqual([
    ['a IN (1,2)', [1, 2]],
    ['a IN 1', [2]],
    ['a IN 2', [1]],
    ['b=1 OR b=2', [1, 2]],
    ['b=1', [2]],
    ['b=2', [1]],
  ]);
  store.close();
});

test.each(['NOT (a=1 AND b=1)', '(a=1 OR b=1)=c', "CASE a WHEN 1 THEN b='x' END"])(
  'refuses conditions that it cannot tell apart: %s',
  (condition) => {
    expect(() => conditionsOf(`SELECT a FROM t WHERE ${condition}`)).toThrow('can be told apart');
  },
);
