import { describe, expect, it } from 'vitest';
import { EVENTS_LISTED_MAX, LOGS_LISTED_MAX, logCount, logsAt, type Reader } from '../../src/view/log';
import { transitAt } from '../../src/view/transit';
import type { Timeline } from '../../src/kernel/timeline';
import { applied, change, record, rowsOf, stored } from './records';
import { runOf } from './runs';

const first = rowsOf({});
const reader = (cursor: number, run: string | null = 'run_1'): Reader => {
  return { browser: 'browser-1', run, state: 'LIVE', cursor };
};
const threeStored = record({ changes: [stored(1, 'run.created'), stored(2), stored(3)] });

type Steps = Parameters<typeof logsAt>[1];

const logOf = (trace: Steps, cursor: number, run: string | null = 'run_1') =>
  logsAt(first, trace, trace.length, [reader(cursor, run)])[0]!;
const standingOf = (...of: Parameters<typeof logOf>) => logOf(...of).readers[0]!.standing;
const receptionsOf = (...of: Parameters<typeof logOf>) =>
  logOf(...of).events.map(({ receptions }) => receptions[0]!);
const statesOf = (...of: Parameters<typeof logOf>) => receptionsOf(...of).map(({ state }) => state);

describe('the log', () => {
  it('is empty before the first event', () => {
    expect(logsAt(first, [record()], 1, [reader(0, null)])).toEqual([]);
  });

  it('lists events by seq as numbers, and marks those that the last step stored', () => {
    const trace = [record({ changes: [stored(10), stored(9)] }), record({ changes: [stored(11)] })];
    const [log] = logsAt(first, trace, 2, []);
    expect(log?.events.map(({ seq, isNew }) => [seq, isNew])).toEqual([
      [9, false],
      [10, false],
      [11, true],
    ]);
  });

  it('is one for each run', () => {
    const other = change('events', 'run_2/1/0', null, { run_id: 'run_2', seq: 1, type: 'run.created' });
    const logs = logsAt(first, [record({ changes: [other, stored(1)] })], 1, [reader(1)]);
    expect(logs.map(({ run, events }) => [run, events.length])).toEqual([
      ['run_1', 1],
      ['run_2', 1],
    ]);
    expect(logs[1]?.readers[0]?.standing).toBeNull();
  });

  it('is listed for those that are followed or were just written, and of many others for the last', () => {
    const created = (n: number) =>
      change('events', `run_${n}/1/0`, null, { run_id: `run_${n}`, seq: 1, type: 'run.created' });
    const many = Array.from({ length: 30 }, (_, i) => created(i + 2));
    const trace = [record({ changes: [stored(1), ...many] }), record({ changes: [created(40)] }), record()];
    const listed = (steps: number) => logsAt(first, trace, steps, [reader(1)]).map(({ run }) => run);
    expect(logCount(first, trace, 3)).toBe(32);
    expect(listed(3)).toEqual(['run_1', ...[26, 27, 28, 29, 30, 31, 40].map((n) => `run_${n}`)]);
    expect(listed(3)).toHaveLength(LOGS_LISTED_MAX);
    expect(listed(2)).toEqual(listed(3));
    expect(listed(1)).toHaveLength(31);
  });
});

describe('a view beside the log', () => {
  it('is behind by what it has not got', () => {
    const trace = [threeStored, record({ facts: [applied('browser-1', 1)] })];
    expect(statesOf(trace, 1)).toEqual(['applied', 'notSent', 'notSent']);
    expect(standingOf(trace, 1)).toEqual({ is: 'behind', by: 2 });
  });

  it('is equal where it has all', () => {
    const trace = [threeStored, record({ facts: [1, 2, 3].map((seq) => applied('browser-1', seq)) })];
    expect(standingOf(trace, 3)).toEqual({ is: 'equal' });
  });

  it('is ahead where its cursor has passed the log', () => {
    const trace = [threeStored, record({ facts: [1, 2, 3].map((seq) => applied('browser-1', seq)) })];
    expect(standingOf(trace, 5)).toEqual({ is: 'ahead', by: 2 });
    expect(statesOf(trace, 5)).toEqual(['applied', 'applied', 'applied', 'ahead', 'ahead']);
  });

  it('has a hole where the cursor passed an event that it never applied', () => {
    const trace = [threeStored, record({ facts: [applied('browser-1', 1), applied('browser-1', 3)] })];
    expect(statesOf(trace, 3)).toEqual(['applied', 'missing', 'applied']);
    expect(standingOf(trace, 3)).toEqual({ is: 'hole', at: 2 });
  });

  it('counts what was applied twice and what was ignored as a duplicate', () => {
    const ignored = { fact: 'ignored', why: 'duplicate', browser: 'browser-1', seq: 1 };
    const trace = [
      threeStored,
      record({ facts: [applied('browser-1', 1), applied('browser-1', 2), applied('browser-1', 2)] }),
      record({ run: 'run_1', facts: [ignored] }),
    ];
    expect(receptionsOf(trace, 2).map((one) => [one.applied, one.ignored, one.isNew])).toEqual([
      [1, 1, true],
      [2, 0, false],
      [0, 0, false],
    ]);
  });

  it('has everything up to a snapshot that took its place', () => {
    const replaced = { fact: 'replaced', browser: 'browser-1', run_id: 'run_1', seq: 2 };
    const trace = [threeStored, record({ facts: [replaced] }), record({ facts: [applied('browser-1', 3)] })];
    expect(statesOf(trace, 3)).toEqual(['applied', 'applied', 'applied']);
  });

  it('is not judged by what another browser applied, nor while it follows no run', () => {
    const trace = [threeStored, record({ facts: [applied('browser-2', 1)] })];
    expect(statesOf(trace, 0)).toEqual(['notSent', 'notSent', 'notSent']);
    expect(standingOf(trace, 0, null)).toBeNull();
  });

  it('knows nothing of what comes after the cursor', () => {
    const trace = [threeStored, record({ facts: [applied('browser-1', 1)] })];
    const [log] = logsAt(first, trace, 1, [reader(0)]);
    expect(log?.events[0]?.receptions[0]).toMatchObject({ state: 'notSent', applied: 0 });
  });
});

/** The log of run_1 in a real run, with the browser as its disk has it. */
function viewOf(run: Timeline, browser: string, cursor: number) {
  const world = run.worldAt(cursor);
  const disk = world.actors[browser]?.disk as { readonly runId: string | null; readonly cursor: number };
  const reader = { browser, run: disk.runId, state: 'LIVE', cursor: disk.cursor };
  const log = logsAt(run.first.rows, run.trace, cursor, [reader], transitAt(world))[0];
  const marks = log?.events.map(({ receptions }) => receptions[0]?.state);
  return { marks, standing: log?.readers[0]?.standing ?? null, reader: log?.readers[0] };
}

const crashed = (overrides: Record<string, string>) =>
  runOf('crash-after-publish', overrides, [
    ...['after browser-2.storeCursor: crash browser-2, restart browser-2', 'quiet'],
  ]);

describe('a view in a real run', () => {
  it('has a hole for good where the cursor counted what was received and the tab crashed', () => {
    const run = crashed({ 'browser.cursor': 'last_received' });
    const { marks, standing } = viewOf(run, 'browser-2', run.length);
    expect(marks?.[0]).toBe('missing');
    expect(standing).toEqual({ is: 'hole', at: 1 });
  });

  it('is only behind while what its cursor counts is still in its memory', () => {
    const run = crashed({ 'browser.cursor': 'last_received' });
    const crash = run.trace.findIndex(({ id }) => id === 'crash:browser-2');
    expect(viewOf(run, 'browser-2', crash)).toMatchObject({ standing: { is: 'behind' } });
    expect(viewOf(run, 'browser-2', crash).marks?.[0]).toBe('arrived');
    expect(viewOf(run, 'browser-2', crash + 1).standing).toEqual({ is: 'hole', at: 1 });
  });

  it('equals the log at quiet under the same crash where the cursor counts what was applied', () => {
    const run = crashed({});
    expect(viewOf(run, 'browser-2', run.length).standing).toEqual({ is: 'equal' });
    for (let cursor = 0; cursor <= run.length; cursor++) {
      expect(viewOf(run, 'browser-2', cursor).standing?.is).not.toBe('hole');
    }
  });

  it('becomes equal newly at the step that applied the last event, and at no step after it', () => {
    const run = runOf('crash-after-publish');
    const cursors = Array.from({ length: run.length + 1 }, (_, cursor) => cursor);
    const newly = cursors.filter((at) => viewOf(run, 'browser-1', at).reader?.isNewlyEqual);
    expect(newly.at(-1)).toBeLessThan(run.length);
    for (const at of newly) {
      expect(run.trace[at - 1]?.facts.some(({ fact }) => fact === 'applied')).toBe(true);
    }
  });
});

describe('a long run', () => {
  const long = Array.from({ length: 10_000 }, (_, i) =>
    i % 2 === 0
      ? record({ changes: [stored(i / 2 + 1)] })
      : record({ facts: [applied('browser-1', (i + 1) / 2)] }),
  );

  it('costs at its step 10,000 what it costs at its step 100', () => {
    let looks = 0;
    const counting = new Proxy(long, {
      get: (target, name) => {
        looks += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    const looksAt = (cursor: number): number => {
      logsAt(first, counting, cursor - 1, [reader(0)]);
      looks = 0;
      logsAt(first, counting, cursor, [reader(0)]);
      return looks;
    };
    const early = looksAt(100);
    expect(looksAt(10_000)).toBe(early);
    expect(early).toBeLessThan(12);
  });

  it('lists its last events, and says how many came before', () => {
    const [log] = logsAt(first, long, 10_000, [reader(5_000)]);
    expect([log?.events.length, log?.earlier]).toEqual([EVENTS_LISTED_MAX, 5_000 - EVENTS_LISTED_MAX]);
    expect(log?.readers[0]?.standing).toEqual({ is: 'equal' });
  });
});
