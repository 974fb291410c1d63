// Where the value of a register comes from, as far as it can be told before a statement runs: a parameter,
// a literal, a column of a row that is itself found by its key, or little sums of these. Two origins with
// the same text always stand for the same value.

import { keyText, type Row, type Value } from '../kernel/store';
import type { Column, Table } from './catalog';

/** What is known when a statement is about to run. */
export interface Known {
  readonly parameters: readonly Value[];
  readonly row: (table: string, key: string) => Row | undefined;
}

/** In place of a value: the row that it would be taken from is not there, so nobody will ask for it. */
export const ABSENT = Symbol('absent');

/** Undefined where only the rows that the statement comes across decide the value. */
export type Found = Value | undefined | typeof ABSENT;

export interface Origin {
  readonly text: string;
  /** The parameters and columns that it is made of. */
  readonly uses: readonly Origin[];
  readonly value: (known: Known) => Found;
  /** What it has been forced into; it is told only if it was of these types already. */
  readonly types?: readonly Column['type'][];
  /** The values one of which it is, where it is taken from a list. */
  readonly choices?: readonly Origin[];
  /** The cursor whose row it identifies, and the address at which it stood there. */
  readonly rowOf?: Place;
}

export interface Place {
  readonly cursor: number;
  readonly address: number;
}

export const UNKNOWN: Origin = { text: '?', uses: [], value: () => undefined };

/** Whether it can be told from what is known. */
export const isTold = (origin: Origin): boolean => origin.value !== UNKNOWN.value;

function atom(text: string, value: Origin['value']): Origin {
  const uses: Origin[] = [];
  const origin = { text, uses, value };
  uses.push(origin);
  return origin;
}

export function parameter(position: number): Origin {
  return atom(`:${position}`, ({ parameters }) => parameters[position]);
}

export function literal(value: Value): Origin {
  return { text: JSON.stringify(value), uses: [], value: () => value };
}

/** A column of the row with this primary key, in a table whose rows do not lose it while the statement runs. */
export function columnOf(table: Table, key: readonly Origin[], column: Column): Origin {
  const text = `${table.name}(${key.map((one) => one.text).join(',')}).${column.name}`;
  return atom(text, (known) => {
    const values = key.map((one) => one.value(known));
    if (values.includes(ABSENT)) return ABSENT;
    if (values.includes(undefined)) return undefined;
    const row = known.row(table.name, keyText(values as readonly Value[]));
    return row === undefined ? ABSENT : row[column.name];
  });
}

export function rowOf(cursor: number, address: number): Origin {
  return { ...UNKNOWN, text: `row(${cursor}@${address})`, rowOf: { cursor, address } };
}

// sql.js binds every other number as a real, whose sums and texts are not those of an integer.
const isSmallInteger = (value: Value): value is number => typeof value === 'number' && value === (value | 0);

type Operator = (x: Value, y: Value) => Value | undefined;

function combine(sign: string, a: Origin, b: Origin, of: Operator): Origin {
  if (!isTold(a) || !isTold(b)) return UNKNOWN;
  const value: Origin['value'] = (known) => {
    const [x, y] = [a.value(known), b.value(known)];
    if (x === ABSENT || y === ABSENT) return ABSENT;
    if (x === undefined || y === undefined) return undefined;
    return x === null || y === null ? null : of(x as Value, y as Value);
  };
  return { text: `(${a.text}${sign}${b.text})`, uses: [...a.uses, ...b.uses], value };
}

export function concat(a: Origin, b: Origin): Origin {
  const isPlain = (value: Value): boolean => typeof value === 'string' || isSmallInteger(value);
  return combine('||', a, b, (x, y) => (isPlain(x) && isPlain(y) ? `${String(x)}${String(y)}` : undefined));
}

export function sum(a: Origin, b: Origin, sign: 1 | -1): Origin {
  return combine(sign === 1 ? '+' : '-', a, b, (x, y) =>
    isSmallInteger(x) && isSmallInteger(y) ? x + sign * y : undefined,
  );
}

/** The same value in a place that converts other types to its own; where it would, nothing is told. */
export function typed(type: Column['type'], of: Origin): Origin {
  if (!isTold(of) || of.types?.includes(type) === true) return of;
  const value: Origin['value'] = (known) => {
    const found = of.value(known);
    return found === null || found === ABSENT || typeof found === type ? found : undefined;
  };
  return { ...of, value, types: [...(of.types ?? []), type] };
}

/** What is true of a value that may come from each of these. */
export function either(origins: readonly Origin[]): Origin {
  const [first, ...others] = origins;
  if (first === undefined || others.some((other) => other.text !== first.text)) return UNKNOWN;
  return others.flatMap((other) => other.types ?? []).reduce((origin, type) => typed(type, origin), first);
}

/** A value taken from a list; the list is worth telling only where each of its values can be told. */
export function oneOf(origins: readonly Origin[]): Origin {
  const same = either(origins);
  if (same !== UNKNOWN || !origins.every(isTold)) return same;
  const uses = origins.flatMap((one) => one.uses);
  return { ...UNKNOWN, text: `one of ${origins.map((one) => one.text).join(' ')}`, uses, choices: origins };
}
