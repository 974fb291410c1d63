// A property says what a person could see or lose. It has a key and one query with that key as parameter;
// after a step only keys whose rows changed are judged, so judging does not grow with the log (DESIGN §1.8).

import { canonical } from './json';
import type { Change, Parameters, Row, Run } from './store';

/** always: never harm · eventually: judged when nothing is left to happen · sometimes: seen at least once. */
export type PropertyKind = 'always' | 'eventually' | 'sometimes';

export type Verdict = 'holds' | 'violated' | 'open';

export interface Property {
  readonly id: string;
  readonly kind: PropertyKind;
  /** Names of the key's parameters. */
  readonly key: readonly string[];
  /** Statement that lists all keys. */
  readonly keys: string;
  /** Statement with the key as parameters: a row is harm (always), or what is still missing (eventually). */
  readonly query: string;
  /**
   * The same without its excuse ("something that would put it right is under way"). A key found here is
   * judged again whenever excuses change, so that an excuse may end without the key's own rows changing.
   */
  readonly suspicion?: string;
  /** For an eventually: a row where what is missing waits for somebody who is not on stage. */
  readonly waits?: string;
  /** The keys that a changed row touches, by table. */
  readonly touches: Readonly<Record<string, Touch>>;
}

export type Touch = (row: Row, sql: Run) => readonly Parameters[];

/** Harm and suspicion by property and key, both as text. */
export type Judgement = Readonly<Record<string, Readonly<Record<string, 'violated' | 'suspected'>>>>;

export interface VerdictChange {
  readonly property: string;
  readonly key: Parameters;
  readonly from: Verdict;
  readonly to: Verdict;
}

/** The touch of a row that holds the key's columns under their own names. */
export function keyed(...columns: readonly string[]): Touch {
  return (row) => [Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))];
}

interface Judged {
  readonly judgement: Judgement;
  readonly verdicts: readonly VerdictChange[];
}

/** Judges the keys that these changes touch, and the suspected ones where an excuse may have ended. */
export function judge(
  properties: readonly Property[],
  before: Judgement,
  changes: readonly Change[],
  excuses: string,
  sql: Run,
): Judged {
  const verdicts: VerdictChange[] = [];
  let judgement = before;
  const excusesChanged = changes.some((change) => change.table === excuses);
  for (const property of properties) {
    if (property.kind === 'eventually') continue;
    const known = judgement[property.id] ?? {};
    const keys = touchedKeys(property, changes, sql);
    if (excusesChanged && property.suspicion !== undefined)
      for (const text of Object.keys(known)) keys.set(text, JSON.parse(text) as Parameters);
    if (keys.size === 0) continue;
    const next = { ...known };
    for (const [text, key] of keys) {
      const verdict = judgeKey(property, key, sql);
      const from = known[text] === 'violated' ? 'violated' : 'holds';
      const to = verdict === 'violated' ? 'violated' : 'holds';
      if (from !== to) verdicts.push({ property: property.id, key, from, to });
      if (verdict === 'holds') Reflect.deleteProperty(next, text);
      else next[text] = verdict;
    }
    judgement = { ...judgement, [property.id]: next };
  }
  return { judgement, verdicts };
}

function touchedKeys(property: Property, changes: readonly Change[], sql: Run): Map<string, Parameters> {
  const keys = new Map<string, Parameters>();
  for (const change of changes) {
    const touch = property.touches[change.table];
    if (touch === undefined) continue;
    for (const row of [change.before, change.after]) {
      if (row === null) continue;
      for (const key of touch(row, sql)) keys.set(canonical(key), key);
    }
  }
  return keys;
}

function judgeKey(property: Property, key: Parameters, sql: Run): 'holds' | 'violated' | 'suspected' {
  if (property.suspicion === undefined) return sql(property.query, key).length > 0 ? 'violated' : 'holds';
  if (sql(property.suspicion, key).length === 0) return 'holds';
  return sql(property.query, key).length > 0 ? 'violated' : 'suspected';
}

/** All keys at which the property's query finds a row: its definition. */
export function definition(property: Property, sql: Run): readonly Parameters[] {
  return sql(property.keys, {}).filter((key) => sql(property.query, key).length > 0);
}

/** The verdict on an `eventually` when nothing is left to happen. */
export function judgeEventually(property: Property, sql: Run): Verdict {
  const missing = definition(property, sql);
  if (missing.length === 0) return 'holds';
  const waits = property.waits;
  return waits !== undefined && missing.every((key) => sql(waits, key).length > 0) ? 'open' : 'violated';
}
