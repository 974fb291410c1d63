// A stream as the page lays it out: its request, its head, its frames, and what ended it.
import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/kernel/timeline';
import { decoded, streamAt } from '../../src/view/stream-exchange';
import { LIVE, randomStreams, scheduled } from './stream-runs';

const at = ({ trace }: Timeline, id: string): number => trace.findIndex((one) => one.id === id) + 1;
const streamOf = (timeline: Timeline, cursor = timeline.length) => streamAt(timeline.trace, cursor)!;

describe('a stream over HTTP', () => {
  it('shows its request, its head, and each event as a frame of text', () => {
    const timeline = scheduled(LIVE);
    const step = at(timeline, 'deliver:stream>browser-2:browser-2.c1.p1');
    const { request, answer, pieces, end } = streamOf(timeline, step);
    expect([request.method, request.path]).toEqual(['GET', '/v1/runs/run_1/events?after_seq=1']);
    expect(answer?.headers).toContainEqual(['content-type', 'text/event-stream; charset=utf-8']);
    const [piece] = pieces;
    expect([piece!.label, piece!.takenAt, piece!.torn]).toEqual(['p1', step, null]);
    const frames = piece!.frames.map(({ text, isHalf }) => [text.split('\n')[0], isHalf]);
    expect(frames).toEqual([
      [': open run_1 after 1', false],
      ['id: run_1:2', false],
      ['event: stream.caught_up', false],
    ]);
    expect(end).toBeNull();
  });

  it('knows nothing that is later than the cursor', () => {
    const timeline = scheduled([...LIVE, 'reset stream:browser-2.c1', 'quiet']);
    const step = at(timeline, 'browser-2.askStream');
    expect(streamOf(timeline, step)).toMatchObject({ answer: null, pieces: [], end: null });
    const reset = at(timeline, 'reset:stream:browser-2.c1');
    expect(streamOf(timeline, reset).end).toMatchObject({ what: 'reset', step: reset, told: {} });
    const told = at(timeline, 'deliver:stream>browser-2:browser-2.c1:reset');
    expect(streamOf(timeline, told).end?.told).toMatchObject({ 'browser-2': told });
  });

  it('shows the half frame of a torn piece as what it is', () => {
    const timeline = scheduled(LIVE);
    for (const id of ['worker-1.work', 'worker-1.planOperation']) timeline.take(id);
    for (const step of ['recheck', 'writeFrames']) timeline.take(`gateway.${step}:browser-1.c1`);
    const whole = streamOf(timeline).pieces.at(-1)!;
    timeline.take(timeline.enabled.find(({ id }) => id.startsWith('tear:stream:browser-1.c1.p2@'))!.id);
    const { pieces, end } = streamOf(timeline);
    const torn = pieces.at(-1)!;
    expect(torn.torn).toEqual({ step: timeline.length, of: whole.bytes });
    expect(torn.bytes).toBeLessThan(whole.bytes);
    expect(torn.frames.map(({ isHalf }) => isHalf)).toEqual([true]);
    expect(whole.frames[0]!.text.startsWith(torn.frames[0]!.text)).toBe(true);
    expect(end?.what).toBe('tear');
  });

  it('shows bytes as text, and what is no whole character as that', () => {
    const bytes = [...new Uint8Array(Buffer.from('é中🙂'))].map((byte) => String.fromCharCode(byte)).join('');
    expect(decoded(bytes)).toBe('é中🙂');
    expect(decoded(bytes.slice(0, -1))).toBe('é中\ufffd\ufffd\ufffd');
  });

  it('is found at every step of any run', () => {
    const ends = new Set<string>();
    for (const { timeline } of randomStreams(7, 160)) {
      for (let cursor = 0; cursor <= timeline.length; cursor++)
        ends.add(streamAt(timeline.trace, cursor)?.end?.what ?? '');
    }
    const all = ['', 'reset', 'eof', 'silence', 'tear', 'crash', 'hungUp', 'last'];
    expect([...ends].toSorted()).toEqual(all.toSorted());
  });
});
