// What breaks where facts are kept in the wrong place: one text for everything, or a store that may forget.

import type { Given } from '../../src/system/given';
import type { Harm } from './harms-of-money';

/** A run that asks for approval, and the approver who answers. */
export const ASKED: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: { 'browser-2': { person: 'bob', watches: 'run_1', calls: ['approve run_1'] } },
  runs: [
    {
      ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '75.00', attempts: 3 },
      history: ['submitted'],
    },
  ],
  actors: {},
};

export const STORE_HARMS: Readonly<Record<string, Harm>> = {
  'progress that is written back with all else undoes an answer that came in between': {
    design: { 'tables.shape': 'one_json_document' },
    given: ASKED,
    schedule: [
      ...['hold browser-2', 'after worker-1.yield: hold worker-1, hold worker-2, release browser-2'],
      ...['after browser-2.receive #2: release worker-1', 'quiet', 'release worker-2', 'quiet'],
    ],
    breaks: ['S17', 'S18'],
  },
  'a list of tasks that nobody can make again is lost with the memory of its store': {
    design: { 'second_store.role': 'owns_facts' },
    given: { ...ASKED, cast: ['cache'], browsers: {} },
    schedule: ['before cache.handOut: forget cache', 'quiet'],
    breaks: ['L1', 'L6', 'S27'],
  },
};
