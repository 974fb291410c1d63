// The rows T4, T5 and T9 to T12 of CONTRACT §9 as the actors play them: a request to cancel at every moment of
// a run's life, answers that come beside it or too late, and what the log says of each.

import { describe, expect, it } from 'vitest';
import { nextAction } from '../../src/kernel/scheduler';
import type { Simulation } from '../../src/kernel/simulation';
import type { Row } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';
import { actorIds } from '../../src/system/catalog';
import {
  appended,
  ask,
  askTogether,
  cancel,
  decision,
  DIGEST,
  post,
  QUESTION,
  serviceRows,
  submission,
  typesOf,
} from './asking';
import { begin, FAULTS, PLAIN, simulationOf } from './walks';

const plain = simulationOf({});
const timed = simulationOf({}, ['timer']);

/** Steps of the default scheduler, until one has done an operation or nothing is left to do. */
function on(world: World, operation: string | null = null, within = plain): World {
  let [now, last] = [world, null as string | null];
  for (let i = 0; i < 300; i++) {
    const next = nextAction(within.enabled(now), actorIds, last, new Set(['worker-2']));
    if (next === null) {
      if (operation === null) return now;
      break;
    }
    const { record, world: after } = within.take(now, next.id);
    expect(record.verdicts.filter(({ to }) => to === 'violated')).toEqual([]);
    [now, last] = [after, next.lane];
    if (operation !== null && record.operations.includes(operation)) return now;
  }
  throw new Error(`${String(operation)} did not come.`);
}

/** A task of this message that has just been submitted. */
function submitted(message: string, within: Simulation = plain): World {
  const world = begin(within, { ...PLAIN, browsers: {} }, FAULTS);
  return ask(world, post('k1', { body: submission({ input: { message, order_id: 'ord_1' } }) }), within)
    .world;
}

const small = (): World => submitted('Refund 25.00 EUR.');
const large = (within = plain): World => on(submitted('Refund 75.00 EUR.', within), 'yield', within);

const rowOf = (world: World): Row | undefined => world.rows['runs']?.get('run_1');
const money = (world: World): number => Number(world.rows['orders']?.get('ord_1')?.['refunded_cents']);

/** What the log says after a moment, and how the run stands in the end. */
function since(before: World, after: World) {
  const events = appended(before, after);
  expect(Number(rowOf(after)?.['last_seq'])).toBe(Number(rowOf(before)?.['last_seq']) + events.length);
  const reasons = events
    .filter(({ type }) => type === 'attempt.ended')
    .map(({ payload }) => (JSON.parse(String(payload)) as { reason: string }).reason);
  const rises = Number(rowOf(after)?.['version']) - Number(rowOf(before)?.['version']);
  return { events: typesOf(events), reasons, status: rowOf(after)?.['status'], rises, money: money(after) };
}

const STOPPED = { reasons: ['cancelled'], status: 'cancelled', money: 0 };
const PAID = { reasons: ['completed'], status: 'succeeded', money: 2_500 };
const ASKED = 'run.cancel_requested';

describe('a request to cancel a run that somebody works on', () => {
  it.each(['appendStarted', 'work'])('after %s ends it before any money moves (T11, T12)', (operation) => {
    const before = on(small(), operation);
    const told = ask(before, cancel);
    expect(told.body['cancel_effect']).toBe('requested');
    expect(since(before, on(told.world))).toEqual({
      ...STOPPED,
      events: [ASKED, 'attempt.ended', 'run.cancelled'],
      rises: 2,
    });
  });

  it.each([
    ['appendIntent', [ASKED, 'refund.committed', 'attempt.ended', 'run.succeeded']],
    ['callRefund', [ASKED, 'refund.committed', 'attempt.ended', 'run.succeeded']],
  ])(
    'after %s comes too late: what was begun is settled, and the run succeeds (T11, T7)',
    (operation, events) => {
      const before = on(small(), operation);
      expect(since(before, on(ask(before, cancel).world))).toEqual({ ...PAID, events, rises: 2 });
    },
  );

  it('whose worker is lost while a refund is under way is settled by the next one (T11, T2, T7)', () => {
    const called = on(small(), 'callRefund');
    const flagged = ask(called, cancel).world;
    const alone = plain.take(plain.take(flagged, 'crash:worker-1').world, 'clock:advance').world;
    const end = on(plain.take(alone, 'restart:worker-1').world);
    expect(since(called, end)).toEqual({
      ...PAID,
      reasons: ['lost', 'completed'],
      events: [
        ...[ASKED, 'attempt.ended', 'attempt.started', 'refund.committed', 'attempt.ended', 'run.succeeded'],
      ],
      rises: 3,
    });
  });

  it('whose worker is lost before it began anything is ended by the next one (T11, T2, T12)', () => {
    const started = on(small(), 'appendStarted');
    const flagged = ask(started, cancel).world;
    const alone = plain.take(plain.take(flagged, 'crash:worker-1').world, 'clock:advance').world;
    const end = on(plain.take(alone, 'restart:worker-1').world);
    expect(since(started, end)).toMatchObject({
      ...{ reasons: ['lost', 'cancelled'], status: 'cancelled', money: 0 },
      events: [ASKED, 'attempt.ended', 'attempt.started', 'attempt.ended', 'run.cancelled'],
    });
  });

  it('that is about to try again later ends it instead (T11, T12)', () => {
    const failing = on(submitted('Refund 25.00 EUR. The model fails 1 times.'), 'work');
    expect(since(failing, on(ask(failing, cancel).world))).toEqual({
      ...STOPPED,
      events: [ASKED, 'attempt.ended', 'run.cancelled'],
      rises: 2,
    });
  });

  it('that is about to give up ends it as cancelled (T11, T12)', () => {
    const failing = on(submitted('Nothing to do.'), 'work');
    expect(since(failing, on(ask(failing, cancel).world))).toMatchObject(STOPPED);
    expect(since(failing, on(failing))).toMatchObject({ reasons: ['failed'], status: 'failed' });
  });
});

describe('a request to cancel a run that nobody works on', () => {
  it('ends one that waits for its retry, and the message that comes later finds nothing to do (T9)', () => {
    const waits = on(submitted('Refund 25.00 EUR. The model fails 1 times.'), 'retryLater');
    const cancelled = ask(waits, cancel).world;
    expect(since(waits, cancelled)).toEqual({
      ...{ events: [ASKED, 'run.cancelled'], reasons: [], status: 'cancelled', rises: 1, money: 0 },
    });
    const end = on(plain.take(on(cancelled), 'clock:advance').world);
    expect(since(cancelled, end)).toMatchObject({ events: [], rises: 0 });
    expect(end.channels['runs']).toEqual({});
  });

  it('ends one that waits for an answer, and withdraws the question (T10)', () => {
    const waits = large();
    expect(since(waits, on(ask(waits, cancel).world))).toEqual({
      events: [ASKED, 'approval.withdrawn', 'operation.abandoned', 'run.cancelled'],
      ...{ reasons: [], status: 'cancelled', rises: 1, money: 0 },
    });
  });
});

describe('an answer', () => {
  const yes = (world: World) => decision(DIGEST(world));
  const no = (world: World) => decision(DIGEST(world), { decision: 'reject' });

  it('that approves queues the run, and the next holder pays (T4)', () => {
    const waits = large();
    expect(since(waits, on(ask(waits, yes(waits)).world))).toEqual({
      events: [
        ...['approval.decided', 'attempt.started', 'operation.started', 'refund.committed'],
        ...['attempt.ended', 'run.succeeded'],
      ],
      ...{ reasons: ['completed'], status: 'succeeded', rises: 3, money: 7_500 },
    });
  });

  it('that rejects is a normal input: the run succeeds, declined, and nothing is paid (T4, T7)', () => {
    const waits = large();
    const end = on(ask(waits, no(waits)).world);
    expect(since(waits, end)).toEqual({
      events: [
        ...['approval.decided', 'attempt.started', 'operation.abandoned', 'attempt.ended', 'run.succeeded'],
      ],
      ...{ reasons: ['completed'], status: 'succeeded', rises: 3, money: 0 },
    });
    expect(rowOf(end)?.['result']).toBe('{"outcome":"declined"}');
  });

  it('that rejects, and then a request to cancel before the holder has written so: cancelled (T11, T12)', () => {
    const waits = large();
    const declining = on(ask(waits, no(waits)).world, 'work');
    expect(since(declining, on(ask(declining, cancel).world))).toEqual({
      ...STOPPED,
      events: [ASKED, 'operation.abandoned', 'attempt.ended', 'run.cancelled'],
      rises: 2,
    });
  });

  it('that approves, and then a request to cancel before anybody works on it: cancelled (T4, T9)', () => {
    const waits = large();
    const approved = ask(waits, yes(waits)).world;
    const end = on(ask(approved, cancel).world);
    expect(since(approved, end)).toEqual({
      events: [ASKED, 'operation.abandoned', 'run.cancelled'],
      ...{ reasons: [], status: 'cancelled', rises: 1, money: 0 },
    });
    expect(end.rows['approvals']?.get(QUESTION)?.['status']).toBe('approved');
  });

  it('that races with a request to cancel: whichever is written first decides what the other is told', () => {
    const waits = large();
    const [late, cancelled] = askTogether(waits, yes(waits), cancel);
    expect([cancelled.body['cancel_effect'], late.body['code']]).toEqual(['cancelled', 'approval-withdrawn']);
    const [second, approved] = askTogether(waits, cancel, yes(waits));
    expect([approved.body['status'], second.body['cancel_effect']]).toEqual(['approved', 'cancelled']);
    for (const { world } of [late, second])
      expect(since(waits, world)).toMatchObject({ status: 'cancelled', money: 0 });
  });
});

describe('the timer', () => {
  /** The time of the question is over, and the timer has not looked yet. */
  function overdue(): World {
    let world = on(large(timed), null, timed);
    while (Number(world.rows['approvals']?.get(QUESTION)?.['expires_at']) > world.now)
      world = timed.take(world, 'clock:advance').world;
    return world;
  }

  it('ends a run that nobody has answered in time (T5)', () => {
    const world = overdue();
    const end = on(world, null, timed);
    expect(since(world, end)).toEqual({
      events: ['approval.expired', 'operation.abandoned', 'run.failed'],
      ...{ reasons: [], status: 'failed', rises: 1, money: 0 },
    });
    expect(rowOf(end)?.['failure_code']).toBe('approval_expired');
    expect(ask(end, decision(DIGEST(end)), timed).body['code']).toBe('approval-expired');
  });

  it('is not overtaken by an answer that comes late, before it has looked or after', () => {
    for (const operation of [null, 'readDue']) {
      const world = operation === null ? overdue() : on(overdue(), operation, timed);
      const told = ask(world, decision(DIGEST(world)), timed);
      expect(told.body['code']).toBe('approval-expired');
      expect(serviceRows(told.world)).toEqual(serviceRows(world));
      expect(since(world, on(told.world, null, timed)).status).toBe('failed');
    }
  });

  it('writes nothing where somebody has cancelled since it looked (T10 before T5)', () => {
    const looked = on(overdue(), 'readDue', timed);
    const cancelled = ask(looked, cancel, timed).world;
    const end = on(cancelled, null, timed);
    expect(since(cancelled, end)).toMatchObject({ events: [], rises: 0, status: 'cancelled' });
    expect(end.actors['timer']?.activities).toEqual([]);
  });

  it('leaves a question alone that was answered in time', () => {
    const waits = on(large(timed), null, timed);
    const approved = ask(waits, decision(DIGEST(waits)), timed).world;
    const late = { ...approved, now: 900_000 };
    expect(timed.enabled(late).find(({ id }) => id === 'timer.readDue')?.blocked?.key).toBe('nothingDue');
  });
});
