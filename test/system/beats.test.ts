// Signs of life on a stream that is quiet, where a scenario stages them: what is written and when, what it changes of
// its reader, who notices that they fail to come, and who is shut out by one. Time comes to an end all the same.

import { describe, expect, it } from 'vitest';
import { CLOCK_ADVANCE } from '../../src/kernel/action';
import type { Design } from '../../src/kernel/decision';
import { identityText } from '../../src/kernel/identity';
import { must } from '../../src/kernel/errors';
import { Timeline } from '../../src/kernel/timeline';
import { finished, Search } from '../../src/explore/search';
import { interventionIn } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { runOut, verdictsOf } from '../../src/scenario/verdicts';
import type { BrowserMemory } from '../../src/system/actors/browser/state';
import { beginWorld, type Given } from '../../src/system/given';
import { asStreamArrival, BEAT_MS, IDLE_MS, STREAM } from '../../src/system/stream';
import { viewsOf } from '../../src/system/views';
import { textOfBytes } from '../../src/system/wire/bytes';
import { simulationOf } from './walks';

const BUDGET = { crash: 1, silence: 1, collect: 1, leave: 1 };

/** A task that waits for a person who is not there: its stream stays open, and quiet. */
const given = (more: Partial<Given> = {}): Given => ({
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: { 'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '75.00' } } },
  ...{ runs: [], actors: {}, cast: ['gateway'], gateway: { heartbeat: true }, ...more },
});

const WATCHED = given({
  browsers: { 'browser-2': { person: 'carol', watches: 'run_1' } },
  runs: [{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '75.00', attempts: 3, history: ['submitted'] }],
});

function ran(schedule: readonly string[], start = given(), design: Design = {}): Timeline {
  const simulation = simulationOf(design, start.cast);
  const timeline = new Timeline(simulation, beginWorld(simulation, start, BUDGET));
  const driven = drive(timeline, { interventions: schedule.map(interventionIn), ends: 'quiet' });
  expect([driven.stopped, driven.unmatched]).toEqual([null, []]);
  return timeline;
}

const later = ['pick clock:advance', 'quiet'];
const clockOf = ({ enabled }: Timeline) => enabled.find(({ id }) => id === CLOCK_ADVANCE);
const keysOf = ({ trace }: Timeline) => trace.map(({ says }) => says.key);
const viewOf = (timeline: Timeline, browser = 'browser-1') =>
  must(viewsOf(timeline.world, timeline.trace)[browser], browser);
const beatsIn = ({ trace }: Timeline) =>
  trace.flatMap(({ sent }) =>
    sent.flatMap(({ id, body }) => {
      const arrival = asStreamArrival(body);
      return id.endsWith('.hb') && 'piece' in arrival ? [textOfBytes(arrival.bytes)] : [];
    }),
  );
/** What the world is, apart from the time that a person has to answer. */
const told = ({ simulation, world }: Timeline) =>
  identityText(world, simulation.system.times).replace(/"expires_at":\d+/, '');
const unheardAt = ({ world }: Timeline) =>
  (world.actors['browser-1']?.memory as unknown as BrowserMemory).stream?.unheardAt;

describe('a stream that is quiet', () => {
  it('gets a comment after 15 s, through the encoder of every frame', () => {
    const timeline = ran(['quiet', ...later]);
    expect(timeline.world.now).toBe(BEAT_MS);
    expect(beatsIn(timeline)).toEqual([': hb\n\n']);
  });

  it('gets none where something else was written meanwhile', () => {
    const timeline = ran([
      'after worker-1.claim: hold worker-1',
      'quiet',
      ...later,
      'release worker-1',
      'quiet',
    ]);
    const beat = timeline.enabled.find(({ id }) => id === 'gateway.recheckAtBeat:browser-1.c1');
    expect(beat?.blocked?.key).toBe('spokeLately');
    expect(clockOf(timeline)?.deed).toMatchObject({ to: 2 * BEAT_MS, due: ['heartbeat'] });
  });

  it('is as it was after each: no cursor has moved, and no view', () => {
    const before = ran(['quiet', ...later]);
    const after = ran(['quiet', ...later, ...later, ...later]);
    expect(keysOf(after).filter((key) => key === 'browser.receive.beat')).toHaveLength(3);
    expect(viewOf(after)).toEqual(viewOf(before));
    expect(told(after)).toBe(told(before));
  });

  it('is read on for as long as they come: each puts off the moment at which its reader gives up', () => {
    const timeline = ran(['quiet', ...later, ...later, ...later, ...later]);
    expect(timeline.world.now).toBe(4 * BEAT_MS);
    expect(unheardAt(timeline)).toBe(4 * BEAT_MS + IDLE_MS);
    expect(keysOf(timeline)).not.toContain('browser.hangUp');
  });

  it('gets none, and nobody waits for any, in a design without signs of life', () => {
    const timeline = ran(['quiet'], given(), { 'stream.heartbeat': 'none' });
    expect(unheardAt(timeline)).toBeUndefined();
    expect(JSON.stringify(clockOf(timeline)?.deed)).not.toContain('heartbeat');
  });

  it('gets none where no scenario stages them', () => {
    const timeline = ran(['quiet'], given({ gateway: {} }));
    expect(unheardAt(timeline)).toBeUndefined();
    expect(timeline.enabled.some(({ id }) => id.includes('AtBeat'))).toBe(false);
    expect(JSON.stringify(clockOf(timeline)?.deed)).not.toContain('heartbeat');
  });
});

describe('a reader who hears nothing', () => {
  const joined = ['after worker-1.claim: hold worker-1', 'quiet', ...later];
  const dead = [...joined, 'silence stream:browser-1.c1, release worker-1', 'quiet'];
  const [reached, noticed] = [[...later, ...later], ['pick clock:advance']];

  it('leaves a dead connection 40 s after the last byte, by its own clock: the network tells it nothing', () => {
    expect(Object.keys(ran(dead).world.channels[STREAM] ?? {})).toEqual(['browser-1.c1:closed']);
    const timeline = ran([...dead, ...reached]);
    const step = must(
      timeline.trace.find(({ id }) => id === 'browser-1.hangUp'),
      'hangUp',
    );
    expect(step.now).toBe(BEAT_MS + IDLE_MS);
    expect(keysOf(timeline)).not.toContain('browser.receive.cut');
    expect(viewOf(timeline)).toMatchObject({ state: 'LIVE', cursor: 5, applied: [1, 2, 3, 4, 5] });
  });

  it('leaves one that is collected on the way, and its gateway hears of that', () => {
    const schedule = [
      ...joined,
      'collect stream:browser-1.c1, release worker-1',
      'quiet',
      ...later,
      ...later,
    ];
    const timeline = ran([...schedule, ...noticed, 'quiet'], given(), { 'stream.buffering': 'allowed' });
    expect(keysOf(timeline)).toContain('browser.hangUp');
    expect(keysOf(timeline)).toContain('gateway.forget');
    expect(viewOf(timeline)).toMatchObject({ state: 'LIVE', cursor: 5 });
    expect(Object.keys(timeline.world.channels[STREAM] ?? {})).toEqual([]);
  });

  it('is sent no second sign of life before it has read the first', () => {
    const timeline = ran(['quiet', 'hold browser-1', ...later, ...later]);
    expect(beatsIn(timeline)).toHaveLength(1);
    const beat = timeline.enabled.find(({ id }) => id === 'gateway.recheckAtBeat:browser-1.c1');
    expect(beat?.blocked?.key).toBe('readerIsSlow');
  });

  it('is behind for ever in a design without signs of life', () => {
    const silent = ['after worker-1.claim: hold worker-1', 'quiet'];
    const schedule = [...silent, 'silence stream:browser-1.c1, release worker-1'];
    expect(verdictsOf(ran(schedule, given(), { 'stream.heartbeat': 'none' }))['L7']).toBe('violated');
    expect(verdictsOf(ran(schedule))['L7']).toBe('holds');
  });
});

describe('who may not see the run any more', () => {
  const shownOut = ['quiet', 'leave carol', 'quiet', ...later];

  it('is told so with the next sign of life, although nothing happens in the run', () => {
    const timeline = ran(shownOut, WATCHED);
    expect(viewOf(timeline, 'browser-2')).toMatchObject({ state: 'RECOVERY_UNKNOWN' });
    expect(keysOf(timeline)).toContain('gateway.recheck.refused');
    expect(beatsIn(timeline)).toEqual([]);
    expect(timeline.world.actors['gateway']?.activities).toEqual([]);
  });

  it('is read to on where only the door is watched', () => {
    const timeline = ran(shownOut, WATCHED, { 'auth.recheck': 'at_open' });
    expect(viewOf(timeline, 'browser-2')).toMatchObject({ state: 'LIVE' });
    expect(beatsIn(timeline)).toHaveLength(1);
  });
});

describe('time', () => {
  const waiting = ['hold worker-1, hold worker-2', 'quiet'];

  it('is quiet between two signs of life, and they do not keep a run from its end', () => {
    const timeline = ran(['quiet']);
    const end = must(runOut(timeline.simulation, timeline.world, null), 'an end');
    const plain = ran(['quiet'], given({ gateway: {} }));
    const other = must(runOut(plain.simulation, plain.world, null), 'an end');
    expect(end.now).toBe(other.now);
    expect(Object.values(verdictsOf(timeline))).toEqual(Object.values(verdictsOf(plain)));
  });

  it('stands where nothing else is ahead, as long as what is written arrives', () => {
    expect(clockOf(ran(waiting, WATCHED))?.deed).toMatchObject({ isSteady: true });
    const silent = ran([...waiting, 'silence stream:browser-2.c1'], WATCHED);
    expect(clockOf(silent)?.deed).not.toHaveProperty('isSteady');
    // A person may answer for a quarter of an hour.
    expect(clockOf(ran(['quiet']))?.deed).not.toHaveProperty('isSteady');
  });

  it('turns in a circle for a search, which ends', () => {
    const start = { ...WATCHED, runs: [{ ...WATCHED.runs[0]!, amount: '25.00' }] };
    const simulation = simulationOf({}, ['gateway']);
    const first = ran(['after worker-1.claim: hold worker-1', 'quiet'], start).world;
    const bounds = { faults: { silence: 1 }, together: 1, steps: 1_000, worlds: 20_000, still: ['worker-1'] };
    const result = finished(new Search({ simulation, first: { ...first, budget: {} }, bounds }));
    expect(result).toMatchObject({ complete: true, found: [], worlds: 1_123 });
  });
});
