// What a gateway's own count of frames is worth (stream.id=process_counter): a place to go on from, as long as the
// gateway lives that counts.

import { describe, expect, it } from 'vitest';
import type { Data } from '../../src/kernel/json';
import { Timeline } from '../../src/kernel/timeline';
import { interventionIn } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { beginWorld, type Given } from '../../src/system/given';
import { asStreamArrival, STREAM } from '../../src/system/stream';
import { freshStream, receiveBytes } from '../../src/system/wire/receive';
import { simulationOf } from './walks';

const GIVEN: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: { 'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } } },
  ...{ runs: [], actors: {}, cast: ['gateway'] },
};

/** Ids of the frames that hold events, with the places of these; something befalls the stream after the first. */
function framesAround(befalls: string): readonly Data[] {
  const simulation = simulationOf({ 'stream.id': 'process_counter' }, GIVEN.cast);
  const timeline = new Timeline(simulation, beginWorld(simulation, GIVEN, { crash: 1, reset: 1 }));
  const schedule = [
    ...['after worker-1.claim: hold worker-1', 'quiet', 'release worker-1'],
    ...['before worker-1.settleOperation: hold worker-1', 'quiet', befalls, 'quiet', 'release worker-1'],
  ];
  const driven = drive(timeline, { interventions: schedule.map(interventionIn), ends: 'quiet' });
  expect([driven.stopped, driven.unmatched]).toEqual([null, []]);
  const arrivals = timeline.trace.flatMap(({ sent }) =>
    sent.flatMap(({ channel, body }) => (channel === STREAM ? [asStreamArrival(body)] : [])),
  );
  return arrivals
    .flatMap((arrival) => ('piece' in arrival ? receiveBytes(freshStream, arrival.bytes).messages : []))
    .filter(({ event }) => !event.startsWith('stream.'))
    .map(({ ownId, data }) => ({ id: ownId, seq: (JSON.parse(data) as { readonly seq: number }).seq }));
}

describe('a stream whose gateway counts its frames', () => {
  it('goes on from a number after a cut', () => {
    expect(framesAround('reset stream:browser-1.c1')).toEqual([
      { id: 'run_1:1', seq: 3 },
      { id: 'run_1:2', seq: 4 },
      { id: 'run_1:3', seq: 5 },
      { id: 'run_1:4', seq: 6 },
    ]);
  });

  it('leaves out as many events as its reader has had, once the gateway has started again', () => {
    expect(framesAround('crash gateway, restart gateway')).toEqual([
      { id: 'run_1:1', seq: 3 },
      { id: 'run_1:2', seq: 5 },
      { id: 'run_1:3', seq: 6 },
    ]);
  });
});
