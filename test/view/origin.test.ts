import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/kernel/timeline';
import { beginningsOf, LINKS_MAX, originOf, type OriginLink } from '../../src/view/origin';
import { allRuns, PAID_TWICE, runOf } from './runs';

const linksOf = (run: Timeline, table: string, key: string, column: string, cursor = run.length) =>
  originOf(run.trace, cursor, { table, key, column }, beginningsOf(run.simulation.system));

/** What led from the writer back, as a person reads it. */
const told = (links: readonly OriginLink[]): readonly string[] =>
  links.map(({ record, edge }) => {
    const through = edge?.by === 'read' ? edge.table : edge?.by === 'message' ? `m${edge.number ?? ''}` : '';
    return `${through} ${record.actor}.${record.operations[0] ?? ''}`.trim();
  });

const commit = 'outbox api.findKey';

describe('the origin of a cell', () => {
  it('leads back over message and outbox to the commit that created the run', () => {
    const run = runOf('crash-after-publish');
    expect(told(linksOf(run, 'runs', 'run_1', 'status'))).toEqual([
      ...['worker-1.settleOperation', 'm1 dispatcher.publish', commit],
    ]);
  });

  it('names the second copy where the one who took it wrote', () => {
    const run = runOf('crash-after-publish', PAID_TWICE);
    expect(told(linksOf(run, 'runs', 'run_1', 'status'))).toEqual([
      ...['worker-2.settleOperation', 'm2 dispatcher.publish', commit],
    ]);
  });

  it('tells copies apart by the order in which they were taken, though both wait in the broker', () => {
    const run = runOf('crash-after-publish', PAID_TWICE, [
      ...['hold worker-1', 'hold worker-2'],
      ...['after dispatcher.publish run_1: crash dispatcher, restart dispatcher', 'until dispatcher.mark'],
      ...['release worker-1', 'until worker-1.readRun', 'release worker-2', 'quiet'],
    ]);
    const writerOf = (worker: string) => told(linksOf(run, 'operations', `op_${worker}_1`, 'operation_id'));
    expect(writerOf('worker-1')).toEqual(['worker-1.planOperation', 'm1 dispatcher.publish', commit]);
    expect(writerOf('worker-2')).toEqual(['worker-2.planOperation', 'm2 dispatcher.publish', commit]);
  });

  it('leads through the row that was read where no message came', () => {
    const run = runOf('crash-after-publish');
    expect(told(linksOf(run, 'outbox', 'run_1:1:runs.dispatch', 'sent'))).toEqual([
      ...['dispatcher.mark', commit],
    ]);
  });

  it('is the step that changed this column, whatever changed in the row after it', () => {
    const run = runOf('crash-after-publish');
    const [fence] = linksOf(run, 'runs', 'run_1', 'fence');
    const [status] = linksOf(run, 'runs', 'run_1', 'status');
    expect(fence?.record.operations[0]).toBe('claim');
    expect(fence!.step).toBeLessThan(status!.step);
  });

  it('is the start for a row that was there before the first step', () => {
    const run = runOf('stale-version');
    expect(linksOf(run, 'runs', 'run_1', 'status', 0)).toEqual([]);
    expect(linksOf(run, 'runs', 'run_1', 'principal')).toEqual([]);
    expect(linksOf(run, 'runs', 'run_1', 'status')).not.toEqual([]);
  });

  it('is found for every value that a step wrote, and goes back in time to a commit', () => {
    for (const run of allRuns()) {
      for (const [i, { changes }] of run.trace.entries()) {
        for (const { table, key, before, after } of changes) {
          const column = Object.keys(after ?? {}).find((name) => after?.[name] !== before?.[name])!;
          const links = linksOf(run, table, key, column, i + 1);
          const steps = links.map(({ step }) => step);
          expect(steps[0]).toBe(i + 1);
          expect(steps).toEqual(steps.toSorted((a, b) => b - a));
          expect(new Set(steps).size).toBe(steps.length);
          expect(steps.length).toBeLessThanOrEqual(LINKS_MAX);
          if (steps.length > 1) expect(links.at(-1)?.record.changes).not.toEqual([]);
        }
      }
    }
  });
});
