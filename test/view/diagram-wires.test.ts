// Connections that stay open, in the picture: what travels on them, and what each end knows of them.
import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/kernel/timeline';
import type { World } from '../../src/kernel/world';
import { IDLE_MS } from '../../src/system/stream';
import { drawingOf } from '../../src/view/diagram-drawing';
import { historyOf } from '../../src/view/diagram-history';
import { placeLanes } from '../../src/view/diagram-lanes';
import { presentOf } from '../../src/view/diagram-present';
import { rowsOf } from '../../src/view/diagram-rows';
import { middleOf } from '../../src/view/diagram-stage';
import type { Span } from '../../src/view/span';
import { LANES, LIVE, played, randomStreams, scheduled } from './stream-runs';

/** What befalls the words of farewell themselves is no matter of a connection, and is not drawn. */
const isOfFarewell = (id: string): boolean => /:closed:(reset|closed)$/.test(id);

/**
 * What is on its way in a world, kept back or not. What both ends of a silent connection are told once the idle time is over is no
 * message before that.
 */
function inWorld(
  { channels, now }: World,
  told: ReadonlyMap<string, number>,
): Record<string, readonly number[]> {
  const counts = Object.entries(channels['stream'] ?? {}).flatMap(([id, { ready, delayed, kept = 0 }]) => {
    if (isOfFarewell(id) || (ready === 0 && now < (told.get(id) ?? 0))) return [];
    return [[id, [ready + kept + delayed.length, delayed.length]] as const];
  });
  return Object.fromEntries(counts);
}

function inPicture(open: readonly Span[]): Record<string, readonly number[]> {
  const counts: Record<string, [number, number]> = {};
  for (const { kind, copy } of open) {
    if (copy === null || copy.channel !== 'stream' || (kind !== 'flies' && kind !== 'late')) continue;
    const count = (counts[copy.id] ??= [0, 0]);
    count[kind === 'late' ? 1 : 0] += 1;
  }
  return counts;
}

const NOTHING = { id: 'nothing', now: 0 };

/** Which ends notice by themselves that nothing comes. */
const NOTICED: Readonly<Record<string, readonly string[]>> = {
  silence: ['reset', 'closed'],
  collect: ['reset'],
};

describe('what travels on a connection that stays open', () => {
  it('is that of the world after every step, however it breaks', () => {
    const seen = new Set<string>();
    for (const { name, timeline } of randomStreams(8, 240)) {
      const history = historyOf(timeline.first, timeline.trace);
      const told = new Map<string, number>();
      for (let cursor = 0; cursor <= timeline.length; cursor++) {
        const { id, now } = timeline.trace[cursor - 1] ?? NOTHING;
        const [, how = '', of] = /^(silence|collect):stream:(.+)$/.exec(id) ?? [];
        for (const end of NOTICED[how] ?? []) told.set(`${of}:${end}`, now + IDLE_MS);
        // Something else may have told it before.
        const { stream = {} } = timeline.worldAt(cursor).channels;
        for (const [message, { ready }] of Object.entries(stream)) if (ready > 0) told.delete(message);
        seen.add(id.slice(0, id.indexOf(':')));
        const where = `${name}, after ${cursor} ${id}`;
        expect(inPicture(history.openAt(cursor)), where).toEqual(inWorld(timeline.worldAt(cursor), told));
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['reset', 'eof', 'silence', 'collect', 'tear', 'crash']),
    );
  });
});

function pictureOf(timeline: Timeline, cursor = timeline.length, lanes: readonly string[] = LANES) {
  const { trace, first } = timeline;
  const rows = rowsOf(trace, lanes, { folds: new Set(), transactions: new Set(), cursor });
  const past = cursor === 0 ? 0 : rows.of(cursor) + 1;
  const staged = lanes.map((id) => ({ id, kind: id.replace(/-\d$/, ''), label: id }));
  const geometry = placeLanes(staged, 744, false);
  const place = { top: 6, height: 29, past, zone: 90, asked: 0, ahead: rows.length - past };
  const stage = { trace, history: historyOf(first, trace), rows, lanes: geometry, place, cursor };
  const present = presentOf(stage, cursor === timeline.length ? timeline.enabled : []);
  return { stage, present, ...drawingOf(stage, 0, rows.length) };
}

/** The worker appends an event, and it is written to the first browser's connection. */
function onTheWire(timeline: Timeline): Timeline {
  const steps = ['worker-1.work', 'worker-1.planOperation'];
  for (const id of [...steps, 'gateway.recheck:browser-1.c1', 'gateway.writeFrames:browser-1.c1'])
    timeline.take(id);
  return timeline;
}

describe('a connection in the picture', () => {
  const stepOf = ({ trace }: Timeline, id: string): number => trace.findIndex((one) => one.id === id) + 1;
  const railsOf = (timeline: Timeline) =>
    historyOf(timeline.first, timeline.trace)
      .spans.filter(({ wire }) => wire?.id === 'browser-1.c1')
      .map(({ kind, lane, from, to }) => [kind, lane, from, to]);

  it('lasts at each end until that end knows that it is gone', () => {
    const timeline = scheduled([...LIVE, 'reset stream:browser-1.c1', 'quiet']);
    const cut = stepOf(timeline, 'reset:stream:browser-1.c1');
    const [server, client] = ['stream>gateway:browser-1.c1:closed', 'stream>browser-1:browser-1.c1:reset'];
    const told = [server, client].map((id) => stepOf(timeline, `deliver:${id}`));
    expect(railsOf(timeline)).toEqual([
      ['wire', 'browser-1', stepOf(timeline, 'browser-1.askStream'), cut],
      ['wire', 'gateway', stepOf(timeline, 'deliver:stream>gateway:browser-1.c1'), cut],
      ['dead', 'browser-1', cut, told[1]],
      ['dead', 'gateway', cut, told[0]],
    ]);
  });

  it('ends with the last piece, and nothing is left of it', () => {
    const timeline = scheduled(['quiet']);
    const kinds = railsOf(timeline).map(([kind, , , to]) => [kind, to === null]);
    expect(kinds).toEqual([
      ['wire', false],
      ['wire', false],
    ]);
  });

  it('is cut across from end to end, and what tells its ends comes from in between', () => {
    const timeline = scheduled([...LIVE, 'reset stream:browser-1.c1', 'quiet']);
    const step = stepOf(timeline, 'reset:stream:browser-1.c1');
    const { stage, cuts, arrows } = pictureOf(timeline);
    const at = stage.lanes.at;
    expect(cuts.map(({ from, to }) => [from, to])).toEqual([[at['browser-1'], at['gateway']]]);
    const middle = (at['browser-1']! + at['gateway']!) / 2;
    const told = arrows.filter(({ label }) => label === 'RST' || label === 'CLOSE');
    const y = middleOf(stage.place, stage.rows.of(step));
    expect(told.map(({ from, to, label }) => [from, to[0], label]).toSorted()).toEqual(
      [
        [[middle, y], at['gateway'], 'CLOSE'],
        [[middle, y], at['browser-1'], 'RST'],
      ].toSorted(),
    );
  });

  it('is no way for what a worker hands on before it is written: that is a push', () => {
    const timeline = played('append-before-deliver', 'naive');
    const { stage, arrows } = pictureOf(timeline);
    const { 'worker-1': worker, gateway } = stage.lanes.at;
    const handed = arrows.filter(({ from, to }) => from[0] === worker && to[0] === gateway);
    expect(new Set(handed.map(({ kind, label }) => `${kind} ${label}`))).toEqual(new Set(['request PUSH']));
  });

  it('that falls silent says nothing until the idle time is over', () => {
    const timeline = scheduled([...LIVE, 'silence stream:browser-1.c1', 'release worker-1', 'quiet']);
    expect(pictureOf(timeline).present.inFlight).toBe(0);
    timeline.take('clock:advance');
    const told = pictureOf(timeline).present.chips;
    expect(told.map(({ label, sender, lane }) => [label, sender, lane])).toEqual([
      ['IDLE', null, 'browser-1'],
      ['IDLE', null, 'gateway'],
    ]);
  });

  it('lies in the present with what could befall it, and a piece with where it could be torn', () => {
    const timeline = scheduled(LIVE);
    const { wires } = pictureOf(timeline).present;
    expect(wires.map(({ label, actions }) => [label, actions.map(({ id }) => id)])).toEqual(
      ['browser-2', 'browser-1'].map((browser) => [
        'c1',
        ['eof', 'reset', 'silence'].map((fault) => `${fault}:stream:${browser}.c1`),
      ]),
    );
    const written = onTheWire(scheduled(LIVE));
    const [piece] = pictureOf(written).present.chips.filter(({ label }) => label === 'p2');
    const faults = piece!.actions.map(({ id }) => id.replace(/:stream.*@\d+$/, ''));
    expect(faults).toEqual(expect.arrayContaining(['tear', 'tear']));
    written.take(piece!.actions.find(({ id }) => id.startsWith('tear:'))!.id);
    const torn = pictureOf(written);
    expect(torn.present.wires.map(({ wire }) => wire.client)).not.toContain(piece!.copy.to);
    expect(torn.present.chips.map(({ label }) => label)).toContain('p2…');
    expect(torn.envelopes.map(({ state }) => state)).toContain('torn');
  });

  it('is drawn at every step of any run, on any stage, with nothing beside the sheet', () => {
    for (const { name, timeline } of randomStreams(3, 200)) {
      for (const lanes of [LANES, ['browser-1', 'gateway'], ['gateway', 'worker-1'], ['api', 'browser-2']]) {
        const { stretches, arrows, cuts, envelopes, marks } = pictureOf(timeline, timeline.length, lanes);
        const numbers = [
          ...stretches.flatMap(({ x, from, to }) => [x, from, to]),
          ...arrows.flatMap(({ from, to }) => [...from, ...to]),
          ...cuts.flatMap(({ y, from, to }) => [y, from, to]),
          ...[...envelopes, ...marks].flatMap(({ x, y }) => [x, y]),
        ].filter((one) => one !== Infinity);
        expect(
          numbers.filter((one) => !Number.isFinite(one)),
          name,
        ).toEqual([]);
        for (let cursor = 0; cursor <= timeline.length; cursor += 7) pictureOf(timeline, cursor, lanes);
      }
    }
  });
});
