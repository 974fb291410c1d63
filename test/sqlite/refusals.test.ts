// What the store refuses when it is opened, and what it refuses of a statement's run, each by name. The first
// are not taste: of some of them SQLite's hook tells nothing, others would make a run depend on its history.

import { describe, expect, test } from 'vitest';
import { ConvergeError } from '../../src/kernel/errors';
import { ConstraintError, type Value } from '../../src/kernel/store';
import { openStore } from '../../src/sqlite/open';
import { query } from '../../src/sqlite/sqljs';
import { sqlite } from './worlds';

const TABLE = 'CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, n INTEGER, h TEXT) STRICT';

function refusalOf(body: () => unknown): ConvergeError {
  try {
    body();
  } catch (error) {
    if (error instanceof ConvergeError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('a schema is refused that has', () => {
  const keyed = (rest: string): string => `CREATE TABLE x (k TEXT PRIMARY KEY NOT NULL, n INTEGER${rest}`;
  const trigger = (text: string): string => `CREATE TRIGGER x BEFORE UPDATE ON t ${text}`;
  const index = (text: string): string => `CREATE INDEX x ON t${text}`;

  test.each([
    ['a trigger without a gate', trigger('BEGIN SELECT 1; END'), 'trigger'],
    ['a trigger with another condition', trigger('WHEN NEW.n > 1 BEGIN SELECT 1; END'), 'trigger'],
    ['a trigger gated the wrong way round', trigger('WHEN restoring() = 1 BEGIN SELECT 1; END'), 'trigger'],
    [
      'a trigger whose gate is only one of two ways',
      trigger('WHEN restoring() = 0 AND NEW.n > 1 OR NEW.n = 0 BEGIN SELECT 1; END'),
      'trigger',
    ],
    [
      'a trigger that keeps half of a statement',
      trigger(`WHEN restoring() = 0 BEGIN SELECT RAISE(FAIL, 'x'); END`),
      'trigger',
    ],
    ['a trigger that empties a table', trigger('WHEN restoring() = 0 BEGIN DELETE FROM t; END'), 'trigger'],
    [
      'a trigger that replaces rows',
      trigger(`WHEN restoring() = 0 BEGIN INSERT OR REPLACE INTO t(k) VALUES ('x'); END`),
      'trigger',
    ],
    ['a table WITHOUT ROWID', keyed(') STRICT, WITHOUT ROWID'), 'table'],
    ['a table that is not STRICT', keyed(')'), 'table'],
    ['a table without a key', 'CREATE TABLE x (k TEXT NOT NULL) STRICT', 'table'],
    ['a key that is the rowid', 'CREATE TABLE x (k INTEGER PRIMARY KEY NOT NULL) STRICT', 'table'],
    ['AUTOINCREMENT', 'CREATE TABLE x (k INTEGER PRIMARY KEY AUTOINCREMENT) STRICT', 'table'],
    ['a foreign key', keyed(', o TEXT REFERENCES t(k)) STRICT'), 'table'],
    ['an ON CONFLICT clause', keyed(' UNIQUE ON CONFLICT REPLACE) STRICT'), 'table'],
    ['a generated column', keyed(', m INTEGER AS (n + 1)) STRICT'), 'table'],
    ['a column that holds anything', keyed(', b ANY) STRICT'), 'table'],
    ['a time of day', keyed(` DEFAULT (unixepoch())) STRICT`), 'table'],
    ['an index over an expression', index('(n + 1)'), 'index'],
    ['an index in another order than rows are compared', index('(h COLLATE NOCASE)'), 'index'],
    ['a partial index with a range', index('(n) WHERE n > 1'), 'index'],
    ['a partial index with a choice', index(`(n) WHERE h = 'a' OR n = 1`), 'index'],
    ['a partial index with a function', index(`(n) WHERE h = lower('A')`), 'index'],
    ['a name in quotes', 'CREATE TABLE x ("k" TEXT PRIMARY KEY NOT NULL) STRICT', 'table'],
    ['two things in one text', `${keyed(') STRICT')}; CREATE INDEX y ON x(n)`, 'table'],
    ['a mistake', keyed(' INTEGER INTEGER,) STRICT'), 'table'],
  ])('%s', (_, text, kind) => {
    const error = refusalOf(() => openStore(sqlite, [TABLE, text], {}));
    expect(error.code).toBe('schema');
    expect(error.message).toMatch(new RegExp(`^The ${kind} x `));
    expect(error.details).toEqual({ [kind]: 'x' });
  });

  test('something else than tables, indexes and triggers', () => {
    const error = refusalOf(() => openStore(sqlite, ['CREATE VIEW v AS SELECT 1'], {}));
    expect(error.code).toBe('schema');
  });

  test('two unique indexes that a refusal could not tell apart', () => {
    const schema = [TABLE, `CREATE UNIQUE INDEX y ON t(n) WHERE h = 'a'`, `CREATE UNIQUE INDEX x ON t(n)`];
    expect(() => openStore(sqlite, schema, {})).toThrow(/unique over the same columns/);
  });
});

describe('a statement is refused that', () => {
  test.each([
    ['replaces rows', `INSERT OR REPLACE INTO t(k) VALUES ('a')`],
    ['replaces rows by its own word', `REPLACE INTO t(k) VALUES ('a')`],
    ['replaces rows when it updates', `UPDATE OR REPLACE t SET k = 'a'`],
    ['keeps half of what it did', `UPDATE OR FAIL t SET k = 'a'`],
    ['rolls everything back', `INSERT OR ROLLBACK INTO t(k) VALUES ('a')`],
    ['deletes without saying which', 'DELETE FROM t'],
    [
      'deletes without saying which, in a longer text',
      'WITH a AS (SELECT 1 WHERE 1) DELETE FROM t RETURNING k',
    ],
    ['is several', 'SELECT k FROM t ORDER BY k; SELECT 1'],
    ['takes a misspelt name for a text', 'SELECT k FROM t WHERE h = "hh"'],
    ['names a row by its rowid', 'SELECT k FROM t WHERE rowid = 1'],
    ['asks the clock', `SELECT unixepoch('now') AS n`],
    ['asks chance', 'SELECT k FROM t ORDER BY random()'],
    ['asks what happened before', 'SELECT changes() AS n'],
    ['takes any of many rows', 'SELECT k FROM t LIMIT 1'],
    ['changes the schema', 'DROP TABLE t'],
    ['reads the schema', 'SELECT name FROM sqlite_schema'],
    ['has a parameter without a name', 'SELECT k FROM t WHERE k = ?'],
    ['names two columns alike', 'SELECT k, h AS k FROM t'],
    ['reads a table that is not there', 'SELECT k FROM nowhere'],
  ])('%s', (_, text) => {
    const error = refusalOf(() => openStore(sqlite, [TABLE], { x: text }));
    expect(error.code).toBe('schema');
    expect(error.details['statement']).toBe('x');
    expect(error.message).toContain(' x');
  });

  test('but not for words in texts and comments', () => {
    const text = `SELECT ';"?' AS a /* "? rowid; */ FROM t WHERE h = ':x DELETE' -- "; random()
      ORDER BY k`;
    expect(openStore(sqlite, [TABLE], { x: text }).run('x', {})).toEqual([]);
  });
});

test('of these SQLite tells nothing, which is why they are refused', () => {
  const database = new sqlite.Database();
  const told: string[] = [];
  database.updateHook((operation) => told.push(operation));
  database.run(`CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, n INTEGER UNIQUE) STRICT`);
  database.run(`INSERT INTO t VALUES ('a', 1), ('b', 2)`);
  told.length = 0;
  database.run(`INSERT OR REPLACE INTO t VALUES ('c', 1)`);
  database.run('DELETE FROM t');
  expect(query(database, 'SELECT count(*) FROM t')).toEqual([[0]]);
  expect(told).toEqual(['insert']);
  database.close();
});

describe('a run of a statement', () => {
  const schema = [
    TABLE,
    'CREATE UNIQUE INDEX t_one_n ON t(n)',
    `CREATE UNIQUE INDEX t_one_h ON t(h) WHERE h IN ('a', 'b')`,
    'CREATE TABLE u (x INTEGER NOT NULL CONSTRAINT u_small CHECK (x < 9), y TEXT NOT NULL, PRIMARY KEY (y, x), UNIQUE (x)) STRICT',
  ];
  const store = openStore(sqlite, schema, {
    put: 'INSERT INTO t(k, n, h) VALUES (:k, :n, :h)',
    put_u: 'INSERT INTO u(x, y) VALUES (:x, :y)',
    both: 'SELECT :k AS k, :n AS n',
  });

  const refusedBy = (statement: string, parameters: Record<string, Value>): string => {
    try {
      store.run(statement, parameters);
    } catch (error) {
      if (error instanceof ConstraintError) return error.constraint;
      throw error;
    }
    return 'nothing';
  };

  test('is refused by the name of the index or check', () => {
    store.restore({});
    store.run('put', { k: '1', n: 1, h: 'a' });
    store.run('put_u', { x: 1, y: 'a' });
    expect(refusedBy('put', { k: '1', n: 2, h: null })).toBe('t.key');
    expect(refusedBy('put', { k: '2', n: 1, h: null })).toBe('t_one_n');
    expect(refusedBy('put', { k: '2', n: 2, h: 'a' })).toBe('t_one_h');
    expect(refusedBy('put_u', { x: 1, y: 'a' })).toMatch(/^u\.(key|x)$/);
    expect(refusedBy('put_u', { x: 1, y: 'b' })).toBe('u.x');
    expect(refusedBy('put_u', { x: 9, y: 'b' })).toBe('u_small');
  });

  test.each([
    ['a value of another type', { x: 'one', y: 'a' }],
    ['no value where one is needed', { x: 1, y: null }],
  ])('is a mistake in the schema with %s', (_, parameters) => {
    const error = refusalOf(() => store.run('put_u', parameters));
    expect([error.code, error.details['statement']]).toEqual(['schema', 'put_u']);
  });

  test.each([
    ['a parameter that is missing', { k: 'a' }, 'n'],
    ['a parameter that is not a value', { k: true, n: 1 }, 'k'],
    ['a number that is none', { k: 'a', n: Number.NaN }, 'n'],
  ])('names %s', (_, parameters, parameter) => {
    const error = refusalOf(() => store.run('both', parameters as unknown as Record<string, Value>));
    expect(error.code).toBe('definition');
    expect(error.details).toEqual({ statement: 'both', parameter });
  });

  test('ignores a parameter that the statement has not, since fragments decide which it has', () => {
    expect(store.run('both', { k: 'a', n: 1, now: 5, actor: 'api' })).toEqual([{ k: 'a', n: 1 }]);
  });

  test('of a statement that is not there names it', () => {
    expect(() => store.run('nothing', {})).toThrow('There is no statement nothing.');
  });
});
