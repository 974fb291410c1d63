// What is said of a refused write, against the statement that was really refused, with the parameters that it
// really had, over the rows that it really found.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Design, safeDesign } from '../../src/kernel/decision';
import type { Parameters, Rows } from '../../src/kernel/store';
import type { Taken } from '../../src/kernel/simulation';
import type { World } from '../../src/kernel/world';
import { decisions } from '../../src/system/catalog';
import { conditionsOf } from '../../src/system/guards';
import { type Refusal, refusalOf } from '../../src/system/refusal';
import { statements } from '../../src/system/sql/statements';
import { assembleDesign, statementsFor } from '../../src/system/system';
import { runOf } from '../view/runs';
import { openDatabase } from './database';
import { begin, choices, designs, freshSimulation, walk } from './walks';

interface Call {
  readonly name: string;
  readonly parameters: Parameters;
  readonly rows: Rows;
}

const textsOf = (design: Design) => statementsFor(assembleDesign({ ...safeDesign(decisions), ...design }));

/** A simulation that remembers its last statement that found no row and was guarded. */
function watched(design: Design) {
  const simulation = freshSimulation(design);
  const { store } = simulation.system;
  const run = store.run.bind(store);
  const seen: { last: Call | null } = { last: null };
  Object.assign(store, {
    run(name: string, parameters: Parameters) {
      const { rows } = store;
      const found = run(name, parameters);
      if (found.length === 0 && Object.hasOwn(statements, name) && !/^(read|find)_/.test(name))
        seen.last = { name, parameters, rows };
      return found;
    },
  });
  return { simulation, seen };
}

const database = await openDatabase({ constraints: [] });

/** The conditions of a text that were false for the run in these rows, as SQLite says. */
function falseIn(text: string, run: string, { parameters, rows }: Call): readonly string[] {
  database.execute(`DELETE FROM runs`);
  database.execute(`DELETE FROM operations`);
  for (const table of ['runs', 'operations']) {
    for (const [, row] of rows[table]?.entries() ?? []) {
      const names = Object.keys(row);
      database.execute(
        `INSERT INTO ${table}(${names.join(',')}) VALUES(${names.map((name) => `:${name}`).join(',')})`,
        row,
      );
    }
  }
  const given = { fence: null, version: null, owner: null, ...parameters, run };
  return conditionsOf(text).flatMap((condition) => {
    const asked = `SELECT (${condition.text}) AS held FROM runs WHERE run_id=:run`;
    return database.execute(asked, given)[0]?.['held'] === 1 ? [] : [condition.text];
  });
}

test('what is said to have refused a write is what refused it, whatever the design', () => {
  const seenBy = new Map<string, number>();
  fc.assert(
    fc.property(designs, choices(70), (design, list) => {
      const { simulation, seen } = watched(design);
      const texts = textsOf(design);
      const alternatives = Object.entries(design).map(([id, name]) => `${id}=${name}`);
      const check = (before: World, { record }: Taken): void => {
        const call = seen.last;
        seen.last = null;
        const refusal = refusalOf(simulation.system, before, record, texts, alternatives);
        expect(refusal === null).toBe(record.refused === null);
        if (refusal === null) return;
        if (refusal.constraint !== null) {
          expect(refusal.constraint).toBe(record.says.values['constraint']);
          return;
        }
        const isOwn = refusal.tried?.operation === refusal.operation;
        const other = refusal.operation === 'spendStep' ? 'spend_step' : 'advance_fenced';
        const name = isOwn ? refusal.tried.statements.at(-1)! : other;
        if (isOwn) expect(call?.name).toBe(name);
        const failed = refusal.failed.map(({ condition }) => condition.text);
        const truth = falseIn(texts[name]!, record.run!, call!);
        expect(truth).toEqual(expect.arrayContaining([...failed]));
        if (truth.length > 0) expect(failed.length).toBeGreaterThan(0);
        for (const { condition } of refusal.failed) {
          const guard = condition.guard ?? condition.text;
          seenBy.set(guard, (seenBy.get(guard) ?? 0) + 1);
        }
      };
      walk(simulation, begin(simulation), list, check);
    }),
    { numRuns: 80, seed: 1 },
  );
  expect([...seenBy.keys()]).toEqual(expect.arrayContaining(['status', 'fence']));
});

/** Every refusal in the run of a scenario's faults. */
function refusalsIn(name: string, design: Design = {}): readonly Refusal[] {
  const run = runOf(name, design);
  const { system } = run.simulation;
  return run.trace.flatMap(
    (record, at) => refusalOf(system, run.worldAt(at), record, textsOf(design), []) ?? [],
  );
}

test('a stale version is named, with the one that was read and the one that is there', () => {
  const [refusal] = refusalsIn('stale-version');
  expect(refusal?.tried?.id).toBe('T8b');
  const version = refusal?.failed.find(({ condition }) => condition.guard === 'version');
  expect([version?.named, version?.found]).toEqual([7, 8]);
});

test('a second claim is refused by the status that it finds', () => {
  const [refusal] = refusalsIn('crash-after-publish');
  expect(refusal?.tried?.id).toBe('T1');
  expect(refusal?.failed.map(({ condition, found }) => [condition.guard, found])).toEqual([
    ['status', 'running'],
  ]);
});

test('where the condition is gone, the trigger that refuses is named', () => {
  const run = runOf('stale-version');
  const at = run.trace.findIndex(({ refused }) => refused !== null);
  const said = { ...run.trace[at]!, refused: 'runs_transition' };
  const refusal = refusalOf(run.simulation.system, run.worldAt(at), said, textsOf({}), []);
  expect(refusal).toMatchObject({ constraint: 'runs_transition', failed: [], tried: { id: 'T8b' } });
});
