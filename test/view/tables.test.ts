import { describe, expect, it } from 'vitest';
import { rowsAt } from '../../src/view/rows';
import { rowChanges } from '../../src/kernel/rows';
import { type StagedTables, tablesOf } from '../../src/view/tables';
import { change, record, rowsOf } from './records';

const first = rowsOf({ runs: { run_1: { run_id: 'run_1', status: 'queued', version: 1, hidden: 0 } } });
const started = { run_id: 'run_1', status: 'running', version: 2, hidden: 1 };
const trace = [
  record({ changes: [change('runs', 'run_1', first['runs']!.get('run_1')!, started)] }),
  record(),
  record({
    changes: [
      change('runs', 'run_10', null, { run_id: 'run_10', status: 'queued', version: 1, hidden: 0 }),
      change('runs', 'run_9', null, { run_id: 'run_9', status: 'queued', version: 1, hidden: 0 }),
      change('outbox', 'm', null, { message_id: 'm' }),
    ],
  }),
  record({ changes: [change('runs', 'run_1', started, null)] }),
  record({ changes: [change('runs', 'run_9', { hidden: 0 }, { hidden: 1, status: 'queued', version: 1 })] }),
];
const staged = { runs: ['status', 'version'] };
const tablesAt = (cursor: number, tables: StagedTables) => {
  const [before, rows] = [rowsAt(first, trace, Math.max(0, cursor - 1)), rowsAt(first, trace, cursor)];
  return tablesOf(before, rows, rowChanges(before, rows), tables);
};
const runsAt = (cursor: number) => tablesAt(cursor, staged)[0]!;

describe('rows at a cursor', () => {
  it('are those of the start before the first step', () => {
    expect(rowsAt(first, trace, 0)).toBe(first);
    expect(runsAt(0).rows).toEqual([
      {
        key: 'run_1',
        mark: 'unchanged',
        cells: [
          { column: 'status', value: 'queued', before: undefined },
          { column: 'version', value: 1, before: undefined },
        ],
      },
    ]);
  });

  it('are the same whether one came from before or from after', () => {
    const there = rowsAt(first, trace, 4);
    rowsAt(first, trace, 1);
    expect(rowsAt(first, trace, 4)).toBe(there);
    expect([...rowsAt(first, trace, 1)['runs']!.entries()]).toEqual([['run_1', started]]);
    expect(rowsAt(first, trace, 99)).toBe(rowsAt(first, trace, 5));
  });

  it('are told apart where two runs share their first records but not their start', () => {
    const other = rowsOf({ runs: {} });
    expect(rowsAt(other, trace, 2)['runs']?.size).toBe(1);
    expect(rowsAt(other, trace, 2)['orders']).toBeUndefined();
  });
});

describe('staged tables', () => {
  it('show what the last step changed in a cell, before and after', () => {
    expect(runsAt(1).rows[0]).toEqual({
      key: 'run_1',
      mark: 'changed',
      cells: [
        { column: 'status', value: 'running', before: 'queued' },
        { column: 'version', value: 2, before: 1 },
      ],
    });
    expect(runsAt(1).changed).toBe(1);
  });

  it('show it for one step only', () => {
    expect(runsAt(2).rows.map((row) => row.mark)).toEqual(['unchanged']);
    expect(runsAt(2).rows[0]?.cells[0]?.before).toBeUndefined();
  });

  it('order rows by key, numbers in it counting as numbers', () => {
    expect(runsAt(3).rows.map((row) => [row.key, row.mark])).toEqual([
      ['run_1', 'unchanged'],
      ['run_9', 'inserted'],
      ['run_10', 'inserted'],
    ]);
  });

  it('keep a deleted row in its place for one step, with what it held', () => {
    const [gone] = runsAt(4).rows;
    expect([gone?.key, gone?.mark, gone?.cells.map((cell) => cell.value)]).toEqual([
      'run_1',
      'deleted',
      ['running', 2],
    ]);
    expect(runsAt(5).rows.map((row) => row.key)).toEqual(['run_9', 'run_10']);
  });

  it('count a change in a column that is not shown', () => {
    expect(runsAt(5).changed).toBe(1);
    expect(runsAt(5).rows[0]?.mark).toBe('changed');
  });

  it('keep the head of a table that has no rows, and stay out of those off stage', () => {
    const tables = tablesAt(2, { outbox: ['message_id', 'sent'] });
    expect(tables).toEqual([
      { table: 'outbox', columns: ['message_id', 'sent'], rows: [], size: 0, changed: 0 },
    ]);
  });

  it('show a column that a row does not have as NULL', () => {
    expect(tablesAt(3, { outbox: ['sent'] })[0]?.rows[0]?.cells[0]?.value).toBeNull();
  });
});
