// What is left of an order, as two runs about it find it one after the other: in no design does either take
// what the first has left nothing of, and no number that was only remembered is lost with a worker.

import { expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { Timeline } from '../../src/kernel/timeline';
import { interventionIn } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { verdictsOf } from '../../src/scenario/verdicts';
import { twoRuns } from './harms-of-money';
import { begin, simulationOf } from './walks';

const DESIGNS = ['read_modify_write', 'check_only', 'reserve_guarded'];

function played(design: Design, total: string, schedule: readonly string[]) {
  const simulation = simulationOf(design);
  const timeline = new Timeline(simulation, begin(simulation, twoRuns(total)));
  const driven = drive(timeline, { interventions: schedule.map(interventionIn), ends: 'quiet' });
  expect(driven).toEqual({ unmatched: [], stopped: null });
  const found = (table: string) => [...timeline.world.rows[table]!.entries()].map(([, row]) => row);
  const broken = Object.entries(verdictsOf(timeline)).filter(([, verdict]) => verdict === 'violated');
  return { found, said: timeline.trace.map(({ says }) => says.key), broken };
}

it.each(DESIGNS)('%s: one after the other, the second run finds too little and fails', (update) => {
  const schedule = ['hold worker-2', 'quiet'];
  const { found, broken } = played({ 'order.update': update }, '40.00', schedule);
  expect(
    found('runs')
      .map(({ status }) => String(status))
      .toSorted(),
  ).toEqual(['failed', 'succeeded']);
  expect(found('orders')).toMatchObject([{ refunded_cents: 2_500, reserved_cents: 0 }]);
  expect(broken).toEqual([]);
});

it.each(DESIGNS)('%s: a worker that takes over books the refund on what it reads itself', (update) => {
  const schedule = ['after worker-1.callRefund: crash worker-1', 'quiet', 'pick clock:advance', 'quiet'];
  const { found, said, broken } = played({ 'order.update': update }, '100.00', schedule);
  expect(said).toContain('worker.callRefund.known');
  expect(found('orders')).toMatchObject([{ refunded_cents: 5_000, reserved_cents: 0 }]);
  expect(broken).toEqual([]);
});
