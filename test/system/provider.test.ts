// What becomes of a run whose call is not simply answered: no money is lost or moved twice, and the books say
// what happened.

import { describe, expect, it } from 'vitest';
import { Timeline } from '../../src/kernel/timeline';
import { interventionIn } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { verdictsOf } from '../../src/scenario/verdicts';
import { countersOf } from '../../src/system/counters';
import { begin, PLAIN, simulationOf } from './walks';

function played(...schedule: readonly string[]) {
  const simulation = simulationOf({});
  const timeline = new Timeline(simulation, begin(simulation, PLAIN));
  const driven = drive(timeline, { interventions: schedule.map(interventionIn), ends: 'quiet' });
  expect(driven).toEqual({ unmatched: [], stopped: null });
  const { rows } = timeline.world;
  const found = (table: string) => [...rows[table]!.entries()].map(([, row]) => row);
  const said = timeline.trace.map(({ says }) => says.key);
  const events = found('events')
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    .map((row) => row['type']);
  const broken = Object.entries(verdictsOf(timeline)).filter(([, verdict]) => verdict === 'violated');
  return { timeline, found, said, events, broken, effects: countersOf(timeline.trace).effects };
}

const SETTLED = { status: 'committed', provider_ref: 'ref_op_run_1_s1' };

describe.each([
  ['the answer is lost', 'mute', 'worker.callRefund.known'],
  ['the request is lost', 'cut', 'worker.callRefund.paid'],
])('where %s', (_what, fault, again) => {
  it('the outcome is unknown, the same call is made again, and money moves once', () => {
    const run = played(`before worker-1.callRefund: ${fault} refunds`);
    expect(run.said.filter((key) => key.startsWith('worker.callRefund'))).toEqual([
      ...['worker.callRefund.silent', again],
    ]);
    expect(run.events).toEqual([
      ...['run.created', 'attempt.started', 'operation.started', 'operation.unknown'],
      ...['refund.committed', 'attempt.ended', 'run.succeeded'],
    ]);
    expect(run.found('operations')).toMatchObject([SETTLED]);
    expect(run.found('orders')).toMatchObject([{ refunded_cents: 2_500, reserved_cents: 0 }]);
    expect([run.effects, run.broken]).toEqual([1, []]);
  });

  it('and the worker dies as well, the one that takes over asks again', () => {
    const run = played(
      `before worker-1.callRefund: ${fault} refunds`,
      ...['after worker-1.markUnknown: crash worker-1', 'quiet', 'pick clock:advance', 'quiet'],
    );
    expect(run.found('operations')).toMatchObject([SETTLED]);
    expect([run.effects, run.broken]).toEqual([1, []]);
  });
});

it('where the second answer is lost too, the call is repeated until there is one', () => {
  const run = played('before worker-1.callRefund: mute refunds', 'before worker-1.repeatCall: cut refunds');
  expect(run.said.filter((key) => key === 'worker.callRefund.silent')).toHaveLength(2);
  expect(run.found('operations')).toMatchObject([SETTLED]);
  expect([run.effects, run.broken]).toEqual([1, []]);
});

it('where the provider refuses, the run fails, and what was reserved is free again', () => {
  const run = played('before worker-1.callRefund: refuse refunds');
  expect(run.events.slice(-3)).toEqual(['operation.failed', 'attempt.ended', 'run.failed']);
  expect(run.found('operations')).toMatchObject([{ status: 'failed', error_code: 'refused' }]);
  expect(run.found('orders')).toMatchObject([{ refunded_cents: 0, reserved_cents: 0 }]);
  expect(run.found('runs')).toMatchObject([{ status: 'failed', failure_code: 'non_retryable' }]);
  expect([run.effects, run.broken]).toEqual([0, []]);
});

it('trouble befalls one call, and no second one before that has been met', () => {
  const { timeline } = played();
  timeline.take('cut:refunds');
  const ids = timeline.enabled.map(({ id }) => id);
  expect(ids.filter((id) => id.endsWith(':refunds'))).toEqual([]);
});
