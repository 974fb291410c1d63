import { describe, expect, it } from 'vitest';
import type { Trace } from '../../src/kernel/trace';
import { mostTelling, type Opened, type Rows, rowsOf, stepsIn } from '../../src/view/diagram-rows';
import { lineOf } from '../../src/view/transcript';
import { everyRun, randomRuns, runOf } from './diagram-runs';
import { record } from './records';

const closed = (cursor: number): Opened => ({ folds: new Set(), transactions: new Set(), cursor });
const all = (rows: Rows) => rows.between(0, rows.length);
const stepsOf = (rows: Rows) =>
  all(rows).flatMap((row) => {
    const [from, to] = stepsIn(row);
    return row.row === 'operation' ? [] : Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
const everyStep = ({ length }: Trace) => Array.from({ length }, (_, i) => i + 1);
const runs = [...everyRun(), ...randomRuns(9, 100)];

describe('the rows of a run', () => {
  it('hold every step once, in order, whatever is opened and wherever the cursor is', () => {
    for (const { timeline, scenario } of runs) {
      const { trace } = timeline;
      for (let cursor = 0; cursor <= trace.length; cursor += 3) {
        const open = new Set([1, cursor, trace.length]);
        for (const opened of [closed(cursor), { folds: open, transactions: open, cursor }]) {
          const rows = rowsOf(trace, scenario.stage.lanes, opened);
          expect(stepsOf(rows)).toEqual(everyStep(trace));
        }
      }
    }
  });

  it('are found again by their steps', () => {
    for (const { timeline, scenario } of runs) {
      const { trace } = timeline;
      const opened = { folds: new Set([2]), transactions: new Set([4]), cursor: trace.length >> 1 };
      const rows = rowsOf(trace, scenario.stage.lanes, opened);
      for (const step of everyStep(trace)) {
        const row = rows.at(rows.of(step))!;
        const [from, to] = stepsIn(row);
        expect(row.row !== 'operation' && from <= step && step <= to, `step ${step}`).toBe(true);
      }
    }
  });

  it('fold no fault, no step that broke a property, and not the one at the cursor', () => {
    for (const { timeline, scenario } of runs) {
      const { trace } = timeline;
      for (let cursor = 0; cursor <= trace.length; cursor += 5) {
        for (const row of all(rowsOf(trace, scenario.stage.lanes, closed(cursor)))) {
          if (row.row !== 'fold') continue;
          const [from, to] = stepsIn(row);
          expect(from <= cursor && cursor <= to).toBe(false);
          for (let step = from; step <= to; step++) {
            const line = lineOf(trace[step - 1]!, step);
            expect([line.fault, line.broke], line.id).toEqual([null, []]);
          }
        }
      }
    }
  });

  it('show the operations of a transaction that is opened, after it', () => {
    const { timeline, scenario } = runOf('crash-after-publish', 'safe');
    const opened = { folds: new Set<number>(), transactions: new Set([19]), cursor: 0 };
    const rows = rowsOf(timeline.trace, scenario.stage.lanes, opened);
    const at = rows.of(19);
    expect(rows.between(at, at + 4).map((row) => ('operation' in row ? row.operation : row.row))).toEqual([
      ...['step', 'claim', 'appendStarted', 'step'],
    ]);
    expect(rows.operationsOf(19)).toBe(2);
  });

  it('grow with the run, a fold at its end too', () => {
    const trace = [record({ actor: 'api' })];
    const lanes = ['worker-1'];
    expect(all(rowsOf(trace, lanes, closed(0)))).toEqual([{ row: 'fold', from: 1, to: 1 }]);
    trace.push(record({ actor: 'api' }), record());
    expect(all(rowsOf(trace, lanes, closed(0)))).toEqual([
      { row: 'fold', from: 1, to: 2 },
      { row: 'step', step: 3, isFolded: null },
    ]);
  });

  it('are told by the last step of a fold that wrote rows', () => {
    const { timeline } = runOf('crash-after-publish', 'safe');
    expect(mostTelling(timeline.trace, 1, 4)).toBe(4);
    expect(mostTelling(timeline.trace, 1, 3)).toBe(3);
    expect(mostTelling(timeline.trace, 4, 6)).toBe(4);
  });
});
