// Harm that is done to money, or to what people are told of it: a schedule for each, and what it breaks.

import type { Design } from '../../src/kernel/decision';
import type { FaultBudget } from '../../src/kernel/fault';
import type { Simulation } from '../../src/kernel/simulation';
import type { World } from '../../src/kernel/world';
import type { Given } from '../../src/system/given';
import { PLAIN } from './walks';

export interface Harm {
  readonly design: Design;
  readonly schedule: readonly string[];
  readonly given?: Given;
  /** Faults beyond the usual ones. */
  readonly budget?: FaultBudget;
  readonly laid?: (simulation: Simulation, world: World) => World;
  /** Exactly what is broken at some step, or in the end. */
  readonly breaks: readonly string[];
}

/** A task whose owner cancels it as soon as somebody works on it. */
const CANCELLED: Given = {
  ...PLAIN,
  browsers: {
    'browser-1': {
      person: 'alice',
      ...{ submits: { order: 'ord_1', amount: '25.00' }, calls: ['cancel run_1 once running'] },
    },
  },
};

/** Both have drawn; the worker writes first. */
const BOTH_DRAW = [
  'before worker-1.reserveOrder: hold worker-1',
  'before api.cancelRun: hold api, release worker-1',
  'after worker-1.appendIntent: release api',
];

/** Two runs about one order. */
export const twoRuns = (total: string): Given => ({
  orders: [{ order: 'ord_1', total }],
  browsers: {},
  runs: ['run_1', 'run_2'].map((run) => {
    return { run, by: 'alice', order: 'ord_1', amount: '25.00', attempts: 2, history: ['submitted'] };
  }),
  actors: {},
});

const BOTH_LOOK = [
  'before worker-1.reserveOrder: hold worker-1',
  'before worker-2.reserveOrder: release worker-1',
];

export const MONEY_HARMS: Readonly<Record<string, Harm>> = {
  'who writes back what it read of an order loses the refund of another run': {
    design: { 'order.update': 'read_modify_write' },
    given: twoRuns('100.00'),
    schedule: BOTH_LOOK,
    breaks: ['S24'],
  },
  'two runs that look at an order before they reserve refund more than it cost': {
    design: { 'order.update': 'check_only' },
    given: twoRuns('30.00'),
    schedule: BOTH_LOOK,
    breaks: ['S23'],
  },
  'a refund that the model says it has made, and the provider refuses, stays in the history': {
    design: { 'event.source': 'model_text' },
    schedule: ['before worker-1.callRefund: refuse refunds'],
    breaks: ['S26'],
  },
  'two who add one to the highest place write at the same one': {
    design: { 'seq.alloc': 'max_plus_one' },
    given: CANCELLED,
    schedule: BOTH_DRAW,
    breaks: ['S05'],
  },
  'a place that is drawn for a refund that does not fit stays empty': {
    design: { 'seq.alloc': 'db_sequence' },
    given: { ...PLAIN, orders: [{ order: 'ord_1', total: '10.00' }] },
    schedule: ['quiet'],
    breaks: ['S05'],
  },
};
