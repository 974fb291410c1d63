// Opening a design: its database, its statements and the system over them; against the bare database alone.

import { safeDesign } from '../../src/kernel/decision';
import { decisions } from '../../src/system/catalog';
import { assembleDesign, openSystem, schemaOf, statementsFor } from '../../src/system/system';
import { sqlite } from './bench-world';
import { type Benchmark, median, timed } from './benchmark';

const ROUNDS = 9;

export const opening: Benchmark = {
  name: 'opening a design',
  run: async () => {
    const engine = await sqlite();
    const design = safeDesign(decisions);
    const assembly = assembleDesign(design);
    const rounds = Array.from({ length: ROUNDS }, () => ({
      whole: timed(() => {
        openSystem(engine, design);
      }),
      bare: timed(() => {
        const database = new engine.Database();
        database.create_function('restoring', () => 0);
        for (const ddl of schemaOf(assembly)) database.run(ddl);
        for (const text of Object.values(statementsFor(assembly))) database.prepare(text).free();
        database.close();
      }),
    }));
    const [whole, bare] = [median(rounds.map((one) => one.whole)), median(rounds.map((one) => one.bare))];
    return {
      value: whole,
      unit: 'ms',
      against: 'schema and statements in bare SQLite',
      ratio: whole / bare,
      goal: 3,
    };
  },
};
