// The tables on stage, step by step, over the real engine.
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { sortedRows } from '../../src/kernel/rows';
import { openEngine } from '../../src/ui/engine';
import { Session } from '../../src/ui/state/session.svelte';
import { stories } from '../../src/ui/stories';
import { tablesAt } from '../../src/ui/tables/at';

const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

test.each(['held-by-a-proxy', 'crash-after-publish'])(
  'the tables of %s hold what the world holds, and mark what the step changed, those of no step too',
  async (id) => {
    const engine = await openEngine(wasm);
    const session = new Session(stories, () => Promise.resolve(engine));
    await session.open(`#/run/${id}`);
    session.runSchedule();
    const { tables } = session.story.stage;
    const changed = new Set<string>();
    for (let cursor = 0; cursor <= session.moment!.trace.length; cursor += 1) {
      session.seek(cursor);
      for (const { table, columns, rows } of tablesAt(session.moment!, tables)) {
        const held = sortedRows(session.moment!.world.rows, table);
        const told = rows
          .filter(({ mark }) => mark !== 'deleted')
          .map(({ cells }) => cells.map(({ value }) => value));
        expect(told).toEqual(held.map((row) => columns.map((column) => row[column] ?? null)));
        if (rows.some(({ mark }) => mark !== 'unchanged')) changed.add(table);
      }
    }
    expect([...changed].toSorted()).toEqual(Object.keys(tables).toSorted());
  },
);
