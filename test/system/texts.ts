// Tasks whose model writes to a person, played to an end, and what is to be seen of them there.

import { expect } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { sortedRows } from '../../src/kernel/rows';
import { Timeline } from '../../src/kernel/timeline';
import type { World } from '../../src/kernel/world';
import { parseIntervention } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { verdictsOf } from '../../src/scenario/verdicts';
import { countersOf } from '../../src/system/counters';
import { wireEvent } from '../../src/system/events';
import type { Given } from '../../src/system/given';
import { begin, simulationOf } from './walks';

/** 600 characters, 120 words. */
export const LONG = 'word '.repeat(120);
export const SHORT = 'I refund 25.00 EUR of order ord_1.';

export const task = (writes: string, more: Partial<Given['runs'][number]> = {}): Given => ({
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: { 'browser-1': { person: 'alice', watches: 'run_1' } },
  runs: [
    {
      ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '25.00', attempts: 3, writes },
      ...{ history: ['submitted'], ...more },
    },
  ],
  actors: {},
});

export function played(given: Given, schedule: readonly string[] = ['quiet'], design: Design = {}) {
  const simulation = simulationOf(design, given.cast);
  const timeline = new Timeline(simulation, begin(simulation, given));
  const interventions = schedule.map((text) => {
    const parsed = parseIntervention(text);
    if ('complaint' in parsed) throw new Error(text);
    return parsed.value;
  });
  const driven = drive(timeline, { interventions, ends: 'quiet' });
  expect(driven.stopped).toBeNull();
  const world = timeline.worldAt(timeline.length);
  const broken = Object.entries(verdictsOf(timeline)).filter(([, how]) => how === 'violated');
  return {
    unmatched: driven.unmatched.length,
    world,
    timeline,
    broken: broken.map(([id]) => id),
    counters: countersOf(timeline.trace),
  };
}

export const eventsOf = ({ rows }: World, run = 'run_1') =>
  sortedRows(rows, 'events')
    .filter((row) => row['run_id'] === run)
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    .map((row) => wireEvent(run, row));

export const viewOf = ({ actors }: World) => actors['browser-1']?.disk['view'];

export const whole = (text: string, id = 'run_1.a1.m1') => [{ message_id: id, text, complete: true }];
