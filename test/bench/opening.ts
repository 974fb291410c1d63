// Opening a design: its database, its statements and the system over them; against the bare database alone. The
// first of its schema finds out what SQLite makes of it, and the others take that over.

import { safeDesign } from '../../src/kernel/decision';
import { openSqlite, type Sqlite } from '../../src/sqlite/open';
import { decisions } from '../../src/system/catalog';
import { assembleDesign, openSystem, schemaOf, statementsFor } from '../../src/system/system';
import { type Benchmark, type Measured, median, timed } from './benchmark';

const ROUNDS = 9;
const design = safeDesign(decisions);

export const opening: Benchmark = {
  name: 'opening a design, the first of its schema',
  run: () => measured(() => undefined, 3),
};

export const openingAnother: Benchmark = {
  name: 'opening a design, another of its schema',
  run: () => measured((engine) => openSystem(engine, design), 1),
};

async function measured(before: (engine: Sqlite) => unknown, goal: number): Promise<Measured> {
  const assembly = assembleDesign(design);
  const rounds: { readonly whole: number; readonly bare: number }[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const engine = await openSqlite();
    before(engine);
    const whole = timed(() => void openSystem(engine, design));
    const bare = timed(() => {
      const database = new engine.Database();
      database.create_function('restoring', () => 0);
      for (const ddl of schemaOf(assembly)) database.run(ddl);
      for (const text of Object.values(statementsFor(assembly))) database.prepare(text).free();
      database.close();
    });
    rounds.push({ whole, bare });
  }
  const [whole, bare] = [median(rounds.map((one) => one.whole)), median(rounds.map((one) => one.bare))];
  const against = 'schema and statements in bare SQLite';
  return { value: whole, unit: 'ms', against, ratio: whole / bare, goal };
}
