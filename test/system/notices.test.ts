// The broker keeps the order of what a person is told about a run, and of nothing else.

import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/kernel/channel';
import type { World } from '../../src/kernel/world';
import { begin, PLAIN, simulationOf } from './walks';

const simulation = simulationOf({}, ['notifier']);

const notice = (run: string, seq: number, place: number): Entry => ({
  ...{ from: 'dispatcher', to: null, run, body: { run_id: run, seq, type: 'run.failed' } },
  ...{ ready: 1, delayed: [], unacknowledged: {}, place },
});

const holding = (notices: Readonly<Record<string, Entry>>): World => {
  const world = begin(simulation, PLAIN);
  return { ...world, channels: { ...world.channels, notices } };
};

const possible = (world: World): readonly string[] =>
  simulation
    .enabled(world)
    .filter(({ id, blocked }) => id.startsWith('deliver:notices>') && blocked === null)
    .map(({ id }) => id.replace(/^.*>notifier:/, ''));

describe('notices at the broker', () => {
  it('come in the order in which they came to it, each run by itself', () => {
    const world = holding({
      'run_1:9': notice('run_1', 9, 1),
      'run_1:4': notice('run_1', 4, 2),
      'run_2:4': notice('run_2', 4, 1),
    });
    expect(possible(world)).toEqual(['run_1:9', 'run_2:4']);
    const blocked = simulation.enabled(world).find(({ id }) => id === 'deliver:notices>notifier:run_1:4');
    expect(blocked?.blocked).toEqual({ key: 'comesAfter', values: { message: 'run_1:9' } });
  });

  it('wait for one that is delayed or not acknowledged, for it may come again', () => {
    for (const some of [{ delayed: [1_000] }, { unacknowledged: { other: 1 } }]) {
      const first = { ...notice('run_1', 4, 1), ready: 0, ...some };
      expect(possible(holding({ 'run_1:4': first, 'run_1:9': notice('run_1', 9, 2) }))).toEqual([]);
    }
  });
});
