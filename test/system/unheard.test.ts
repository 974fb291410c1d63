// Connections on which nothing comes: somebody on the way keeps the pieces back, and the reader gives up after a while.

import { describe, expect, it } from 'vitest';
import { CLOCK_ADVANCE } from '../../src/kernel/action';
import type { Design } from '../../src/kernel/decision';
import { must } from '../../src/kernel/errors';
import { Timeline } from '../../src/kernel/timeline';
import { interventionIn } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { beginWorld, type Given } from '../../src/system/given';
import { IDLE_MS, STREAM } from '../../src/system/stream';
import { viewsOf } from '../../src/system/views';
import { simulationOf } from './walks';

const COLLECTED: Design = { 'stream.buffering': 'allowed' };
const BUDGET = { crash: 1, reset: 1, eof: 1, silence: 1, tear: 1, collect: 1 };

/** A task that a person is asked about, or one that is paid at once. */
const given = (amount: string): Given => ({
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: { 'browser-1': { person: 'alice', submits: { order: 'ord_1', amount } } },
  ...{ runs: [], actors: {}, cast: ['gateway'] },
});

function ran(schedule: readonly string[], amount = '75.00', design = COLLECTED): Timeline {
  const simulation = simulationOf(design, ['gateway']);
  const timeline = new Timeline(simulation, beginWorld(simulation, given(amount), BUDGET));
  const driven = drive(timeline, { interventions: schedule.map(interventionIn), ends: 'quiet' });
  expect([driven.stopped, driven.unmatched]).toEqual([null, []]);
  return timeline;
}

const joined = ['after worker-1.claim: hold worker-1', 'quiet'];
const collected = [...joined, 'collect stream:browser-1.c1, release worker-1', 'quiet'];

const viewOf = (timeline: Timeline) =>
  must(viewsOf(timeline.world, timeline.trace)['browser-1'], 'browser-1');
const lastSeq = ({ world }: Timeline) => Number(world.rows['runs']?.get('run_1')?.['last_seq']);
const flying = ({ world }: Timeline) => Object.keys(world.channels[STREAM] ?? {});
const connections = ({ world }: Timeline) =>
  (world.actors['gateway']?.activities ?? []).map(({ request }) => request);
const clockOf = ({ enabled }: Timeline) => enabled.find(({ id }) => id === CLOCK_ADVANCE);

describe('a reader whose stream is collected on the way', () => {
  it('sees nothing for 40 s, while its gateway takes it for a quick one', () => {
    const timeline = ran(collected);
    expect(viewOf(timeline)).toMatchObject({ state: 'LIVE', cursor: 2 });
    expect(timeline.world.rows['now_connections']?.get('browser-1.c1')).toMatchObject({ buffered: 0 });
    expect(clockOf(timeline)?.deed).toMatchObject({ to: IDLE_MS, due: [`${STREAM}:browser-1.c1:reset`] });
  });

  it('then closes it, and what was kept comes by way of the log', () => {
    const timeline = ran([...collected, 'pick clock:advance', 'quiet']);
    expect(viewOf(timeline)).toMatchObject({ state: 'LIVE', cursor: 5, applied: [1, 2, 3, 4, 5] });
    expect(timeline.trace.map(({ says }) => says.key)).toContain('browser.receive.unheard');
  });

  it('tells the gateway so by closing, and nothing is left of the connection', () => {
    const timeline = ran([...collected, 'pick clock:advance', 'quiet']);
    const told = timeline.trace.find(({ id }) => id === 'deliver:stream>gateway:browser-1.c1:closed');
    expect(told?.says.key).toBe('gateway.forget');
    expect(connections(timeline)).toEqual(['browser-1.c2']);
    expect(flying(timeline)).toEqual([]);
  });

  it('hears of a tear, behind what comes through of the piece that was kept', () => {
    const tear = ran(collected).enabled.find(({ id }) => id.startsWith('tear:stream:browser-1.c1.p2@'));
    const timeline = ran([...collected, `pick ${must(tear, 'a tear').id}`, 'quiet']);
    expect(viewOf(timeline)).toMatchObject({ state: 'LIVE', cursor: 5, applied: [1, 2, 3, 4, 5] });
    expect(flying(timeline)).toEqual([]);
  });

  it('never notices where there are no signs of life to be missed', () => {
    const timeline = ran(collected, '75.00', { ...COLLECTED, 'stream.heartbeat': 'none' });
    expect(JSON.stringify(clockOf(timeline)?.deed)).not.toContain(`${STREAM}:`);
    expect(viewOf(timeline)).toMatchObject({ state: 'LIVE', cursor: 2 });
  });

  it.each([
    ['its last piece', '25.00', []],
    ['its clean end', '75.00', ['eof stream:browser-1.c1', 'quiet']],
  ])('waits no longer once %s brings all that was kept', (_what, amount, more) => {
    const timeline = ran([...collected, ...more], amount);
    expect(viewOf(timeline)).toMatchObject({ cursor: lastSeq(timeline) });
    expect(timeline.trace.map(({ says }) => says.key)).not.toContain('browser.receive.unheard');
    expect(flying(timeline)).toEqual([]);
  });

  it.each([
    ['the gateway crashes', ['crash gateway', 'quiet', 'restart gateway', 'quiet']],
    ['the connection is reset', ['reset stream:browser-1.c1', 'quiet']],
    ['its page is loaded again', ['crash browser-1', 'quiet', 'restart browser-1', 'quiet']],
  ])('comes back at once where %s meanwhile', (_what, more) => {
    const timeline = ran([...collected, ...more]);
    expect(viewOf(timeline)).toMatchObject({ cursor: lastSeq(timeline) });
    expect(flying(timeline)).toEqual([]);
    expect(timeline.trace.map(({ says }) => says.key)).not.toContain('browser.receive.unheard');
  });
});
