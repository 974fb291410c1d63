// Which id lives where: against the check of CONTRACT §15.4, the contract's tables, and the rows of real runs.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortedRows } from '../../src/kernel/rows';
import { idsIn, NAMED_OTHERWISE } from '../../src/system/references';
import { coreTables } from '../../src/system/schema';
import { columnsOf } from '../../src/system/tables';
import { tables as contracted } from '../sqlite/service-schema';
import { begin, choices, simulationOf, walk } from './walks';

/** CONTRACT §15.4, "references: what foreign keys would say". */
const REFERENCES = `
SELECT e.run_id FROM events e WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id=e.run_id)
UNION ALL SELECT o.run_id FROM operations o WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id=o.run_id)
UNION ALL SELECT a.approval_id FROM approvals a WHERE NOT EXISTS (SELECT 1 FROM operations o WHERE o.operation_id=a.operation_id)
UNION ALL SELECT x.message_id FROM outbox x WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.run_id=x.run_id AND e.seq=x.seq)`;

interface Reference {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
}

const references: readonly Reference[] = REFERENCES.split('UNION ALL').map((text) => {
  const [, from = '', to = '', where = ''] =
    /FROM (\w+) \w WHERE NOT EXISTS \(SELECT 1 FROM (\w+) \w WHERE ([^)]*)\)/.exec(text) ?? [];
  return { from, to, columns: [...where.matchAll(/\.(\w+)=/g)].map((match) => match[1] ?? '') };
});

const ids = idsIn(coreTables);
const columnOf = (table: string, column: string) =>
  ids.find((one) => one.table === table)?.columns.find((one) => one.column === column);
const homes = new Map(
  ids.flatMap(({ table, columns }) =>
    columns.filter(({ isHome }) => isHome).map(({ id, column }) => [id, { table, column }] as const),
  ),
);

describe('ids', () => {
  test.each(references)('$from refers to $to by $columns', ({ from, to, columns }) => {
    expect(columns.length).toBeGreaterThan(0);
    for (const column of columns) {
      expect(columnOf(from, column)?.id).toBe(columnOf(to, column)?.id);
      expect(columnOf(from, column)?.isHome).toBe(false);
    }
    expect(columns.map((column) => homes.get(column)?.table)).toContain(to);
  });

  test('are at home in one table each, where they are the key', () => {
    expect(Object.fromEntries([...homes].map(([id, { table }]) => [id, table]))).toMatchObject({
      ...{ run_id: 'runs', seq: 'events', operation_id: 'operations', approval_id: 'approvals' },
      ...{ message_id: 'outbox', conversation_id: 'conversations', order_id: 'orders' },
      principal_id: 'principals',
    });
    const all = ids.flatMap(({ columns }) => columns.filter(({ isHome }) => isHome).map(({ id }) => id));
    expect(new Set(all).size).toBe(all.length);
  });

  test('of a text are none of a message that is sent', () => {
    expect(columnOf('compactions', 'message_id')?.id).not.toBe(columnOf('outbox', 'message_id')?.id);
  });

  test('hold every column of every key', () => {
    for (const { table, columns, others } of ids) {
      expect(columns.filter(({ isKey }) => isKey).length, table).toBeGreaterThan(0);
      expect(columns.length + others, table).toBe(columnsOf(coreTables)[table]!.length);
    }
  });

  test('that are named otherwise stand in tables of the contract', () => {
    const known = columnsOf(contracted);
    for (const name of Object.keys(NAMED_OTHERWISE)) {
      const [table = '', column = ''] = name.split('.');
      expect(known[table], name).toContain(column);
    }
  });

  test('refer to rows that are there, in every step of the safe service', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(choices(80), (list) => {
        const simulation = simulationOf({});
        const taken = walk(simulation, begin(simulation), list);
        const { rows } = taken.at(-1)?.world ?? begin(simulation);
        for (const { table, columns } of ids) {
          for (const { column, id, isHome } of columns) {
            const home = homes.get(id);
            if (isHome || home === undefined) continue;
            const there = new Set(sortedRows(rows, home.table).map((row) => row[home.column]));
            for (const row of sortedRows(rows, table)) {
              const value = row[column] ?? null;
              if (value === null) continue;
              expect(there.has(value), `${table}.${column} = ${value}`).toBe(true);
              met.add(`${table}.${column}`);
            }
          }
        }
      }),
      { numRuns: 25, seed: 1 },
    );
    expect([...met]).toEqual(
      expect.arrayContaining([
        'runs.principal',
        'outbox.seq',
        'approvals.operation_id',
        'refund_keys.order_id',
      ]),
    );
  });
});
