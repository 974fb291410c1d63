import { expect, test } from 'vitest';
import type { Message } from '../../src/kernel/channel';
import { lanesInUse } from '../../src/view/lanes-in-use';
import { record } from './records';

const STAGE = ['dispatcher', 'broker', 'worker-1', 'worker-2', 'refunds'];
const message: Message = {
  channel: 'runs',
  id: 'run_1:1',
  from: 'dispatcher',
  to: null,
  run: 'run_1',
  body: {},
};
const publish = record({ actor: 'dispatcher', sent: [message] });
const work = (actor: string) => record({ actor });
const pay = record({ actor: 'worker-1', facts: [{ fact: 'effect' }] });

test('a lane that had a part in the last rows stays, in the order of the stage', () => {
  expect(lanesInUse([pay, publish], 2, STAGE, [])).toEqual(['dispatcher', 'broker', 'worker-1', 'refunds']);
});

test('a lane that has been still for twelve rows goes, and comes back when it is looked back at', () => {
  const trace = [publish, ...Array.from({ length: 12 }, (_, i) => work(`worker-${String(1 + (i % 2))}`))];
  expect(lanesInUse(trace, trace.length, STAGE, [])).toEqual(['worker-1', 'worker-2']);
  expect(lanesInUse(trace, 3, STAGE, [])).toEqual(['dispatcher', 'broker', 'worker-1', 'worker-2']);
});

test('steps off stage are no rows', () => {
  const trace = [publish, ...Array.from({ length: 30 }, () => work('browser-1'))];
  expect(lanesInUse(trace, trace.length, STAGE, [])).toEqual(['dispatcher', 'broker']);
});

test('what is offered keeps its lane, and two lanes are always there', () => {
  expect(lanesInUse([], 0, STAGE, ['refunds', 'worker-2'])).toEqual(['worker-2', 'refunds']);
  expect(lanesInUse([], 0, STAGE, [])).toEqual(['dispatcher', 'broker']);
});
