// A lease that is renewed beside the work: when a worker may, what it keeps, and what it learns by it.

import { describe, expect, it } from 'vitest';
import { withChanges } from '../../src/kernel/rows';
import { Timeline } from '../../src/kernel/timeline';
import type { World } from '../../src/kernel/world';
import { interventionIn } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { begin, PLAIN, simulationOf } from './walks';

const RENEWS = { ...PLAIN, renews: ['worker-1'] };
const RENEW = 'worker-1.renewLease';

function played(...schedule: readonly string[]): Timeline {
  const timeline = new Timeline(simulationOf({}), begin(simulationOf({}), RENEWS));
  const interventions = schedule.map(interventionIn);
  expect(drive(timeline, { interventions, ends: 'here' }).unmatched).toEqual([]);
  return timeline;
}

const atWork = ['before worker-1.work: hold worker-1', 'quiet', 'pick clock:advance'];
const run = (world: World) => world.rows['runs']!.get('run_1')!;
const activity = (world: World) => world.actors['worker-1']!.activities[0]!;
const actionOf = (timeline: Timeline, id: string) => timeline.enabled.find((one) => one.id === id);

describe('a worker that renews its lease', () => {
  it('may do so once half of it is gone, and time stops there', () => {
    const before = played(...atWork.slice(0, 2));
    expect(actionOf(before, RENEW)?.blocked?.key).toBe('leaseIsFresh');
    const after = played(...atWork);
    expect(after.world.now).toBe(15_000);
    expect(actionOf(after, RENEW)?.blocked).toBeNull();
  });

  it('goes on where it stood, and the lease is as long as a new one', () => {
    const timeline = played(...atWork);
    const { step, procedure } = activity(timeline.world);
    const { version } = run(timeline.world);
    timeline.take(RENEW);
    expect(activity(timeline.world)).toMatchObject({ step, procedure, locals: { version } });
    expect(run(timeline.world)).toMatchObject({ lease_until: 45_000, version, owner: 'worker-1' });
    expect(actionOf(timeline, RENEW)?.blocked?.key).toBe('leaseIsFresh');
  });

  it('lets go where the run was taken over while it stood still', () => {
    const timeline = played(
      ...atWork,
      ...['pause worker-1', 'pick clock:advance', 'until worker-2.appendStarted', 'resume worker-1'],
    );
    const { record } = simulationOf({}).take(timeline.world, RENEW);
    expect(record).toMatchObject({ refused: 'renewLease', changes: [] });
    expect(record.says.key).toBe('worker.refused.lost');
    timeline.take(RENEW);
    expect(actionOf(timeline, RENEW)).toBeUndefined();
    expect(actionOf(timeline, 'worker-1.ack')?.blocked).toBeNull();
  });

  it('has nothing to renew once it has ended the run', () => {
    const timeline = played('until worker-1.finish');
    expect(actionOf(timeline, RENEW)).toBeUndefined();
  });

  it('learns that it was asked to cancel, and decides again on the newer version', () => {
    const { world } = played(...atWork);
    const simulation = simulationOf({});
    const { world: planned } = simulation.take(world, 'worker-1.work');
    expect(activity(planned).step).toBeGreaterThan(activity(world).step);
    const asked = { ...run(planned), cancel_requested: 1, version: Number(run(planned)['version']) + 1 };
    const change = { table: 'runs', key: 'run_1', before: run(planned), after: asked };
    const cancelled = { ...planned, rows: withChanges(planned.rows, [change]) };
    const { world: after, record } = simulation.take(cancelled, RENEW);
    expect(record.says.key).toBe('worker.renewLease.asked');
    expect(activity(after)).toMatchObject({ step: activity(world).step, locals: { version: asked.version } });
  });
});

describe('time', () => {
  it('passes as before where no scenario stages renewals', () => {
    const simulation = simulationOf({});
    const timeline = new Timeline(simulation, begin(simulation, PLAIN));
    drive(timeline, { interventions: atWork.map(interventionIn), ends: 'here' });
    expect(timeline.world.now).toBe(30_000);
    expect(actionOf(timeline, RENEW)).toBeUndefined();
  });
});
