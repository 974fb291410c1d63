// The event stream, from the log to the view: what is on the wire, who is let in and how others are refused, and what
// becomes of a reader whose connection is cut at any byte, ends, falls silent, or is too slow.

import { describe, expect, it, test } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { must } from '../../src/kernel/errors';
import type { FaultBudget } from '../../src/kernel/fault';
import { type Data, textOf } from '../../src/kernel/json';
import { nextAction } from '../../src/kernel/scheduler';
import { Simulation } from '../../src/kernel/simulation';
import { Timeline } from '../../src/kernel/timeline';
import type { World } from '../../src/kernel/world';
import { interventionIn } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { beginWorld, type Given } from '../../src/system/given';
import { asJson, type Request } from '../../src/system/http';
import { asStreamArrival, GATEWAY, type Piece, STREAM } from '../../src/system/stream';
import { viewsOf } from '../../src/system/views';
import { freshStream, receiveBytes } from '../../src/system/wire/receive';
import { textOfBytes } from '../../src/system/wire/bytes';
import { simulationOf } from './walks';

const BUDGET: FaultBudget = { crash: 9, reset: 9, eof: 9, silence: 9, tear: 9, leave: 9 };

const given = (more: Partial<Given> = {}): Given => ({
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: { 'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } } },
  ...{ runs: [], actors: {}, cast: ['gateway'], ...more },
});

function ran(schedule: readonly string[], start: Given = given(), design: Design = {}): Timeline {
  const simulation = simulationOf(design, start.cast);
  const timeline = new Timeline(simulation, beginWorld(simulation, start, BUDGET));
  const driven = drive(timeline, { interventions: schedule.map(interventionIn), ends: 'quiet' });
  expect([driven.stopped, driven.unmatched]).toEqual([null, []]);
  return timeline;
}

const viewOf = (timeline: Timeline, browser = 'browser-1') =>
  must(viewsOf(timeline.world, timeline.trace)[browser], browser);

const piecesIn = (timeline: Timeline): readonly Piece[] =>
  timeline.trace.flatMap(({ sent }) =>
    sent.flatMap(({ channel, body }) => {
      const arrival = asStreamArrival(body);
      return channel === STREAM && 'piece' in arrival ? [arrival] : [];
    }),
  );

/** The browser reads a stream, and nothing has come by it yet. */
const joined = ['after worker-1.claim: hold worker-1', 'quiet'];

describe('a stream', () => {
  const timeline = ran([...joined, 'release worker-1']);
  const pieces = piecesIn(timeline);
  const wire = textOfBytes(pieces.map(({ bytes }) => bytes).join(''));

  it('begins with its head, the time to wait and where it begins', () => {
    expect(pieces[0]?.head).toMatchObject({
      status: 200,
      headers: {
        ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
        'x-accel-buffering': 'no',
      },
    });
    expect(pieces.slice(1).every(({ head }) => head === undefined)).toBe(true);
    expect(wire.startsWith(': open run_1 after 2\nretry: 1000\n\n')).toBe(true);
  });

  it('brings each event of the log after the cursor as one frame, named by run and place', () => {
    const { messages } = receiveBytes(freshStream, pieces.map(({ bytes }) => bytes).join(''));
    const events = messages.filter(({ event }) => !event.startsWith('stream.'));
    expect(events.map(({ ownId }) => ownId)).toEqual(['run_1:3', 'run_1:4', 'run_1:5', 'run_1:6']);
    const types = events.map(({ event, data }) => [event, (JSON.parse(data) as Data)['type']]);
    expect(types.every(([name, type]) => name === type)).toBe(true);
  });

  it('says of itself, without an id, that it has caught up, and that the run is over', () => {
    const { messages } = receiveBytes(freshStream, pieces.map(({ bytes }) => bytes).join(''));
    const own = messages.filter(({ event }) => event.startsWith('stream.'));
    expect(own.map(({ event, ownId }) => [event, ownId])).toEqual([
      ['stream.caught_up', null],
      ['stream.end', null],
    ]);
    expect(pieces.at(-1)?.isLast).toBe(true);
  });

  it('never shows an event before its transaction has ended', () => {
    const shown = new Set<string>();
    for (const [at, record] of timeline.trace.entries()) {
      for (const { body, channel } of record.sent) {
        const arrival = asStreamArrival(body);
        if (channel !== STREAM || !('piece' in arrival)) continue;
        for (const { ownId } of receiveBytes(freshStream, arrival.bytes).messages) {
          if (ownId === null) continue;
          shown.add(ownId);
          expect(timeline.worldAt(at).rows['events']?.get(`${ownId.replace(':', '/')}/0`)).toBeDefined();
        }
      }
    }
    expect(shown.size).toBe(4);
  });
});

/** Asks the gateway for a stream of a run that has ended; returns how it answers. */
function answerTo(
  request: Partial<Request>,
  start: Given = given(),
): { status: number; code: string | null } {
  const timeline = ran([], start);
  const { simulation, world } = timeline;
  const asked: Request = {
    ...{ method: 'GET', path: '/v1/runs/run_1/events', body: null, sender: { incarnation: 1, draft: null } },
    ...request,
    headers: { cookie: 'session=alice', accept: 'text/event-stream', ...request.headers },
  };
  const entry = { from: 'browser-2', to: GATEWAY, run: 'run_1', body: asJson(asked), ready: 1, delayed: [] };
  const channel = { asked: { ...entry, unacknowledged: {}, connection: 'asked', place: 1 } };
  const next = new Timeline(simulation, { ...world, channels: { ...world.channels, [STREAM]: channel } });
  next.take(`deliver:${STREAM}>${GATEWAY}:asked`);
  for (;;) {
    const step = next.enabled.find(
      ({ lane, kind, blocked }) => lane === GATEWAY && kind === 'step' && blocked === null,
    );
    const head = piecesIn(next).find((piece) => piece.head !== undefined)?.head;
    if (head !== undefined) {
      const code = head.body === '' ? null : textOf(JSON.parse(head.body) as Data, 'code');
      return { status: head.status, code };
    }
    next.take(must(step, 'a step of the gateway').id);
  }
}

describe('the gateway', () => {
  const at = (cursor: string) => ({ path: `/v1/runs/run_1/events?after_seq=${cursor}` });
  const pruned = given({
    browsers: {},
    runs: [
      {
        ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '25.00', attempts: 1, lease: 'held' },
        history: ['submitted', 'claimed by worker-2', 'pruned to 2'],
      },
    ],
    actors: {},
  });

  test.each([
    ['somebody without a session', { headers: { cookie: '' } }, 401, 'unauthenticated'],
    ['a stranger', { headers: { cookie: 'session=mallory' } }, 404, 'not-found'],
    ['a run that does not exist', { path: '/v1/runs/run_9/events' }, 404, 'not-found'],
    ['a cursor that is no number', at('six'), 400, 'invalid-cursor'],
    ['a cursor of another run', { headers: { 'last-event-id': 'run_2:3' } }, 400, 'invalid-cursor'],
    ['a cursor behind the end', at('7'), 409, 'cursor-ahead'],
    ['a cursor at the end of a run that has ended', at('6'), 204, null],
    ['a cursor within', at('3'), 200, null],
    [
      'an id of this run, before the address',
      { ...at('0'), headers: { 'last-event-id': 'run_1:6' } },
      204,
      null,
    ],
    ['a bare number as the id', { ...at('0'), headers: { 'last-event-id': '6' } }, 204, null],
  ])('answers %s', (_who, request, status, code) => {
    expect(answerTo(request)).toEqual({ status, code });
  });

  it('answers a cursor below what is kept with 410', () => {
    expect(answerTo(at('0'), pruned)).toEqual({ status: 410, code: 'resync-required' });
  });
});

describe('a reader', () => {
  const whole = { state: 'DONE', cursor: 6, applied: [1, 2, 3, 4, 5, 6] };
  const forgotten = (timeline: Timeline): unknown => timeline.world.actors[GATEWAY]?.activities;

  test.each([
    ['whose connection is reset', ['reset stream:browser-1.c1', 'quiet', 'release worker-1']],
    ['whose stream ends', ['eof stream:browser-1.c1', 'quiet', 'release worker-1']],
    [
      'whose connection falls silent',
      ['silence stream:browser-1.c1, release worker-1', 'quiet', 'pick clock:advance'],
    ],
    ['whose gateway crashes', ['crash gateway, restart gateway', 'quiet', 'release worker-1']],
    ['that is reloaded', ['crash browser-1', 'quiet', 'restart browser-1, release worker-1']],
    ['that is slow', ['hold browser-1, release worker-1', 'quiet', 'release browser-1']],
  ])('%s has everything once in the end, and no connection is left', (_what, schedule) => {
    const timeline = ran([...joined, ...schedule], given({ gateway: { buffer: 2 } }));
    expect(viewOf(timeline)).toMatchObject(whole);
    expect(forgotten(timeline)).toEqual([]);
    expect(timeline.world.rows['runs']?.get('run_1')).toMatchObject({ status: 'succeeded' });
  });

  it('that is slow is sent away, and others are not kept waiting', () => {
    const start = given({
      gateway: { buffer: 2 },
      browsers: {
        'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } },
        'browser-2': { person: 'carol', watches: 'run_1' },
      },
    });
    const timeline = ran([...joined, 'hold browser-1, release worker-1', 'quiet'], start);
    expect(viewOf(timeline, 'browser-2')).toMatchObject(whole);
    const closed = timeline.trace.flatMap(({ facts }) => facts).filter(({ fact }) => fact === 'closed');
    expect(closed).toMatchObject([{ why: 'slow_consumer', browser: 'browser-1' }]);
  });

  it('who may not see the run any more is told so, and is shown nothing more', () => {
    const runs = [
      { run: 'run_1', by: 'alice', order: 'ord_1', amount: '25.00', attempts: 3, history: ['submitted'] },
    ];
    const start = given({ browsers: { 'browser-2': { person: 'carol', watches: 'run_1' } }, runs });
    const timeline = ran([...joined, 'leave carol, release worker-1'], start);
    expect(viewOf(timeline, 'browser-2')).toMatchObject({ state: 'RECOVERY_UNKNOWN', cursor: 2 });
    expect(textOfBytes(piecesIn(timeline).at(-1)?.bytes ?? '')).toContain('"reason":"not_visible"');
  });
});

/** The same system over a network that may tear a piece after so many of its bytes. */
function tornAfter(simulation: Simulation, bytes: number): Simulation {
  const channels = simulation.system.channels.map((kind) =>
    kind.streams === undefined ? kind : { ...kind, streams: { ...kind.streams, tears: () => [bytes] } },
  );
  return new Simulation({ ...simulation.system, channels });
}

function toQuiet(timeline: Timeline): void {
  const lanes = timeline.simulation.system.actors.map(({ id }) => id);
  for (;;) {
    const next = nextAction(timeline.enabled, lanes, timeline.trace.at(-1)?.actor ?? null);
    if (next === null) return;
    timeline.take(next.id);
  }
}

describe('a piece that is torn', () => {
  const before = ran([...joined, 'release worker-1']);
  const [id, entry] = must(
    Object.entries(before.worldAt(cut(before)).channels[STREAM] ?? {}).find(([name]) => name.endsWith('.p2')),
    'a piece in flight',
  );
  const world: World = before.worldAt(cut(before));
  const { length } = (entry.body as unknown as Piece).bytes;

  /** Where the second piece is in flight. */
  function cut(timeline: Timeline): number {
    return timeline.trace.findIndex(({ sent }) => sent.some((message) => message.id.endsWith('.p2'))) + 1;
  }

  it(`at any of its bytes costs nothing: neither an event nor a repetition`, () => {
    expect(length).toBeGreaterThan(100);
    for (let bytes = 0; bytes < length; bytes++) {
      const timeline = new Timeline(tornAfter(before.simulation, bytes), world);
      timeline.take(`tear:${STREAM}:${id}@${String(bytes)}`);
      toQuiet(timeline);
      expect(viewOf(timeline), `torn after ${String(bytes)} bytes`).toMatchObject({
        ...{ state: 'DONE', cursor: 6, applied: [3, 4, 5, 6] },
      });
    }
  });
});

describe('a frame that is no event', () => {
  /** A piece with these bytes is in flight to a browser that reads a stream. */
  function with_(bytes: string): Timeline {
    const timeline = ran(joined);
    const { simulation, world } = timeline;
    const body = { piece: 'browser-1.c1', bytes };
    const message = { from: GATEWAY, to: 'browser-1', run: 'run_1', body, ready: 1, delayed: [], place: 1 };
    const channel = { 'browser-1.c1.bad': { ...message, unacknowledged: {}, connection: 'browser-1.c1' } };
    const budget = { ...world.budget };
    return new Timeline(simulation, { ...world, budget, channels: { ...world.channels, [STREAM]: channel } });
  }

  test.each([
    ['that is not JSON', 'id: run_1:3\nevent: run.succeeded\ndata: {"run_id":\n\n'],
    [
      'without a place',
      'id: run_1:3\ndata: {"run_id":"run_1","type":"run.succeeded","time":"","data":{}}\n\n',
    ],
    [
      'with a place that is none',
      'data: {"run_id":"run_1","seq":"3","type":"run.failed","time":"","attempt_id":null,"data":{}}\n\n',
    ],
    ['of words', 'data: <html>502 Bad Gateway</html>\n\n'],
  ])('%s is counted, moves no cursor, and the view goes on', (_what, bytes) => {
    const timeline = with_(bytes);
    toQuiet(timeline);
    const facts = timeline.trace.flatMap((record) => record.facts);
    expect(facts.filter(({ fact }) => fact === 'malformed')).toHaveLength(1);
    expect(viewOf(timeline)).toMatchObject({ state: 'DONE', cursor: 6, applied: [3, 4, 5, 6] });
    expect(timeline.trace.flatMap(({ verdicts }) => verdicts.filter(({ to }) => to === 'violated'))).toEqual(
      [],
    );
  });
});
