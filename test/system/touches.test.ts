// Judging only what a step touches must come to the same as asking every key anew: along random walks the
// verdicts that the kernel keeps are compared with the definition. And every touch is needed: without any
// one of them some walk shows a verdict that is out of date.

import { describe, expect, test } from 'vitest';
import { canonical } from '../../src/kernel/json';
import { definition, type Judgement, judge, type Property, type Touch } from '../../src/kernel/property';
import { properties } from '../../src/system/catalog';
import { statementsOf, toProperty } from '../../src/system/properties/property-source';
import { allTables, compiles, type Database, openDatabase, PARAMETER } from './database';
import { RandomRows } from './random-rows';

const SEEDS = [1, 2, 3];
const STEPS = 300;
const EXCUSES = 'now_procedures';

interface Walk {
  /** The first step after which the kept verdicts differ from the definition. */
  readonly differs: number | null;
  /** How often the property was found untrue anew. */
  readonly broken: number;
}

/** Changes rows of these tables at random, until the kept verdicts are out of date or the walk ends. */
async function walk(property: Property, tables: readonly string[], seed: number): Promise<Walk> {
  const database = await openDatabase({ constraints: [] });
  const rows = new RandomRows(database, tables, seed);
  let judgement: Judgement = {};
  let broken = 0;
  for (let step = 1; step <= STEPS; step++) {
    const judging = judge([property], judgement, rows.step(), EXCUSES, database.run);
    judgement = judging.judgement;
    broken += judging.verdicts.filter(({ to }) => to === 'violated').length;
    const kept = Object.entries(judgement[property.id] ?? {}).filter(([, verdict]) => verdict === 'violated');
    const now = definition(property, database.run).map((key) => canonical(key));
    if (canonical(kept.map(([key]) => key).toSorted()) !== canonical(now.toSorted()))
      return { differs: step, broken };
  }
  return { differs: null, broken };
}

/** Whether some walk shows that the kept verdicts are out of date. */
async function isNoticed(property: Property, tables: readonly string[]): Promise<boolean> {
  for (let seed = 1; seed <= 10; seed++) {
    if ((await walk(property, tables, seed)).differs !== null) return true;
  }
  return false;
}

/** The tables that the property asks, and runs, to which the others' rows belong. */
const tablesOf = ({ touches, suspicion }: Property): readonly string[] => [
  ...new Set([...Object.keys(touches), ...(suspicion === undefined ? [] : [EXCUSES]), 'runs']),
];

// An eventually is judged at quiet, but what it touches must be told all the same: the explorer asks. What it
// waits for is a question of its own about the same keys.
const judged: readonly Property[] = properties
  .map(toProperty)
  .flatMap(({ waits, ...property }) => [
    { ...property, kind: 'always' },
    ...(waits === undefined ? [] : [{ ...property, kind: 'always' as const, query: waits }]),
  ]);

describe.each(judged.map((property) => [property.query, property] as const))('%s', (_query, property) => {
  const tables = tablesOf(property);

  test('kept from step to step equals its definition', async () => {
    let broken = 0;
    for (const seed of SEEDS) {
      const walked = await walk(property, tables, seed);
      expect(walked.differs, `the first step of seed ${seed} after which it does not`).toBeNull();
      broken += walked.broken;
    }
    expect(broken, 'times that the walks have broken it').toBeGreaterThan(10);
  });

  if (property.suspicion === undefined) return;
  test('would be out of date without its suspicion', async () => {
    const { suspicion: _suspicion, ...blind } = property;
    expect(await isNoticed(blind, tables)).toBe(true);
  });
});

const touching = properties.flatMap((source) =>
  Object.keys(source.touches).map((table) => [source.id, table]),
);

test.each(touching)('%s would be out of date without its touch of %s', async (id, table) => {
  const noticed: boolean[] = [];
  for (const property of judged.filter((one) => one.id === id)) {
    const touches: Readonly<Record<string, Touch>> = { ...property.touches, [table]: () => [] };
    noticed.push(await isNoticed({ ...property, touches }, tablesOf(property)));
    if (noticed.includes(true)) break;
  }
  expect(noticed).toContain(true);
});

const tableName = (text: string): string => /CREATE TABLE (\w+)/.exec(text)?.[1] ?? '';
const tableNames = allTables.map(tableName).filter((name) => name !== '');

const lacking = new Map<string, Promise<Database>>();

/** A database without one table. */
function without(name: string): Promise<Database> {
  const tables = allTables.filter((text) => !new RegExp(`(TABLE|ON) ${name}\\b`).test(text));
  const database = lacking.get(name) ?? openDatabase({ tables, constraints: [] });
  lacking.set(name, database);
  return database;
}

/** The tables without which a text cannot be compiled: those that it asks. */
async function askedBy(texts: readonly string[]): Promise<readonly string[]> {
  const asked: string[] = [];
  for (const name of tableNames) {
    const database = await without(name);
    if (!texts.every((text) => compiles(database, text))) asked.push(name);
  }
  return asked;
}

describe.each(properties.map((property) => [property.id, property] as const))('%s', (_id, source) => {
  test('says for every table that it asks which keys a changed row touches', async () => {
    const { query, waits, suspicion } = source;
    const asked = await askedBy([query, ...(waits === undefined ? [] : [waits])]);
    const excused = suspicion === undefined ? [] : ['now_procedures'];
    expect(Object.keys(source.touches).toSorted()).toEqual(
      asked.filter((name) => !excused.includes(name)).toSorted(),
    );
  });

  // That a table is empty is seen at its first row, so that one scan ends where it begins.
  test('finds what it asks for through plain indexes and sorts nothing, so that its cost does not grow', async () => {
    const database = await openDatabase({ constraints: [] });
    for (const [name, text] of Object.entries(statementsOf(source))) {
      if (name.endsWith('.keys')) continue;
      const plan = database.execute(`EXPLAIN QUERY PLAN ${text}`, anyParameters(text));
      const slow = plan.map(({ detail }) => String(detail)).filter((step) => /SCAN|TEMP B-TREE/.test(step));
      expect(slow, name).toEqual(source.id === 'S27' && name === 'S27' ? ['SCAN now_pollers'] : []);
    }
  });
});

const anyParameters = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(PARAMETER)].map((match) => [match[1] ?? '', 'x']));
