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
  /** The columns that its queries look at, by table: a row in which only others changed touches nothing. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
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
  const touched = touchedKeys(properties, changes, sql);
  if (changes.some((change) => change.table === excuses)) addSuspected(properties, before, touched);
  let judgement = before;
  for (const [property, keys] of touched) {
    const known = judgement[property.id] ?? {};
    const next = { ...known };
    let isSame = true;
    for (const [text, key] of keys) {
      const verdict = judgeKey(property, key, sql);
      const held = known[text] ?? 'holds';
      if (verdict === held) continue;
      isSame = false;
      const [from, to] = [
        held === 'violated' ? held : 'holds',
        verdict === 'violated' ? verdict : 'holds',
      ] as const;
      if (from !== to) verdicts.push({ property: property.id, key, from, to });
      if (verdict === 'holds') Reflect.deleteProperty(next, text);
      else next[text] = verdict;
    }
    if (!isSame) judgement = { ...judgement, [property.id]: next };
  }
  return { judgement, verdicts };
}

type Keys = Map<string, Parameters>;
type Touched = Map<Property, Keys>;

const byTable = new WeakMap<readonly Property[], ReadonlyMap<string, readonly Property[]>>();

/** The properties that rows of a table can touch. */
function touchedBy(properties: readonly Property[], table: string): readonly Property[] {
  let index = byTable.get(properties);
  if (index === undefined) {
    const judged = properties.filter((property) => property.kind !== 'eventually');
    const tables = new Set(judged.flatMap((property) => Object.keys(property.touches)));
    index = new Map([...tables].map((name) => [name, judged.filter((property) => name in property.touches)]));
    byTable.set(properties, index);
  }
  return index.get(table) ?? [];
}

/** In the order of the properties, whatever the order of the changes. */
function touchedKeys(properties: readonly Property[], changes: readonly Change[], sql: Run): Touched {
  const found: Touched = new Map();
  for (const change of changes) {
    for (const property of touchedBy(properties, change.table)) {
      if (!concerns(property, change)) continue;
      const keys: Keys = found.get(property) ?? new Map<string, Parameters>();
      for (const row of [change.before, change.after]) {
        if (row === null) continue;
        for (const key of property.touches[change.table]?.(row, sql) ?? []) keys.set(canonical(key), key);
      }
      if (keys.size > 0) found.set(property, keys);
    }
  }
  return new Map(
    properties.flatMap((property) => {
      const keys = found.get(property);
      return keys === undefined ? [] : [[property, keys] as const];
    }),
  );
}

function concerns(property: Property, { table, before, after }: Change): boolean {
  const columns = property.columns[table];
  if (columns === undefined || before === null || after === null) return true;
  return columns.some((column) => before[column] !== after[column]);
}

function addSuspected(properties: readonly Property[], judgement: Judgement, touched: Touched): void {
  for (const property of properties) {
    if (property.suspicion === undefined) continue;
    const known = Object.keys(judgement[property.id] ?? {});
    if (known.length === 0) continue;
    const keys: Keys = touched.get(property) ?? new Map<string, Parameters>();
    for (const text of known) keys.set(text, JSON.parse(text) as Parameters);
    touched.set(property, keys);
  }
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
