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

/** A member that should be text; empty where it is not. */
export function textOf(data: Data, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

/** Compares ids so that run_2 comes before run_10: runs of digits count as numbers. */
export function compareIds(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] ?? '', right[i] ?? ''];
    const byNumber = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : 0;
    if (byNumber !== 0) return byNumber;
    if (x !== y) return x < y ? -1 : 1;
  }
  return left.length - right.length;
}

/** The data with some members replaced; the same object where nothing would change. */
export function withMembers<T extends object>(data: T, changes: Partial<T> | undefined): T {
  if (changes === undefined) return data;
  for (const name of Object.keys(changes) as (keyof T)[]) {
    if (data[name] !== changes[name]) return { ...data, ...changes };
  }
  return data;
}
