import { describe, expect, it } from 'vitest';
import type { Data } from '../../src/kernel/json';
import type { Message } from '../../src/kernel/channel';
import { transitAt } from '../../src/view/transit';
import { PAID_TWICE, runOf } from './runs';
import { LIVE, scheduled } from './stream-runs';

/** The events of a page, read on their own. */
function carried({ body }: Message): readonly string[] {
  const { status, body: text } = body as Data;
  if (status !== 200 || typeof text !== 'string') return [];
  const { events } = JSON.parse(text) as { readonly events?: readonly { run_id: string; seq: number }[] };
  return (events ?? []).map(({ run_id, seq }) => `${run_id}/${seq}`);
}

describe('an event', () => {
  it('is on the wire from the sending of an answer that holds it to the delivery, and never else', () => {
    for (const run of [runOf('crash-after-publish', PAID_TWICE), runOf('stale-version')]) {
      const flying = new Map<string, Message>();
      for (let cursor = 0; cursor <= run.length; cursor++) {
        const record = run.trace[cursor - 1];
        for (const { id } of record?.taken ?? []) flying.delete(id);
        for (const sent of record?.sent ?? []) if (sent.to?.startsWith('browser')) flying.set(sent.id, sent);
        const world = run.worldAt(cursor);
        for (const browser of ['browser-1', 'browser-2']) {
          const expected = [...flying.values()].filter(({ to }) => to === browser).flatMap(carried);
          expect([...(transitAt(world).onWire.get(browser) ?? [])]).toEqual([...new Set(expected)]);
        }
      }
    }
  });

  it('is on the wire as a frame of a stream too, unless the frame was torn', () => {
    const timeline = scheduled(LIVE);
    const onWire = () => [...(transitAt(timeline.world).onWire.get('browser-1') ?? [])];
    for (const id of ['worker-1.work', 'worker-1.planOperation']) timeline.take(id);
    timeline.take('gateway.recheck:browser-1.c1');
    expect(onWire()).toEqual([]);
    timeline.take('gateway.writeFrames:browser-1.c1');
    expect(onWire()).toEqual(['run_1/3']);
    timeline.take(timeline.enabled.find(({ id }) => id.startsWith('tear:stream:browser-1.c1.p2@'))!.id);
    expect(onWire()).toEqual([]);
  });

  it('has arrived, and is in no view, from the delivery to the step that applies it', () => {
    const run = runOf('crash-after-publish');
    const taken = run.trace.findIndex(
      ({ id, sent, taken: [page] }) =>
        id.startsWith('deliver:http>browser-1') &&
        sent.length === 0 &&
        page !== undefined &&
        carried(page).length > 0,
    );
    const applied = run.trace.findIndex(({ facts }, i) =>
      i > taken ? facts.some((fact) => fact.fact === 'applied' && fact['browser'] === 'browser-1') : false,
    );
    const names = carried(run.trace[taken]!.taken[0]!);
    const arrivedAt = (cursor: number) => [
      ...(transitAt(run.worldAt(cursor)).arrived.get('browser-1') ?? []),
    ];
    expect(arrivedAt(taken)).toEqual([]);
    for (let cursor = taken + 1; cursor <= applied; cursor++) expect(arrivedAt(cursor)).toEqual(names);
    expect(arrivedAt(applied + 1)).toEqual([]);
  });

  it('is lost with the tab that had it in memory', () => {
    const run = runOf('crash-after-publish', {}, [...['after browser-2.receive: crash browser-2', 'quiet']]);
    const crash = run.trace.findIndex(({ id }) => id === 'crash:browser-2');
    expect(transitAt(run.worldAt(crash)).arrived.get('browser-2')?.size).toBeGreaterThan(0);
    expect(transitAt(run.worldAt(crash + 1)).arrived.get('browser-2')).toBeUndefined();
  });
});
