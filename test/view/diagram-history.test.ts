import { describe, expect, it } from 'vitest';
import { tableOf } from '../../src/kernel/rows';
import type { Trace } from '../../src/kernel/trace';
import type { World } from '../../src/kernel/world';
import { historyOf } from '../../src/view/diagram-history';
import { type Span } from '../../src/view/span';
import { everyRun, randomRuns, runOf } from './diagram-runs';

/** What travels on connections that stay open has claims of its own. */
const STREAM = 'stream';

/** Copies of each message in a world: on their way or at rest, delayed, and with each receiver. */
function inWorld({ channels }: World): Record<string, readonly number[]> {
  const { [STREAM]: _streams, ...others } = channels;
  const counts = Object.entries(others).flatMap(([channel, state]) =>
    Object.entries(state).map(([id, { ready, delayed, unacknowledged }]) => {
      const held = Object.values(unacknowledged).reduce((sum, n) => sum + n, 0);
      return [`${channel} ${id}`, [ready + delayed.length, delayed.length, held]] as const;
    }),
  );
  return Object.fromEntries(counts);
}

function inPicture(open: readonly Span[]): Record<string, readonly number[]> {
  const counts: Record<string, [number, number, number]> = {};
  for (const { kind, copy } of open) {
    if (copy === null || copy.channel === STREAM) continue;
    const count = (counts[`${copy.channel} ${copy.id}`] ??= [0, 0, 0]);
    count[kind === 'late' ? 1 : kind === 'held' ? 2 : 0] += 1;
  }
  return counts;
}

const spansOf = (first: World, trace: Trace) => historyOf(first, trace).spans;

describe('the messages of a picture', () => {
  it('are those of the world after every step, whatever fails', () => {
    for (const { name, timeline } of [...everyRun(), ...randomRuns(36, 150)]) {
      const history = historyOf(timeline.first, timeline.trace);
      for (let cursor = 0; cursor <= timeline.length; cursor++) {
        const where = `${name}, after ${timeline.trace[cursor - 1]?.id ?? 'nothing'}`;
        expect(inPicture(history.openAt(cursor)), where).toEqual(inWorld(timeline.worldAt(cursor)));
      }
    }
  });

  it('each join one sender and one receiver where they were delivered', () => {
    for (const { timeline } of everyRun()) {
      const { first, trace } = timeline;
      const delivered = spansOf(first, trace).filter(({ end }) => end === 'taken');
      const taken = trace.flatMap((record, i) => record.taken.map(({ id }) => `${id} at ${i + 1}`));
      expect(delivered.map(({ copy, to }) => `${copy!.id} at ${to!}`).toSorted()).toEqual(taken.toSorted());
      for (const { copy, to } of delivered) expect(copy!.sent).toBeLessThan(to!);
    }
  });

  it('are numbered as they were published', () => {
    const { timeline } = runOf('crash-after-publish', 'safe');
    const rests = spansOf(timeline.first, timeline.trace).filter(({ kind }) => kind === 'rests');
    expect(rests.map(({ copy, from, to, by }) => [copy!.number, copy!.isAgain, from, to, by])).toEqual([
      [1, false, 8, 11, 'worker-1'],
      [2, true, 18, 20, 'worker-2'],
    ]);
  });
});

describe('copies of one message', () => {
  const begun = runOf('crash-after-publish', 'safe')
    .timeline.trace.slice(0, 8)
    .map(({ id }) => id);
  const doubled = [...begun, 'duplicate:runs:run_1:1', 'deliver:runs>worker-1:run_1:1'];
  const after = (path: readonly string[]) => {
    const { timeline } = runOf('crash-after-publish', 'safe', { path });
    const open = historyOf(timeline.first, timeline.trace).openAt(path.length);
    return open.flatMap(({ kind, lane, copy }) =>
      copy?.channel === 'runs' ? [[kind, lane, copy.number] as const] : [],
    );
  };

  it('leave in the order in which they came', () => {
    expect(after(doubled)).toEqual([
      ['rests', 'broker', 2],
      ['held', 'worker-1', 1],
    ]);
  });

  it('return to the broker when their receiver crashes, and stay who they are', () => {
    expect(after([...doubled, 'crash:worker-1'])).toEqual([
      ['rests', 'broker', 2],
      ['rests', 'broker', 1],
    ]);
  });

  it('are taken before those that are delayed', () => {
    const delayed = [...begun, 'duplicate:runs:run_1:1', 'delay:runs:run_1:1'];
    expect(after([...delayed, 'deliver:runs>worker-2:run_1:1'])).toEqual([
      ['rests', 'broker', 1],
      ['late', 'broker', 1],
      ['held', 'worker-2', 2],
    ]);
  });
});

describe('what lasts on a lane', () => {
  const { timeline } = runOf('crash-after-publish', 'safe');
  const spans = spansOf(timeline.first, timeline.trace);
  const of = (kind: Span['kind']) =>
    spans.filter((span) => span.kind === kind).map(({ lane, from, to }) => [lane, from, to]);

  it('ends where it is acknowledged, settled or restarted', () => {
    expect(of('held')).toEqual([
      ['worker-1', 11, 52],
      ['worker-2', 20, 32],
    ]);
    expect(of('lease')).toEqual([['worker-1', 19, 48]]);
    expect(of('down')).toEqual([['dispatcher', 9, 10]]);
  });

  it('is that of the rows of runs and of the actors after every step', () => {
    for (const { timeline, name } of randomRuns(24, 120)) {
      const history = historyOf(timeline.first, timeline.trace);
      for (let cursor = 0; cursor <= timeline.length; cursor++) {
        const { rows, actors } = timeline.worldAt(cursor);
        const held = [...tableOf(rows, 'runs').entries()]
          .map(([, row]) => row)
          .filter((row) => row['owner'] !== null);
        const lanes = (kind: Span['kind']) =>
          history.openAt(cursor).flatMap((span) => (span.kind === kind ? [span.lane] : []));
        expect(lanes('lease').toSorted(), name).toEqual(held.map((row) => row['owner']).toSorted());
        const down = Object.keys(actors).filter((actor) => !actors[actor]!.up);
        const paused = Object.keys(actors).filter((actor) => actors[actor]!.paused);
        expect([lanes('down').toSorted(), lanes('paused').toSorted()]).toEqual([
          down.toSorted(),
          paused.toSorted(),
        ]);
      }
    }
  });

  it('is an open transaction for as long as its rows are seen by nobody else', () => {
    const { timeline: held } = runOf('lock-held-while-working', 'naive');
    const history = historyOf(held.first, held.trace);
    for (let cursor = 0; cursor <= held.length; cursor++) {
      const drawn = history.openAt(cursor).flatMap(({ kind, lane }) => (kind === 'open' ? [lane] : []));
      const open = Object.entries(held.worldAt(cursor).actors).filter(([, { activities }]) =>
        activities.some((activity) => activity.open !== undefined),
      );
      expect(drawn).toEqual(open.map(([actor]) => actor));
    }
    expect(history.spans.filter(({ kind }) => kind === 'open')).toMatchObject([{ lane: 'worker-1' }]);
  });

  it('is found again from any steps, however long ago it began', () => {
    const history = historyOf(timeline.first, timeline.trace);
    for (let from = 1; from <= timeline.length; from++) {
      const asked = history.between(from, from + 5);
      const there = spans.filter((span) => span.from <= from + 5 && (span.to ?? Infinity) >= from);
      expect(new Set(asked)).toEqual(new Set(there));
    }
  });
});
