// What a log may lose, and what its readers are told of it: deltas of a complete text go and a range stands for
// them; of each log the last events are kept, and who asks for earlier ones has to fetch the run as a whole.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { canonical } from '../../src/kernel/json';
import { definition } from '../../src/kernel/property';
import { sortedRows } from '../../src/kernel/rows';
import type { World } from '../../src/kernel/world';
import type { Given } from '../../src/system/given';
import { readRunBody } from '../../src/system/run-body';
import { fullHistory } from './full-history';
import { eventsOf, LONG, played, SHORT, task, viewOf, whole } from './texts';
import { begin, choices, pasteable, simulationOf, walk } from './walks';

const pruned = (given: Given, keep?: number): Given => ({
  ...given,
  cast: ['pruner'],
  retention: keep === undefined ? undefined : { keep },
});

const seqsOf = (world: World) => eventsOf(world).map(({ seq }) => seq);

const rangesOf = ({ rows }: World) => sortedRows(rows, 'compactions');

const cursorOf = ({ actors }: World) => actors['browser-1']?.disk['cursor'];

/** The pages that browser-1 got, as they were sent. */
const pagesOf = ({ timeline }: ReturnType<typeof played>) =>
  timeline.trace.flatMap(({ sent }) =>
    sent.flatMap(({ id, to, body }) => {
      const isPage = to === 'browser-1' && id.startsWith('page:');
      return isPage ? [JSON.parse((body as { body: string }).body) as Record<string, unknown>] : [];
    }),
  );

describe('compaction', () => {
  it('waits for the end of a text, and puts one range in place of its pieces', () => {
    const early = played(pruned(task(LONG)), ['after worker-1.appendDeltas #2: pick pruner.recordRange']);
    expect(early.unmatched).toBe(1);
    const { world, broken, counters } = played(pruned(task(LONG)));
    expect(broken).toEqual([]);
    expect(rangesOf(world)).toEqual([{ run_id: 'run_1', from_seq: 3, to_seq: 5, message_id: 'run_1.a1.m1' }]);
    expect(seqsOf(world)).toEqual([1, 2, 6, 7, 8, 9, 10]);
    expect(counters.events_stored).toBe(6);
    expect(viewOf(world)).toMatchObject({ status: 'succeeded', messages: whole(LONG) });
  });

  it('leaves alone what something else stands between', () => {
    const asked = task(LONG);
    const browsers = {
      'browser-1': { person: 'alice', watches: 'run_1', calls: ['cancel run_1 once running'] },
    };
    const { world } = played(pruned({ ...asked, browsers }), [
      ...['after worker-1.appendDeltas: hold worker-1', 'quiet', 'release worker-1', 'quiet'],
    ]);
    expect(eventsOf(world)[3]?.type).toBe('run.cancel_requested');
    expect(rangesOf(world)).toEqual([]);
  });

  it('is told by pages: a reader goes on behind the range, from before it and from within it', () => {
    const late = played(pruned(task(LONG)), ['hold browser-1', 'quiet', 'release browser-1']);
    expect(pagesOf(late)[0]).toMatchObject({ compacted: [[3, 5]], next_after_seq: 10, has_more: false });
    const within = played(pruned(task(LONG)), [
      ...[
        'hold pruner',
        'hold browser-1',
        'after worker-1.appendDeltas #2: hold worker-1, release browser-1',
      ],
      ...['quiet', 'hold browser-1', 'release worker-1', 'release pruner', 'quiet', 'release browser-1'],
    ]);
    expect(pagesOf(within).at(-1)).toMatchObject({ compacted: [[3, 5]], next_after_seq: 10 });
    for (const { world, broken } of [late, within]) {
      expect(broken).toEqual([]);
      expect(cursorOf(world)).toBe(10);
      expect(viewOf(world)).toMatchObject({ messages: whole(LONG) });
    }
    expect(sortedRows(within.world.rows, 'mon_applied')).toMatchObject([{ gap: 0, repeat: 0, last_seq: 10 }]);
  });

  it('does not happen where a design keeps all, and leaves a hole where none is declared', () => {
    const kept = played(pruned(task(LONG)), ['quiet'], { 'log.compaction': 'none' });
    expect(kept.broken).toEqual([]);
    expect(kept.counters.events_stored).toBe(9);
    const holed = played(pruned(task(LONG)), ['hold browser-1', 'quiet', 'release browser-1'], {
      'log.compaction': 'delete_deltas',
    });
    expect(holed.broken).toEqual(['S05']);
    expect(viewOf(holed.world)).toMatchObject({ messages: [] });
  });
});

describe('retention', () => {
  it('keeps the last events of each log, and says where they begin', () => {
    const { world, broken } = played(pruned(task(SHORT), 3), [
      'hold browser-1',
      'quiet',
      'release browser-1',
    ]);
    expect(broken).toEqual([]);
    expect(world.rows['runs']?.get('run_1')).toMatchObject({ last_seq: 8, min_retained_seq: 6 });
    expect(seqsOf(world)).toEqual([6, 7, 8]);
    expect(viewOf(world)).toMatchObject({ status: 'succeeded', messages: whole(SHORT) });
  });

  it('keeps the ending, however little is kept', () => {
    const { world } = played(pruned(task(SHORT), 1));
    expect(eventsOf(world).map(({ type }) => type)).toEqual(['run.succeeded']);
  });

  it('keeps a text that is being written, for nothing else tells it', () => {
    const { world } = played(pruned(task(LONG), 1), [
      ...['after worker-1.appendDeltas #2: hold worker-1', 'quiet'],
    ]);
    expect(seqsOf(world)).toEqual([3, 4]);
    expect(viewOf(world)).toMatchObject({ messages: [{ text: LONG.slice(0, 512), complete: false }] });
  });
});

describe('a log that loses events', () => {
  const designs: readonly Design[] = [
    {},
    { 'text.batch': 'per_token' },
    { 'log.compaction': 'delete_deltas' },
    { 'log.mutability': 'update_in_place', 'text.batch': 'per_token' },
  ];

  it('is judged, remembered and shown as it is, wherever a walk leads', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...designs),
        fc.constantFrom(undefined, 1, 4),
        choices(90),
        (design, keep, list) => {
          const isSafe = design['log.compaction'] === undefined && design['log.mutability'] === undefined;
          const simulation = simulationOf(design, ['pruner']);
          const first = begin(simulation, pruned(task('One two three.', { fails: 1 }), keep));
          const taken = walk(simulation, first, list, (_before, { world }) => {
            const { store, properties } = simulation.system;
            store.restore(world.rows);
            for (const property of properties.filter(({ kind }) => kind === 'always')) {
              const defined = store.peek((sql) => definition(property, sql)).value.map(canonical);
              const judged = Object.entries(world.judgement[property.id] ?? {});
              const violated = judged.filter(([, one]) => one === 'violated').map(([key]) => key);
              expect(violated.toSorted(), property.id).toEqual(defined.toSorted());
              if (isSafe) expect(defined, property.id).toEqual([]);
            }
            const body = store.peek((sql) => readRunBody(sql, 'run_1')).value?.body;
            const view = world.actors['browser-1']?.disk;
            if (isSafe && view?.['appliedSeq'] === body?.['snapshot_seq'])
              expect((view?.['view'] as { messages?: unknown } | null)?.messages).toEqual(body?.['messages']);
          });
          pasteable(taken, () => {
            const world = taken.at(-1)?.world ?? first;
            for (const [table, rows] of Object.entries(fullHistory(first, taken)))
              expect(sortedRows(world.rows, table), table).toEqual(rows);
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});
