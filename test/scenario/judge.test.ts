// A judge who knows nothing of the product but its tables: random runs are written step by step into a plain
// SQLite, and each property is asked there of all its keys at once. What it finds is what the product says.

import { expect, test } from 'vitest';
import { readScenarios } from '../../src/cli/files';
import type { Design } from '../../src/kernel/decision';
import { rowChanges, sortedRows } from '../../src/kernel/rows';
import type { Row, Rows } from '../../src/kernel/store';
import { runDocument } from '../../src/scenario/document';
import { type Run, runScenario } from '../../src/scenario/run';
import { lastMover } from '../../src/scenario/schedule';
import { Systems } from '../../src/scenario/systems';
import { runOut } from '../../src/scenario/verdicts';
import { openSqlite } from '../../src/sqlite/open';
import { properties, tables } from '../../src/system/catalog';
import type { PropertySource } from '../../src/system/properties/property-source';
import { type Database, openDatabase, PARAMETER } from '../system/database';

const SEEDS = 200;
const STEPS = 40;
/** The clock of a run is let run out in some of them only: that takes longer than the run. */
const RUN_OUT_EVERY = 20;

const systems = new Systems(await openSqlite());
const database = await openDatabase({ constraints: [] });

/** A design that many things can break in, whatever a scenario is about. */
const WEAK: Design = {
  ...{ 'claim.mode': 'none', 'operation.id': 'fresh_each_call', 'fence.check': 'none' },
  ...{ 'run.update': 'last_write_wins', 'event.append': 'separate_transactions' },
  ...{ 'browser.cursor': 'last_received', 'browser.guard': 'none', 'submit.dedup': 'none' },
  ...{ 'outbox.mode': 'publish_then_commit', 'submit.ack': 'before_commit' },
};

const designs = readScenarios([]).flatMap((scenario) =>
  [...scenario.designs, { name: 'weak', overrides: WEAK }].map((design) => ({ scenario, design })),
);

/** A property asked of all its keys: the union of its query over them. */
function union({ keys, key }: PropertySource, query: string): string {
  const named = query.replace(PARAMETER, (whole, name: string) =>
    key.includes(name) ? `keys_.${name}` : whole,
  );
  return `SELECT ${key.map((name) => `keys_.${name}`).join(', ')} FROM (${keys}) keys_ WHERE EXISTS (${named})`;
}

const asked = (source: PropertySource, query: string, now: number): readonly Row[] =>
  database.execute(union(source, query), { now });

const always = properties.filter(({ kind }) => kind === 'always');
const eventually = properties.filter(({ kind }) => kind === 'eventually');

const columns = (table: string): readonly string[] => tables[table] ?? [];

function insert(table: string, row: Row): void {
  const names = columns(table);
  const values = names.map((name) => `:${name}`);
  database.execute(`INSERT INTO ${table}(${names.join(',')}) VALUES(${values.join(',')})`, row);
}

function remove(table: string, row: Row): void {
  const where = columns(table).map((name) => `${name} IS :${name}`);
  database.execute(`DELETE FROM ${table} WHERE ${where.join(' AND ')}`, row);
}

function load(rows: Rows): void {
  for (const table of Object.keys(tables)) database.execute(`DELETE FROM ${table}`);
  for (const [table, all] of Object.entries(rows)) for (const [, row] of all.entries()) insert(table, row);
}

/** Which properties are broken at some step of a run, told from the rows of its worlds. */
function brokenIn({ timeline }: Run): ReadonlySet<string> {
  load(timeline.first.rows);
  const broken = new Set<string>();
  const look = (now: number, changed: readonly string[]): void => {
    for (const source of always) {
      if (broken.has(source.id) || !changed.some((table) => source.query.includes(table))) continue;
      if (asked(source, source.query, now).length > 0) broken.add(source.id);
    }
  };
  look(timeline.first.now, Object.keys(tables));
  for (let step = 1; step <= timeline.length; step++) {
    const world = timeline.worldAt(step);
    const changes = rowChanges(timeline.worldAt(step - 1).rows, world.rows);
    for (const { table, before } of changes) if (before !== null) remove(table, before);
    for (const { table, after } of changes) if (after !== null) insert(table, after);
    look(world.now, [...new Set(changes.map(({ table }) => table))]);
  }
  return broken;
}

/** What is said of the end, once the clock has run out. */
function endingsOf({ timeline }: Run): Readonly<Record<string, string>> {
  const last = timeline.worldAt(timeline.length);
  const end = runOut(timeline.simulation, last, lastMover(timeline.trace));
  if (end !== null) load(end.rows);
  const verdicts = eventually.map((source) => {
    if (end === null) return [source.id, 'open'] as const;
    const missing = asked(source, source.query, end.now);
    const waits = source.waits === undefined ? [] : asked(source, source.waits, end.now);
    const isExcused = (key: Row): boolean => waits.some((one) => JSON.stringify(one) === JSON.stringify(key));
    const verdict = missing.length === 0 ? 'holds' : missing.every(isExcused) ? 'open' : 'violated';
    return [source.id, verdict] as const;
  });
  return Object.fromEntries(verdicts);
}

const found = new Set<string>();

/** Compares the two judges; `isRunOut` where what must come in the end is compared too. */
function compare(run: Run, title: string, isRunOut: boolean): void {
  const broken = brokenIn(run);
  const { timeline } = run;
  const end = timeline.worldAt(timeline.length);
  for (const table of Object.keys(tables))
    expect(contents(database, table), table).toBe(sortedRows(end.rows, table).length);
  if (isRunOut) {
    const said = Object.fromEntries(always.map(({ id }) => [id, broken.has(id) ? 'violated' : 'holds']));
    expect(runDocument(run).properties, title).toEqual({ ...said, ...endingsOf(run) });
  } else {
    const seen = timeline.trace.flatMap(({ verdicts }) => verdicts.filter(({ to }) => to === 'violated'));
    expect(new Set(seen.map(({ property }) => property)), title).toEqual(broken);
  }
  for (const id of broken) found.add(id);
}

test('agrees with the product about every scenario as it is scheduled, in every design', () => {
  for (const { scenario, design } of designs)
    compare(runScenario(systems, scenario, design), `${scenario.id} ${design.name}`, true);
});

test(`agrees with the product about ${String(SEEDS)} random runs of all scenarios and designs`, () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const { scenario, design } = designs[seed % designs.length]!;
    const run = runScenario(systems, scenario, design, {}, { random: { seed, steps: STEPS } });
    const title = `${scenario.id} --design ${design.name} --random --seed ${String(seed)} --steps ${String(STEPS)}`;
    compare(run, title, seed % RUN_OUT_EVERY === 0);
  }
  expect([...found].toSorted(), 'what was found broken').toEqual(
    expect.arrayContaining(['S01', 'S17', 'S27']),
  );
});

const contents = (within: Database, table: string): number =>
  Number(within.execute(`SELECT COUNT(*) AS n FROM ${table}`)[0]?.['n']);
