// A schema and statements in which everything hangs together that may: keys in another order than their
// columns, indexes that fall, hold a part, or are unique for a part, triggers that write tables that other
// statements read, and their own.

import type { Domains } from './worlds';

export const knottySchema: readonly string[] = [
  'CREATE TABLE a (k TEXT PRIMARY KEY NOT NULL, g INTEGER, h TEXT, n INTEGER NOT NULL DEFAULT 0) STRICT',
  'CREATE INDEX a_by_g ON a(g, h)',
  'CREATE INDEX a_falling ON a(h DESC, n DESC)',
  'CREATE UNIQUE INDEX a_one_h ON a(h) WHERE g = 1',
  'CREATE TABLE b (x INTEGER NOT NULL, y TEXT NOT NULL, z REAL, PRIMARY KEY (y, x)) STRICT',
  'CREATE INDEX b_by_z ON b(z, y) WHERE x IN (1, 2)',
  'CREATE TABLE c (id TEXT PRIMARY KEY NOT NULL, a_k TEXT NOT NULL, total INTEGER NOT NULL, UNIQUE (a_k, total)) STRICT',
  `CREATE TRIGGER a_counts AFTER INSERT ON a WHEN restoring() = 0 BEGIN
    UPDATE c SET total = total + NEW.n WHERE a_k = NEW.h;
    INSERT INTO b(x, y, z) SELECT NEW.n + 1, NEW.k, max(z) FROM b WHERE y = NEW.h;
  END`,
  `CREATE TRIGGER a_moves AFTER UPDATE OF k ON a WHEN restoring() = 0 AND OLD.k <> NEW.k BEGIN
    UPDATE c SET a_k = NEW.k WHERE a_k = OLD.k AND EXISTS (SELECT 1 FROM b WHERE y = OLD.k AND x = NEW.n);
  END`,
  `CREATE TRIGGER a_overflows AFTER UPDATE OF n ON a WHEN restoring() = 0 AND NEW.n > 2 BEGIN
    UPDATE a SET n = 0, h = NULL WHERE k = NEW.k;
    DELETE FROM b WHERE y = NEW.k;
  END`,
  `CREATE TRIGGER c_falls BEFORE DELETE ON c WHEN restoring() = 0 BEGIN
    DELETE FROM b WHERE y = OLD.a_k AND x >= (SELECT min(n) FROM a WHERE k = OLD.a_k);
  END`,
  `CREATE TRIGGER b_stays BEFORE DELETE ON b WHEN restoring() = 0 AND
    EXISTS (SELECT 1 FROM c WHERE a_k = OLD.y AND total = OLD.x) BEGIN SELECT RAISE(ABORT, 'b_stays'); END`,
  'CREATE TABLE d (k TEXT PRIMARY KEY NOT NULL, label TEXT, n INTEGER NOT NULL) STRICT',
  'CREATE INDEX d_by_label ON d(label)',
  'CREATE UNIQUE INDEX d_one_n ON d(label, n)',
  `CREATE TRIGGER d_echoes AFTER INSERT ON d WHEN restoring() = 0 BEGIN
    UPDATE c SET total = total + (SELECT count(*) FROM d JOIN b ON b.y = d.label WHERE d.k = NEW.k) WHERE id = NEW.k;
  END`,
  `CREATE TRIGGER d_echoes_again AFTER UPDATE OF label ON d WHEN restoring() = 0 BEGIN
    UPDATE c SET total = total + (SELECT count(*) FROM d JOIN b ON b.y = d.label WHERE d.k = OLD.k) WHERE id = OLD.k;
  END`,
  'CREATE TABLE e (k TEXT PRIMARY KEY NOT NULL, p TEXT NOT NULL, n INTEGER NOT NULL, m INTEGER NOT NULL, UNIQUE (p, n)) STRICT',
  'CREATE INDEX e_by_both ON e(k, p)',
  `CREATE TRIGGER e_slips BEFORE UPDATE OF m ON e WHEN restoring() = 0 AND NEW.n = 2 BEGIN
    UPDATE e SET p = 'z', n = 9 WHERE k = NEW.k;
  END`,
  `CREATE TRIGGER b_skips BEFORE UPDATE ON b WHEN restoring() = 0 AND NEW.x > 3 BEGIN SELECT RAISE(IGNORE); END`,
];

export const knottyDomains: Domains = {
  ...{
    k: ['p', 'q', 'r'],
    y: ['p', 'q', 'r'],
    a_k: ['p', 'q', 'r'],
    h: ['p', 'q'],
    p: ['p', 'q', 'z'],
    'e.m': [0, 1],
  },
  ...{ id: ['p', 'q', 'r', '7', '3000000000', '3000000000.0'], label: ['p', 'q'], big: [7, 3_000_000_000] },
  ...{ g: [1, 2], n: [0, 1, 2], x: [0, 1, 2], z: [0.5, 1, 2], total: [0, 1, 2] },
  // Parameters, some of another type than what they are compared with.
  ...{
    t: ['p', 'q', 'r', '1', null],
    u: ['p', 'q', 'z'],
    i: [0, 1, 2, null],
    j: [0, 1, 2, 3],
    m: ['1', 1, 2],
  },
};

export const knottyStatements: Readonly<Record<string, string>> = {
  by_key: 'SELECT * FROM a WHERE k = :t',
  by_key_of_another_type: 'SELECT * FROM b WHERE y = :u AND x = :m',
  by_first_column_of_key: 'SELECT x FROM b WHERE y = :t',
  by_second_column_of_key: 'SELECT y, z FROM b WHERE x = :i',
  between: 'SELECT x, y FROM b WHERE y = :t AND x BETWEEN :i AND :j',
  above: 'SELECT k FROM a WHERE g > :i',
  below: 'SELECT k FROM a WHERE g = 1 AND h < :t ORDER BY h DESC, k LIMIT 1',
  above_another_type: 'SELECT x FROM b WHERE y = :u AND x > :m',
  below_another_type: 'SELECT k FROM a WHERE g = 1 AND h <= :m',
  is_null: 'SELECT k FROM a WHERE g IS NULL AND h IS :t',
  is_not_null: 'SELECT k FROM a WHERE g IS NOT NULL AND h > :t',
  falling: 'SELECT k FROM a WHERE h = :t AND n > :i ORDER BY n DESC, k',
  falling_range: 'SELECT k FROM a INDEXED BY a_falling WHERE h > :t AND n >= 0 ORDER BY h DESC, n DESC, k',
  partial: 'SELECT y FROM b WHERE x IN (1, 2) AND z > :i ORDER BY z, y',
  listed: 'SELECT k FROM a WHERE g IN (1, :j) AND h IN (:t, :u)',
  listed_keys: `SELECT x, y FROM b WHERE y IN ('p', :t) AND x IN (:i, 1)`,
  listed_by_query: 'SELECT k FROM a WHERE k IN (SELECT y FROM b WHERE x = :i)',
  not_listed: 'SELECT k FROM a WHERE k NOT IN (SELECT a_k FROM c WHERE total > :i)',
  either_column: 'SELECT k FROM a WHERE k = :t OR g = :i',
  either_text: 'SELECT k FROM d WHERE k = :t OR label = :u',
  pairs: 'SELECT a.k, c.id FROM a JOIN c ON c.a_k = a.k WHERE a.g = :i',
  chained: 'SELECT b.x, b.z FROM c JOIN a ON a.k = c.a_k JOIN b ON b.y = a.h WHERE c.id = :k',
  outer: 'SELECT a.k, b.z FROM a LEFT JOIN b ON b.y = a.h AND b.x = :i WHERE a.k = :t',
  outer_chain:
    'SELECT c.id, a.k, b.z FROM c LEFT JOIN a ON a.k = c.a_k LEFT JOIN b ON b.y IS a.h AND b.x = 1 WHERE c.id = :k',
  outer_nulls:
    'SELECT c.id, o.k FROM c LEFT JOIN a ON a.k = c.a_k LEFT JOIN a AS o ON o.g IS a.g WHERE c.id = :k',
  outer_listed: `WITH v(t) AS MATERIALIZED (VALUES ('p'), ('q'))
    SELECT c.id, a.k FROM c LEFT JOIN v ON v.t = c.a_k LEFT JOIN a ON a.h IS v.t WHERE c.id = :k`,
  outer_right: 'SELECT a.k, c.id FROM a RIGHT JOIN c ON c.a_k = a.k',
  totals: 'SELECT g, count(*) AS rows, sum(n) AS n FROM a GROUP BY g HAVING count(*) > :i ORDER BY g',
  count_all: 'SELECT count(*) AS n FROM a',
  count_part: 'SELECT count(*) AS n FROM b WHERE x IN (1, 2)',
  lowest: 'SELECT min(x) AS x, max(z) AS z FROM b WHERE y = :t',
  lowest_of_all: 'SELECT min(h) AS h FROM a',
  exists_deep: `SELECT k FROM a WHERE EXISTS (SELECT 1 FROM b WHERE y = a.k AND NOT EXISTS
    (SELECT 1 FROM c WHERE c.a_k = b.y AND c.total = b.x)) AND g = :i`,
  united:
    'SELECT k AS v FROM a WHERE g = :i UNION SELECT y FROM b WHERE x = :j EXCEPT SELECT a_k FROM c WHERE total = 0',
  recursive: `WITH RECURSIVE reach(k) AS (SELECT :t UNION SELECT a.h FROM a JOIN reach ON a.k = reach.k WHERE a.h IS NOT NULL)
    SELECT k FROM reach`,
  windowed: 'SELECT k, sum(n) OVER (PARTITION BY g ORDER BY k) AS running FROM a WHERE h = :t',
  pair_above: 'SELECT x, y FROM b WHERE (y, x) > (:t, :i) ORDER BY y, x LIMIT 2',
  distinct: 'SELECT DISTINCT g FROM a WHERE h = :t',
  case_by_row: `SELECT CASE WHEN EXISTS (SELECT 1 FROM b WHERE y = :t) THEN (SELECT n FROM a WHERE k = :t)
    ELSE (SELECT total FROM c WHERE id = :k) END AS v`,
  materialized:
    'WITH m AS MATERIALIZED (SELECT k, h FROM a WHERE g = 1) SELECT m.k, b.x FROM m JOIN b ON b.y = m.h WHERE b.x >= :i',
  listed_rows: 'WITH v(t) AS (VALUES (:t), (:u)) SELECT a.k, v.t FROM v LEFT JOIN a ON a.h = v.t',
  like: `SELECT k FROM a WHERE h LIKE 'p%' AND k GLOB :u || '*'`,
  glued: `SELECT * FROM c WHERE id = :k || '' AND a_k = coalesce(:t, 'p')`,
  glued_number: `SELECT * FROM c WHERE id = :big || ''`,
  summed: 'SELECT * FROM b WHERE y = :u AND x = :j - 1',
  put: 'INSERT INTO a(k, g, h, n) VALUES (:k, :g, :h, :n)',
  put_returning: 'INSERT INTO b(x, y, z) VALUES (:i, :k, 1) RETURNING y, x',
  put_from: 'INSERT INTO c(id, a_k, total) SELECT k, h, n FROM a WHERE g = :i AND h IS NOT NULL',
  put_or_ignore: 'INSERT OR IGNORE INTO c(id, a_k, total) VALUES (:k, :k, :j)',
  put_or_add:
    'INSERT INTO c(id, a_k, total) VALUES (:k, :k, :j) ON CONFLICT(id) DO UPDATE SET total = total + excluded.total RETURNING total',
  put_or_add_elsewhere: `INSERT INTO c(id, a_k, total) VALUES (:k, :k, :j) ON CONFLICT(a_k, total) DO UPDATE SET total = total + 1
    WHERE EXISTS (SELECT 1 FROM a WHERE a.k = c.a_k) ON CONFLICT DO NOTHING`,
  move: 'UPDATE a SET k = :u WHERE k = :k',
  move_all: `UPDATE c SET id = id || '+' WHERE total >= :i RETURNING id`,
  shift: 'UPDATE b SET x = x + 1 WHERE y = :k RETURNING x',
  grow: 'UPDATE a SET n = n + :j WHERE g = :i RETURNING k, n',
  grow_by_key:
    'UPDATE a SET n = n + :j WHERE k = :k AND (SELECT count(*) FROM c WHERE a_k = a.k) < 2 RETURNING n',
  regroup: 'UPDATE a SET g = g + 1, h = (SELECT max(y) FROM b WHERE x = a.n) WHERE g >= :i',
  unchanged: 'UPDATE a SET n = n, h = h WHERE k = :k RETURNING n',
  from_another: 'UPDATE c SET total = total + a.n FROM a WHERE a.k = c.a_k AND a.g = :i RETURNING id, total',
  echo: 'INSERT INTO d(k, label, n) VALUES (:k, :h, :j)',
  echo_again: 'UPDATE d SET label = :h WHERE k = :k',
  slip: 'UPDATE e INDEXED BY e_by_both SET n = n + 1, m = 1 WHERE k = :k AND p = :u',
  slip_all: 'UPDATE e SET n = n + 1, m = 1 WHERE p = :u',
  drop: 'DELETE FROM a WHERE k = :k RETURNING g',
  drop_range: 'DELETE FROM b WHERE y = :k AND x < :j',
  drop_cascade: 'DELETE FROM c WHERE a_k = :k',
  drop_by_query: 'DELETE FROM a WHERE h IN (SELECT y FROM b WHERE z > :i)',
  drop_every: 'DELETE FROM c WHERE total >= 0 OR total < 0',
};
