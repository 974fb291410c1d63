// Boxes of tables and the lines of their ids as numbers, for all tables there are.
import { describe, expect, it } from 'vitest';
import { monitors } from '../../src/system/catalog';
import { idsIn } from '../../src/system/references';
import { coreTables, presentTables } from '../../src/system/schema';
import { relationsAt, type RelationBox } from '../../src/view/relations';

const all = idsIn([...coreTables, ...presentTables, ...monitors.flatMap(({ schema }) => schema)]);
const staged = all.filter(({ table }) => ['runs', 'outbox', 'operations'].includes(table));
const CASES = [268, 296, 332, 358, 559, 560, 868].flatMap((width) =>
  [28, 44].flatMap((row) => [staged, all].map((tables) => ({ width, row, tables, count: tables.length }))),
);

const meet = (a: RelationBox, b: RelationBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(CASES)('$count tables at $width px, rows of $row px', ({ width, row, tables }) => {
  const { boxes, lines, height } = relationsAt(tables, width, row);

  it('every table has a box, and no two boxes meet', () => {
    expect(boxes.map(({ table }) => table).toSorted()).toEqual(tables.map(({ table }) => table).toSorted());
    for (const [i, one] of boxes.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(width);
      expect(one.y + one.height).toBeLessThanOrEqual(height);
      expect(boxes.slice(i + 1).filter((other) => meet(one, other))).toEqual([]);
    }
  });

  it('the longest id fits into its row, key and all', () => {
    const longest = Math.max(...tables.flatMap(({ columns }) => columns.map(({ column }) => column.length)));
    for (const box of boxes) expect(box.width).toBeGreaterThanOrEqual(longest * 7.81 + 38);
  });

  it('rows stand within their box, one below the other', () => {
    for (const { y, height: high, rows } of boxes) {
      for (const [i, one] of rows.entries()) {
        expect(one.y - row / 2).toBeGreaterThan(y);
        expect(one.y + row / 2).toBeLessThanOrEqual(y + high);
        if (i > 0) expect(one.y - rows[i - 1]!.y).toBe(row);
      }
    }
  });

  it('a line touches every place of its id and no other, and runs between the boxes', () => {
    const rows = boxes.flatMap((box) => box.rows.map((one) => ({ ...one, box })));
    for (const { id, x, from, to, stubs } of lines) {
      const places = rows.filter((one) => one.id === id);
      expect(stubs.map((stub) => `${stub.table}.${stub.column}`).toSorted()).toEqual(
        places.map((one) => `${one.box.table}.${one.column}`).toSorted(),
      );
      for (const stub of stubs) {
        const { box } = places.find((one) => one.box.table === stub.table && one.column === stub.column)!;
        expect([box.x, box.x + box.width]).toContain(stub.from);
        expect(stub.y).toBeGreaterThanOrEqual(from);
        expect(stub.y).toBeLessThanOrEqual(to);
      }
      expect(boxes.filter((box) => box.x < x && x < box.x + box.width)).toEqual([]);
      expect(x).toBeLessThan(width);
    }
    const several = [...new Set(rows.map(({ id }) => id))].filter(
      (id) => rows.filter((one) => one.id === id).length > 1,
    );
    expect(lines.map(({ id }) => id).toSorted()).toEqual(several.toSorted());
  });

  it('lines in one lane do not meet', () => {
    for (const [i, one] of lines.entries())
      for (const other of lines.slice(i + 1))
        if (one.x === other.x) expect(one.from > other.to || other.from > one.to).toBe(true);
  });
});
