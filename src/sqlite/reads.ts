// From what a plan reads to what one run of it has read. What decides that is little, so reads are remembered
// by it, and each is one object for as long as it is remembered.

import { keyText, type KeyRead, type RangeRead, type Read, type Value } from '../kernel/store';
import type { Column, Index } from './catalog';
import type { Span } from './cursors';
import { REMEMBERED_READS_MAX } from './limits';
import { ABSENT, type Found, isTold, type Known, type Origin } from './origin';
import type { Plan } from './plan';

export class ReadMemory {
  private readonly reads = new Map<string, Read>();
  private readonly runs = new Map<Plan, Map<string, readonly Read[]>>();

  /** What a statement is about to read. */
  of(plan: Plan, known: Known): readonly Read[] {
    let runs = this.runs.get(plan);
    if (runs === undefined) this.runs.set(plan, (runs = new Map<string, readonly Read[]>()));
    const name = nameOf(plan.uses, known);
    let reads = runs.get(name);
    if (reads === undefined) {
      reads = plan.spans.flatMap((span) => this.one(readOf(span, known)) ?? []);
      runs.set(name, reads);
    }
    return reads;
  }

  /** Forgets what has become too much. Not while a step is recorded: it tells reads apart as objects. */
  trim(): void {
    if (this.reads.size <= REMEMBERED_READS_MAX) return;
    this.reads.clear();
    this.runs.clear();
  }

  private one(read: Read | null): Read | null {
    if (read === null) return null;
    const text = JSON.stringify(read);
    const known = this.reads.get(text);
    if (known !== undefined) return known;
    this.reads.set(text, read);
    return read;
  }
}

/** Equal names only for equal values: a text is preceded by its length. */
function nameOf(uses: readonly Origin[], known: Known): string {
  let name = '';
  for (const use of uses) {
    const value = use.value(known);
    name += typeof value === 'string' ? `${value.length}'${value}` : `${String(value)};`;
  }
  return name;
}

/** Null where what is asked for depends on a row that is not there, so that it will not be asked for. */
function readOf({ index, from, to }: Span, known: Known): Read | null {
  if ([...from, ...to].some((one) => one.value(known) === ABSENT)) return null;
  const [lower, upper] = [valuesOf(index, from, to, known), valuesOf(index, to, from, known)];
  const { table, columns } = index;
  const isPoint = from.every((one, i) => one.text === to[i]?.text);
  if (index.isKey && isPoint && lower.length === columns.length && upper.length === columns.length) {
    return Object.freeze<KeyRead>({ table: table.name, key: keyText(lower) });
  }
  const where = { ...listed(index, from, to, known), ...index.where };
  const read = {
    table: table.name,
    index: index.name,
    from: rowOf(columns, lower),
    to: rowOf(columns, upper),
  };
  const isFiltered = Object.keys(where).length > 0;
  return Object.freeze<RangeRead>(isFiltered ? { ...read, where: Object.freeze(where) } : read);
}

function rowOf(columns: readonly Column[], values: readonly Value[]): Readonly<Record<string, Value>> | null {
  if (values.length === 0) return null;
  return Object.freeze(Object.fromEntries(values.map((value, i) => [columns[i]!.name, value])));
}

/** The leading values of a bound, as far as they are told; whatever follows is left open. */
function valuesOf(
  index: Index,
  bound: readonly Origin[],
  other: readonly Origin[],
  known: Known,
): readonly Value[] {
  const values: Value[] = [];
  for (const [i, origin] of bound.entries()) {
    const value = fitting(index.columns[i]!, origin.value(known));
    const isTurned = index.isDescending[i] === true && origin.text !== other[i]?.text;
    if (value === undefined || isTurned) break;
    values.push(value);
  }
  return values;
}

/** A value as the column would hold it; SQLite converts others before it compares, so they are not told. */
function fitting(column: Column, value: Found): Value | undefined {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) return undefined;
  return value === null || typeof value === column.type ? (value as Value) : undefined;
}

/** The values of columns that are looked up for each of a list. */
function listed(
  index: Index,
  from: readonly Origin[],
  to: readonly Origin[],
  known: Known,
): Readonly<Record<string, readonly Value[]>> {
  const where: Record<string, readonly Value[]> = {};
  for (const [i, origin] of from.entries()) {
    if (to[i]?.text !== origin.text || (!isTold(origin) && origin.choices === undefined)) break;
    if (origin.choices === undefined) continue;
    const column = index.columns[i]!;
    const choices = origin.choices.map((choice) => choice.value(known)).filter((value) => value !== ABSENT);
    const values = choices.map((value) => fitting(column, value));
    if (!values.includes(undefined)) where[column.name] = Object.freeze(values as readonly Value[]);
  }
  return where;
}
