// Records by hand: only what a claim is about has to be written down.
import { PersistentMap } from '../../src/kernel/persistent-map';
import type { Change, Row, Rows } from '../../src/kernel/store';
import type { StepRecord } from '../../src/kernel/trace';

export function record(of: Partial<StepRecord> = {}): StepRecord {
  const says = { key: 'worker.take', values: {} };
  return {
    ...{ id: 'worker-1.take', actor: 'worker-1', now: 0, run: null, operations: ['take'], reads: [] },
    ...{ changes: [], sent: [], taken: [], facts: [], refused: null, verdicts: [], says },
    ...of,
  };
}

export const change = (table: string, key: string, before: Row | null, after: Row | null): Change => ({
  ...{ table, key, before, after },
});

/** An event of run_1 being stored. */
export const stored = (seq: number, type = 'text'): Change =>
  change('events', `run_1/${seq}/0`, null, { run_id: 'run_1', seq, type });

export const applied = (browser: string, seq: number) => {
  return { fact: 'applied', browser, run_id: 'run_1', event_run: 'run_1', seq };
};

export function rowsOf(tables: Readonly<Record<string, Readonly<Record<string, Row>>>>): Rows {
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      Object.entries(rows).reduce((map, [key, row]) => map.set(key, row), PersistentMap.empty<Row>()),
    ]),
  );
}
