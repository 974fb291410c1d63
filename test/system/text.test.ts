// What the model writes to a person: it reaches the log piece by piece, the conversation as a whole, and what an
// attempt has begun and not ended is withdrawn by the next one.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { textOf } from '../../src/kernel/json';
import { sortedRows, tableOf } from '../../src/kernel/rows';
import type { World } from '../../src/kernel/world';
import { shortDigest } from '../../src/system/digest';
import { foldDigest } from '../../src/system/fold';
import { emptyProjection, reduce } from '../../src/system/projection';
import { readRunBody } from '../../src/system/run-body';
import { eventsOf, LONG, played, SHORT, task, viewOf, whole } from './texts';
import { begin, choices, simulationOf, walk } from './walks';

const deltasOf = (world: World) => eventsOf(world).filter(({ type }) => type === 'text.delta');

describe('a text', () => {
  it('reaches the log in pieces, each at its place, and the conversation as a whole', () => {
    const { world, broken } = played(task(LONG));
    expect(broken).toEqual([]);
    const deltas = deltasOf(world).map(({ data }) => [data['offset'], textOf(data, 'text').length]);
    expect(deltas).toEqual([
      [0, 256],
      [256, 256],
      [512, 88],
    ]);
    expect(eventsOf(world).find(({ type }) => type === 'message.completed')?.data).toEqual({
      ...{ message_id: 'run_1.a1.m1', length: 600, digest: shortDigest(LONG), text: LONG },
    });
    expect(sortedRows(world.rows, 'messages')).toEqual([
      {
        ...{ message_id: 'run_1.a1.m1', conversation_id: 'conv_1', run_id: 'run_1', seq: 6 },
        ...{ role: 'assistant', text: LONG },
      },
    ]);
    expect(viewOf(world)).toMatchObject({ status: 'succeeded', messages: whole(LONG) });
  });

  it('costs as many transactions as it has words where each of them is written down alone', () => {
    const batched = played(task(LONG));
    const alone = played(task(LONG), ['quiet'], { 'text.batch': 'per_token' });
    expect(alone.broken).toEqual([]);
    expect(deltasOf(alone.world)).toHaveLength(120);
    expect(viewOf(alone.world)).toMatchObject({ messages: whole(LONG) });
    // An event, and the position that the row of the run gives it.
    const more = Number(alone.counters.rows_written) - Number(batched.counters.rows_written);
    expect(more).toBe(2 * (120 - 3));
  });

  it.each([
    ['batched', 'x'.repeat(255) + '😀' + 'y'],
    ['per_token', 'a 😀 b'],
  ])('is cut between characters: %s', (batch, text) => {
    const { world } = played(task(text), ['quiet'], { 'text.batch': batch });
    const pieces = deltasOf(world).map(({ data }) => textOf(data, 'text'));
    expect(pieces.join('')).toBe(text);
    expect(pieces.filter((piece) => /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(piece))).toEqual([]);
  });

  it('is written by a worker that finds its task in the table, too', () => {
    const { world, broken } = played(task(SHORT), ['quiet'], { 'queue.mode': 'database' });
    expect(broken).toEqual([]);
    expect(viewOf(world)).toMatchObject({ status: 'succeeded', messages: whole(SHORT) });
  });

  it('is shown by its conversation, to a page that has no memory of the run', () => {
    const asked = task(SHORT);
    const browsers = { 'browser-1': { person: 'alice', calls: ['conversation conv_1'] } };
    const { timeline } = played({ ...asked, browsers }, ['hold browser-1', 'quiet', 'release browser-1']);
    const [answer] = timeline.trace.flatMap(({ sent }) => sent.filter(({ to }) => to === 'browser-1'));
    const { messages } = JSON.parse((answer?.body as { body: string }).body) as { messages: unknown };
    expect(messages).toEqual([
      { message_id: 'run_1.a1.m1', role: 'assistant', text: SHORT, run_id: 'run_1' },
    ]);
  });

  it('is said once, though the run waits for a person and goes on in another attempt', () => {
    const asked = task(SHORT, { amount: '75.00' });
    const browsers = { ...asked.browsers, 'browser-2': { person: 'bob', calls: ['approve run_1'] } };
    const { world } = played({
      ...asked,
      browsers: { ...browsers, 'browser-2': { ...browsers['browser-2'], watches: 'run_1' } },
    });
    expect(viewOf(world)).toMatchObject({
      status: 'succeeded',
      attempt: { count: 2 },
      messages: whole(SHORT),
    });
  });
});

describe('a text that is not ended', () => {
  it('is withdrawn by whoever takes over, and written anew', () => {
    const { world, broken } = played(task(LONG), [
      ...['after worker-1.appendDeltas #2: crash worker-1', 'quiet', 'pick clock:advance', 'quiet'],
    ]);
    expect(broken).toEqual([]);
    const told = eventsOf(world).map(({ type, attempt_id }) => `${type} ${String(attempt_id)}`);
    expect(told.slice(2, 7)).toEqual([
      ...['text.delta run_1.a1', 'text.delta run_1.a1', 'attempt.ended run_1.a1'],
      ...['message.superseded run_1.a2', 'attempt.started run_1.a2'],
    ]);
    expect(viewOf(world)).toMatchObject({ status: 'succeeded', messages: whole(LONG, 'run_1.a2.m1') });
    expect(sortedRows(world.rows, 'messages')).toHaveLength(1);
  });

  it('is withdrawn by the next attempt where the model broke off', () => {
    const { world, broken } = played(task(SHORT, { fails: 1 }), ['quiet', 'pick clock:advance', 'quiet']);
    expect(broken).toEqual([]);
    const half = deltasOf(world)[0]?.data['text'];
    expect(half).toBe(SHORT.slice(0, 17));
    expect(eventsOf(world).map(({ type }) => type)).toContain('message.superseded');
    expect(viewOf(world)).toMatchObject({ messages: whole(SHORT, 'run_1.a2.m1') });
  });

  it('stays as far as it came where the run ends: it is shown as what it is', () => {
    const { world } = played(task(SHORT, { fails: 3, attempts: 1 }));
    const messages = [{ message_id: 'run_1.a1.m1', text: SHORT.slice(0, 17), complete: false }];
    expect(viewOf(world)).toMatchObject({ status: 'failed', messages });
  });

  it('is cut short by a cancel that its worker hears of in the middle', () => {
    const asked = task(LONG);
    const browsers = {
      'browser-1': { person: 'alice', watches: 'run_1', calls: ['cancel run_1 once running'] },
    };
    const { world } = played({ ...asked, browsers, renews: ['worker-1', 'worker-2'] }, [
      ...['after worker-1.appendDeltas: hold worker-1', 'quiet', 'pick clock:advance', 'release worker-1'],
      'pick worker-1.renewLease',
    ]);
    expect(viewOf(world)).toMatchObject({ status: 'cancelled', messages: [{ complete: false }] });
  });
});

describe('what a run is shown to have written', () => {
  const designs: readonly Design[] = [{}, { 'text.batch': 'per_token' }, { 'queue.mode': 'database' }];

  it('is the same in its body, in the fold of its events and in the observer’s, wherever a walk leads', () => {
    fc.assert(
      fc.property(fc.constantFrom(...designs), choices(90), (design, list) => {
        const simulation = simulationOf(design);
        const first = begin(simulation, task('One two three four.', { fails: 1 }));
        walk(simulation, first, list, (_before, { world }) => {
          const { store } = simulation.system;
          store.restore(world.rows);
          const { value } = store.peek((sql) => readRunBody(sql, 'run_1'));
          const view = eventsOf(world).reduce(reduce, emptyProjection('run_1'));
          expect(value?.body['messages']).toEqual(view.messages);
          const [events, ranges] = [tableOf(world.rows, 'events'), tableOf(world.rows, 'compactions')];
          expect(foldDigest(events, ranges, 'run_1', Number(value?.body['snapshot_seq']))).toBe(
            shortDigest(view),
          );
        });
      }),
      { numRuns: 30 },
    );
  });
});
