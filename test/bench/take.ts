// What a step costs beside its SQL, and what judging it costs beside the step, summed over a whole run.

import { safeDesign } from '../../src/kernel/decision';
import { sortedRows } from '../../src/kernel/rows';
import type { Simulation } from '../../src/kernel/simulation';
import type { Parameters, Rows, Value } from '../../src/kernel/store';
import type { System, World } from '../../src/kernel/world';
import type { Sqlite } from '../../src/sqlite/open';
import { plannedOnce } from '../../src/sqlite/tokens';
import { decisions, tables } from '../../src/system/catalog';
import { assembleDesign, schemaOf, statementsFor } from '../../src/system/system';
import { benchPath, benchSimulation, benchWorld, sqlite } from './bench-world';
import { type Benchmark, median, timed } from './benchmark';

const STEPS = 1_500;
const ROUNDS = 5;

interface Called {
  readonly statement: string;
  readonly parameters: Parameters;
}

/** What the steps of a run asked of the store, and whether each of them was undone. */
interface Asked {
  readonly calls: readonly Called[];
  readonly isRefused: boolean;
}

/** Milliseconds of all takes of a run; what is enabled is asked for outside. */
function takesOf(simulation: Simulation, first: World, path: readonly string[]): number {
  let [world, total] = [first, 0];
  for (const id of path) {
    simulation.enabled(world);
    total += timed(() => {
      world = simulation.take(world, id).world;
    });
  }
  return total;
}

const withoutProperties = (system: System): System => ({ ...system, properties: [] });

async function statementsOfRun(path: readonly string[]): Promise<readonly Asked[]> {
  const calls: Called[] = [];
  const simulation = await benchSimulation((system) => {
    const { store } = system;
    const recorded: System['store'] = Object.create(store, {
      run: {
        value: (statement: string, parameters: Parameters) => {
          calls.push({ statement, parameters });
          return store.run(statement, parameters);
        },
      },
      rows: { get: () => store.rows },
    }) as System['store'];
    return withoutProperties({ ...system, store: bound(recorded, store) });
  });
  let world = benchWorld(simulation);
  return path.map((id) => {
    simulation.enabled(world);
    calls.length = 0;
    const taken = simulation.take(world, id);
    world = taken.world;
    return { calls: calls.slice(), isRefused: taken.record.refused !== null };
  });
}

/** The store's own methods on the store itself, so that only `run` is another. */
function bound(recorded: System['store'], store: System['store']): System['store'] {
  return {
    run: recorded.run,
    get rows() {
      return store.rows;
    },
    restore: (rows) => {
      store.restore(rows);
    },
    begin: () => {
      store.begin();
    },
    changed: () => store.changed(),
    rollback: () => {
      store.rollback();
    },
    lay: (changes) => {
      store.lay(changes);
    },
    commit: () => store.commit(),
    peek: (body) => store.peek(body),
  };
}

/** Milliseconds of the same statements alone, written as the store writes them, in a bare database. */
function bareRun(engine: Sqlite, start: Rows, asked: readonly Asked[]): number {
  const assembly = assembleDesign(safeDesign(decisions));
  const database = new engine.Database();
  database.create_function('restoring', () => 0);
  for (const setting of ['journal_mode = MEMORY', 'temp_store = MEMORY', 'cache_spill = OFF']) {
    database.run(`PRAGMA ${setting}`);
  }
  database.run('BEGIN');
  for (const ddl of schemaOf(assembly)) database.run(ddl);
  for (const table of Object.keys(tables)) {
    for (const row of sortedRows(start, table)) {
      const columns = Object.keys(row);
      const marks = columns.map(() => '?').join(',');
      const insert = database.prepare(`INSERT INTO ${table}(${columns.join(',')}) VALUES(${marks})`);
      insert.run(Object.values(row));
      insert.free();
    }
  }
  const texts = statementsFor(assembly);
  const prepared = new Map(
    Object.entries(texts).map(([name, text]) => {
      const names = [...new Set([...text.matchAll(/(?<![:\w]):([a-z_]+)/g)].map((match) => match[1] ?? ''))];
      return [name, { statement: database.prepare(plannedOnce(text)), names }] as const;
    }),
  );
  const work = asked.map(({ calls, isRefused }) => ({
    isRefused,
    calls: calls.flatMap(({ statement, parameters }) => {
      const one = prepared.get(statement);
      return one === undefined
        ? []
        : [{ ...one, values: one.names.map((name): Value => parameters[name] ?? null) }];
    }),
  }));
  const total = timed(() => {
    for (const { calls, isRefused } of work) {
      if (isRefused) database.run('SAVEPOINT refused');
      for (const { statement, values } of calls) {
        statement.bind(values);
        while (statement.step()) statement.get();
        statement.reset();
      }
      if (isRefused) database.run('ROLLBACK TO refused; RELEASE refused');
    }
  });
  database.close();
  return total;
}

interface Costs {
  readonly bare: number;
  readonly take: number;
  readonly judged: number;
}

let measured: Promise<Costs> | null = null;

/** One round after the other, each with all three, so that noise hits them alike. */
async function measure(): Promise<Costs> {
  const simulation = await benchSimulation();
  const plain = await benchSimulation(withoutProperties);
  const engine = await sqlite();
  const path = benchPath(simulation, benchWorld(simulation), STEPS);
  const asked = await statementsOfRun(path);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    bare: bareRun(engine, benchWorld(plain).rows, asked),
    take: takesOf(plain, benchWorld(plain), path),
    judged: takesOf(simulation, benchWorld(simulation), path),
  }));
  return {
    bare: median(rounds.map((round) => round.bare)),
    take: median(rounds.map((round) => round.take)),
    judged: median(rounds.map((round) => round.judged)),
  };
}

const costs = (): Promise<Costs> => (measured ??= measure());

const perStep = (ms: number): number => (ms * 1_000) / STEPS;

export const take: Benchmark = {
  name: 'take',
  run: async () => {
    const { bare, take: cost } = await costs();
    const against = 'the same named statements alone, monitors included';
    return { value: perStep(cost), unit: 'µs/step', against, ratio: cost / bare, goal: 3 };
  },
};

export const judging: Benchmark = {
  name: 'judging',
  run: async () => {
    const { take: cost, judged } = await costs();
    const extra = judged - cost;
    return {
      value: perStep(extra),
      unit: 'µs/step',
      against: 'take without judging',
      ratio: extra / cost,
      goal: 1,
    };
  },
};
