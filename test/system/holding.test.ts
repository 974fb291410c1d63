// A worker that keeps its transaction open while it asks the model (queue.mode=hold_lock_while_working).

import { describe, expect, it } from 'vitest';
import { identityText } from '../../src/kernel/identity';
import { nextAction } from '../../src/kernel/scheduler';
import type { StepRecord } from '../../src/kernel/trace';
import { sortedRows } from '../../src/kernel/rows';
import type { World } from '../../src/kernel/world';
import { actorIds } from '../../src/system/catalog';
import type { Given } from '../../src/system/given';
import { begin, simulationOf } from './walks';

const simulation = simulationOf({ 'queue.mode': 'hold_lock_while_working' });
const GIVEN: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: {
    'browser-1': {
      ...{ person: 'alice', submits: { order: 'ord_1', amount: '25.00' }, calls: ['cancel run_1'] },
    },
  },
  runs: [],
  actors: {},
};

/** Goes on by itself until something can happen, or nothing can. */
function until(first: World, id: string, held: readonly string[] = []) {
  let world = first;
  const trace: StepRecord[] = [];
  for (let last: string | null = null; ;) {
    const enabled = simulation.enabled(world).filter(({ blocked }) => blocked === null);
    if (enabled.some((one) => one.id === id)) return { world, trace };
    const next = nextAction(enabled, actorIds, last, new Set(held));
    if (next === null) return { world, trace };
    last = next.lane;
    const taken = simulation.take(world, next.id);
    trace.push(taken.record);
    world = taken.world;
  }
}

const take = (world: World, ...ids: readonly string[]): World =>
  ids.reduce((each, id) => simulation.take(each, id).world, world);
const runs = (world: World) => sortedRows(world.rows, 'runs').map(({ status, owner }) => [status, owner]);
const blocked = (world: World, id: string) =>
  simulation.enabled(world).find((one) => one.id === id)?.blocked ?? null;

const queued = until(begin(simulation, GIVEN, { crash: 1 }), 'worker-1.lockNext').world;
const locked = take(queued, 'worker-1.lockNext');
const LOCK = { key: 'waitsForLock', values: { holder: 'worker-1', table: 'runs', row: 'run_1' } };

describe('a transaction that stays open', () => {
  it('shows nobody what it has written, and commits all of it with its last step', () => {
    expect(runs(locked)).toEqual([['queued', null]]);
    expect(sortedRows(locked.rows, 'events').map(({ type }) => type)).toEqual(['run.created']);
    const { world, record } = simulation.take(locked, 'worker-1.work');
    expect(runs(world)).toEqual([['running', 'worker-1']]);
    expect(record.changes.map(({ table }) => table)).toEqual(expect.arrayContaining(['runs', 'events']));
    expect(sortedRows(world.rows, 'events').map(({ type }) => type)).toEqual([
      'run.created',
      'attempt.started',
    ]);
  });

  it('lets another worker wait for the row, say for whom, and look again when it is free', () => {
    const { world, record } = simulation.take(locked, 'worker-2.lockNext');
    expect(record.changes.filter(({ table }) => !table.startsWith('now_'))).toEqual([]);
    expect(record.says).toMatchObject({
      key: 'lock.waits',
      values: { actor: 'worker-2', holder: 'worker-1' },
    });
    expect(blocked(world, 'worker-2.lockNext')).toEqual(LOCK);
    const free = take(world, 'worker-1.work');
    expect(blocked(free, 'worker-2.lockNext')).toBeNull();
    const after = simulation.take(free, 'worker-2.lockNext');
    expect(after.record.says.key).toBe('worker.lockNext.none');
    expect(after.world.actors['worker-2']?.activities).toEqual([]);
  });

  it('lets a cancel wait as well, and answers it when the claim is committed', () => {
    const asked = until(locked, '', ['worker-1', 'worker-2']).world;
    const waiting = simulation.enabled(asked).find(({ id }) => id.startsWith('api.cancelRun'));
    expect(waiting?.blocked).toEqual(LOCK);
    const { world } = until(take(asked, 'worker-1.work'), '');
    expect(runs(world)).toEqual([['cancelled', null]]);
  });

  it('is forgotten with a crash, and so are its locks', () => {
    const waiting = take(locked, 'worker-2.lockNext');
    const crashed = take(waiting, 'crash:worker-1');
    expect(runs(crashed)).toEqual([['queued', null]]);
    expect(blocked(crashed, 'worker-2.lockNext')).toBeNull();
    const after = take(crashed, 'worker-2.lockNext', 'worker-2.work');
    expect(runs(after)).toEqual([['running', 'worker-2']]);
  });

  it('is part of what a world is, by what its rows become and not by when', () => {
    const { times } = simulation.system;
    const later = simulation.take({ ...queued, now: queued.now + 5_000 }, 'worker-1.lockNext').world;
    const openIn = (world: World) =>
      identityText(world, times)
        .split('\n')
        .filter((line) => line.startsWith('activity:worker-1:'));
    expect(openIn(later)).toEqual(openIn(locked));
    expect(openIn(locked)).not.toEqual(openIn(queued));
    expect(JSON.stringify(locked.actors['worker-1'])).toContain('lease_until');
  });
});
