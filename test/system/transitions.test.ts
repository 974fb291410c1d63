// The state machine of a run as a table, against everything that could disagree with it: the trigger, the
// statements, and what runs really do.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Design, safeDesign } from '../../src/kernel/decision';
import type { StepRecord } from '../../src/kernel/trace';
import { decisions } from '../../src/system/catalog';
import { conditionsOf, statusesIn } from '../../src/system/guards';
import { TERMINAL } from '../../src/system/events';
import type { Given } from '../../src/system/given';
import { constraints } from '../../src/system/schema';
import { assembleDesign, safeProcedures, statementsFor } from '../../src/system/system';
import { transitionsTaken } from '../../src/system/transition-taken';
import { allowedPairs, ENDINGS, pairOf, type Transition, transitions } from '../../src/system/transitions';
import { constraints as contracted } from '../sqlite/service-schema';
import { openDatabase } from './database';
import { stage, submit } from './history';
import { begin, choices, designs, simulationOf, walk } from './walks';

const STATUSES = [...new Set(transitions.map(({ to }) => to))];
const statements = statementsFor(assembleDesign(safeDesign(decisions)));

describe('the trigger runs_transition', () => {
  const pairsIn = (text: string) => [...text.matchAll(/'(\w+>\w+)'/g)].map((match) => match[1]).toSorted();

  test('allows the pairs that the contract lists', () => {
    const [text = ''] = contracted.filter((one) => one.includes('TRIGGER runs_transition'));
    expect(pairsIn(text)).toHaveLength(11);
    expect(pairsIn(constraints.runs_transition.text)).toEqual(pairsIn(text));
  });

  test.each(STATUSES)('lets a run leave %s only where a row does', async (from) => {
    const database = await openDatabase({ constraints: ['runs_transition', 'runs_final'] });
    stage(database);
    submit(database, 'run_1');
    for (const to of STATUSES.filter((status) => status !== from)) {
      database.layIn(`UPDATE runs SET status='${from}' WHERE run_id='run_1'`);
      const change = () => database.execute(`UPDATE runs SET status='${to}' WHERE run_id='run_1'`);
      if (allowedPairs.includes(pairOf({ from, to }))) expect(change).not.toThrow();
      else expect(change).toThrow(/runs_transition|runs_final/);
    }
  });
});

describe('the rows', () => {
  test('lead out of every status but the endings, which are those that end a log', () => {
    const left = new Set(transitions.map(({ from }) => from));
    expect(STATUSES.filter((status) => !left.has(status)).toSorted()).toEqual([...ENDINGS].toSorted());
    expect([...ENDINGS].toSorted()).toEqual(Object.values(TERMINAL).toSorted());
  });

  test('end the log exactly where they end the run', () => {
    for (const { id, to, events } of transitions) {
      const ending = events.filter((type) => TERMINAL[type] !== undefined).map((type) => TERMINAL[type]);
      expect(ending, id).toEqual((ENDINGS as readonly string[]).includes(to) ? [to] : []);
    }
  });

  /** What the actor decides by itself, and no statement. */
  const DECIDED_BY_ACTOR = ['retryable', 'committed'];
  const written = transitions.filter(
    (row) => row.from !== null && row.statements.every((name) => statements[name] !== undefined),
  );

  test('of the core have their statements', () => {
    expect(written.map(({ id }) => id)).toEqual(expect.arrayContaining(['T1', 'T2', 'T3', 'T6', 'T7', 'T8']));
  });

  it.each(written)('$id demands what its statements demand, and writes what they write', (row) => {
    const conditions = row.statements.flatMap((name) => conditionsOf(statements[name]!));
    const demanded = conditions.flatMap(({ guard, text }) => (guard === 'status' ? [] : [guard ?? text]));
    const listed = row.guards.filter((guard) => !DECIDED_BY_ACTOR.includes(guard));
    expect([...new Set(demanded)].toSorted()).toEqual(listed.toSorted());
    const starts = conditions.filter(({ guard }) => guard === 'status');
    expect(starts.length).toBeGreaterThan(0);
    for (const { text } of starts) expect(statusesIn(text)).toContain(row.from);
    // One that depends on the status that the row has says which becomes which.
    const changing = new RegExp(
      `SET status='(\\w+)'|status=CASE status WHEN '${String(row.from)}' THEN '(\\w+)'`,
    );
    const [, plain, chosen] = changing.exec(statements[row.statements.at(-1)!]!) ?? [];
    const set = plain ?? chosen;
    if (row.from !== row.to) expect(set).toBe(row.to);
  });

  test('are asked for by operations that procedures have', () => {
    const operations = [...safeProcedures.values()].flatMap(({ steps }) =>
      steps.flatMap((s) => s.operations),
    );
    const missing = transitions.filter(
      (row) => row.statements.every((name) => statements[name] !== undefined) && row.only === undefined,
    );
    expect(missing.filter(({ operation }) => !operations.includes(operation))).toEqual([]);
  });
});

/** Whether event types are those of a row, in its order. */
function tells(row: Transition, types: readonly string[]): boolean {
  const pattern = row.events.map((type) => {
    const name = type.replace(/[?*]$/, '').replace('.', String.raw`\.`);
    return `(${name};)${/[?*]$/.exec(type)?.[0] ?? ''}`;
  });
  return new RegExp(`^${pattern.join('')}$`).test(types.map((type) => `${type};`).join(''));
}

const insertedIn = ({ changes }: StepRecord, table: string, run: string) =>
  changes.filter(
    (change) => change.table === table && change.before === null && change.after?.['run_id'] === run,
  );

const waiting = (run: string, amount: string): Given['runs'][number] => {
  return { run, by: 'alice', order: 'ord_1', amount, attempts: 2, history: ['submitted'] };
};

/** A run whose model fails once, and one in which there is nothing to do. */
const FAILING: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: {
    'browser-1': { person: 'alice', watches: 'run_1' },
    'browser-2': { person: 'alice', watches: 'run_2' },
  },
  runs: [waiting('run_1', '10.00 (the model fails 1 times)'), waiting('run_2', '0.00')],
  actors: {},
};

describe('what runs do', () => {
  const SAFE: Design = {};

  test('every change of a status is a row of the table, with its version, its events and its message', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(choices(90), fc.boolean(), (list, isFailing) => {
        const simulation = simulationOf(SAFE);
        walk(simulation, begin(simulation, isFailing ? FAILING : undefined), list, (_before, { record }) => {
          for (const { run, transition, isAllowed, versions } of transitionsTaken(record)) {
            expect({ isAllowed, step: record.operations }).toMatchObject({ isAllowed: true });
            met.add(transition!.id);
            expect(versions[1]).toBe(versions[0] + 1);
            const types = insertedIn(record, 'events', run)
              .toSorted((a, b) => Number(a.after?.['seq']) - Number(b.after?.['seq']))
              .map(({ after }) => String(after?.['type']));
            expect(tells(transition!, types), `${transition!.id}: ${types.join(' ')}`).toBe(true);
            const topics = insertedIn(record, 'outbox', run).map(({ after }) => after?.['topic']);
            expect([transition!.topic, undefined]).toContain(topics[0]);
            if (transition!.topic === 'runs.dispatch') expect(topics).toEqual(['runs.dispatch']);
          }
        });
      }),
      { numRuns: 60, seed: 1 },
    );
    expect([...met]).toEqual(expect.arrayContaining(['T0', 'T1', 'T2', 'T3', 'T6', 'T7', 'T8', 'T8b']));
  });

  test('a step changes a status exactly where it is said to, whatever the design', () => {
    fc.assert(
      fc.property(designs, choices(60), (design, list) => {
        const simulation = simulationOf(design);
        walk(simulation, begin(simulation), list, (_before, { record }) => {
          const changed = record.changes.filter(
            ({ table, before, after }) => table === 'runs' && before?.['status'] !== after?.['status'],
          );
          const told = transitionsTaken(record);
          expect(told.map(({ run }) => run)).toEqual(expect.arrayContaining(changed.map(({ key }) => key)));
          for (const { from, to, isAllowed, transition } of told)
            expect(isAllowed).toBe(transition !== null && pairOf(transition) === pairOf({ from, to }));
        });
      }),
      { numRuns: 40 },
    );
  });
});
