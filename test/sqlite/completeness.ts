// The claim on which causality, properties and the explorer rest: a step depends on nothing but what it is
// recorded to have read. It is put to the test by changing every row that was not read, in every way that
// the constraints admit, and running the same statement again.

import fc from 'fast-check';
import { expect } from 'vitest';
import { withChanges } from '../../src/kernel/rows';
import type { Change, Parameters, Read, Row, Rows, Store, Value } from '../../src/kernel/store';
import { ConstraintError, covers, keyText } from '../../src/kernel/store';
import { ConvergeError } from '../../src/kernel/errors';
import {
  type Candidate,
  candidates,
  type Domains,
  laidIn,
  parametersFor,
  restored,
  type TableShape,
  valuesFor,
  worldsOf,
} from './worlds';

interface Edit {
  readonly isRemoved: boolean;
  readonly columns: readonly number[];
  readonly value: number;
}

export interface Sample {
  readonly rows: readonly Candidate[];
  readonly parameters: Parameters;
  readonly edits: readonly Edit[];
  readonly added: readonly Candidate[];
}

export function samples(text: string, shapes: readonly TableShape[], domains: Domains): fc.Arbitrary<Sample> {
  const edit = fc.record({
    isRemoved: fc.nat(2).map((n) => n === 0),
    columns: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
    value: fc.nat(5),
  });
  return fc.record({
    rows: worldsOf(shapes, domains, 4),
    parameters: parametersFor(text, domains),
    edits: fc.array(edit, { minLength: 6, maxLength: 6 }),
    added: fc.array(fc.oneof(...shapes.map((shape) => candidates(shape, domains))), { maxLength: 8 }),
  });
}

interface Outcome {
  readonly rows: readonly Row[];
  readonly refused: string | null;
  readonly changes: readonly Change[];
  readonly reads: readonly Read[];
}

/** What a statement comes to in a world, which it leaves as it was. */
export function outcomeOf(store: Store, world: Rows, name: string, parameters: Parameters): Outcome {
  store.restore(world);
  store.begin();
  let [rows, refused]: [readonly Row[], string | null] = [[], null];
  try {
    rows = store.run(name, parameters);
  } catch (error) {
    if (error instanceof ConstraintError) refused = error.constraint;
    else if (error instanceof ConvergeError && error.code === 'schema') refused = error.message;
    else throw error;
  }
  const changes = store.changed();
  store.rollback();
  return { rows, refused, changes, reads: store.commit().reads };
}

/** Fails where the statement comes to something else after only unread rows were changed. */
export function expectReadsComplete(
  store: Store,
  shapes: readonly TableShape[],
  domains: Domains,
  name: string,
  sample: Sample,
): Outcome {
  const world = laidIn(store, shapes, {}, sample.rows);
  const before = outcomeOf(store, world, name, sample.parameters);
  const changed = changedElsewhere(store, shapes, domains, world, before.reads, sample);
  expect(outcomeOf(store, changed, name, sample.parameters)).toEqual(before);
  return before;
}

/** The world with every row changed, taken away or added that was not read. */
function changedElsewhere(
  store: Store,
  shapes: readonly TableShape[],
  domains: Domains,
  world: Rows,
  reads: readonly Read[],
  { edits, added }: Sample,
): Rows {
  let rows = world;
  const apply = (change: Change): void => {
    const touched = [change.before, change.after].filter((row) => row !== null);
    const isRead = touched.some((row) => reads.some((read) => covers(read, change.table, change.key, row)));
    if (!isRead) rows = restored(store, withChanges(rows, [change])) ?? rows;
  };
  let count = 0;
  for (const shape of shapes) {
    for (const [key, row] of world[shape.name]?.entries() ?? []) {
      const edit = edits[count++ % edits.length];
      const after = edit === undefined || edit.isRemoved ? null : edited(row, shape, domains, edit);
      const moved = after === null ? key : keyOf(after, shape);
      if (moved === key) apply({ table: shape.name, key, before: row, after });
      else apply({ table: shape.name, key, before: row, after: null });
      if (moved !== key) apply({ table: shape.name, key: moved, before: rowAt(rows, shape, moved), after });
    }
  }
  for (const { table, row } of added) {
    const shape = shapes.find(({ name }) => name === table);
    if (shape === undefined) continue;
    const key = keyOf(row, shape);
    apply({ table, key, before: rowAt(rows, shape, key), after: row });
  }
  return rows;
}

const rowAt = (rows: Rows, shape: TableShape, key: string): Row | null => rows[shape.name]?.get(key) ?? null;

const keyOf = (row: Row, shape: TableShape): string =>
  keyText(shape.key.map((column) => row[column] ?? null));

function edited(row: Row, shape: TableShape, domains: Domains, { columns, value }: Edit): Row {
  const next: Record<string, Value> = { ...row };
  for (const at of columns) {
    const column = shape.columns[at % shape.columns.length];
    if (column === undefined) continue;
    const { name, isText, isRequired } = column;
    const values = [...valuesFor(domains, shape.name, name, isText), ...(isRequired ? [] : [null])];
    next[name] = values[value % values.length] ?? null;
  }
  return next;
}
