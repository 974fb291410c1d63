// Plain data, and the one text that stands for it. Worlds, messages and step records are compared,
// hashed and stored by this text, so equal data must give equal text whatever the order of insertion.

export type Json = string | number | boolean | null | readonly Json[] | Data;

/** Plain data with named members. */
export interface Data {
  readonly [name: string]: Json | undefined;
}

/** JSON with members sorted by name and without members that are undefined (RFC 8785 for our values). */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item as Json)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const data = value as Data;
  const members: string[] = [];
  for (const name of Object.keys(data).sort()) {
    if (data[name] !== undefined) members.push(`${JSON.stringify(name)}:${canonical(data[name])}`);
  }
  return `{${members.join(',')}}`;
}

/**
 * Canonical text without the members of these names, wherever they lie, within JSON that is carried as text
 * too: what is left once stamps do not count.
 */
export function content(value: Json | undefined, without: readonly string[]): string {
  return without.length === 0 ? canonical(value) : canonical(stripped(value, without));
}

function stripped(value: Json | undefined, without: readonly string[]): Json {
  if (typeof value === 'string') return value.startsWith('{') ? strippedText(value, without) : value;
  if (Array.isArray(value)) return value.map((item) => stripped(item as Json, without));
  if (value === null || value === undefined || typeof value !== 'object') return value ?? null;
  const kept: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value as Data)) {
    if (member !== undefined && !without.includes(name)) kept[name] = stripped(member, without);
  }
  return kept;
}

function strippedText(text: string, without: readonly string[]): string {
  try {
    return canonical(stripped(JSON.parse(text) as Json, without));
  } catch {
    return text;
  }
}

/** A member that should be text; empty where it is not. */
export function textOf(data: Data, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Compares ids so that run_2 comes before run_10: runs of digits count as numbers. */
export function compareIds(a: string, b: string): number {
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(j)];
    if (!isDigit(left) || !isDigit(right)) {
      if (left !== right) return left - right;
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const [endA, endB] = [endOfNumber(a, i), endOfNumber(b, j)];
    const order = compareNumbers(a.slice(i, endA), b.slice(j, endB));
    if (order !== 0) return order;
    [i, j] = [endA, endB];
  }
  return a.length - i - (b.length - j);
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** By value first, so that 9 comes before 10; by length then, so that 1 and 01 stay apart. */
function compareNumbers(a: string, b: string): number {
  return Number(a) - Number(b) || a.length - b.length;
}

/** The data with some members replaced; the same object where nothing would change. */
export function withMembers<T extends object>(data: T, changes: Partial<T> | undefined): T {
  if (changes === undefined) return data;
  for (const name of Object.keys(changes) as (keyof T)[]) {
    if (data[name] !== changes[name]) return { ...data, ...changes };
  }
  return data;
}
