// Counters are sums over the records of a trace: each test says what one record adds.

import { expect, test } from 'vitest';
import type { Change } from '../../src/kernel/store';
import type { Message } from '../../src/kernel/channel';
import type { StepRecord } from '../../src/kernel/trace';
import { type Counter, COUNTERS, countersOf } from '../../src/system/counters';

const record = (some: Partial<StepRecord>): StepRecord => ({
  ...{
    id: 'api.insertRun',
    actor: 'api',
    now: 0,
    run: null,
    operations: [],
    reads: [],
    changes: [],
    sent: [],
  },
  ...{ taken: [], facts: [], refused: null, verdicts: [], says: { key: '', values: {} } },
  ...some,
});

const message = (channel: string): Message => ({
  ...{ channel, id: 'run_1:1', from: 'dispatcher', to: null, run: 'run_1', body: {} },
});

const answer = (before: string, after: string): Change => ({
  ...{ table: 'approvals', key: 'apr_1', before: { status: before }, after: { status: after } },
});
const inserted = (table: string): Change => ({ table, key: '1', before: null, after: { run_id: 'run_1' } });
const updated = (table: string): Change => ({ table, key: '1', before: {}, after: { run_id: 'run_1' } });
const deleted = (table: string): Change => ({ table, key: '1', before: { run_id: 'run_1' }, after: null });

const KNOWN: readonly Counter[] = [
  ...(['broker_messages', 'logical_runs', 'effects', 'deliveries', 'refused_claims', 'take_overs'] as const),
  ...(['duplicates_ignored', 'replayed', 'rows_written', 'events_stored', 'reconnects'] as const),
  ...(['leaks', 'browser_applied', 'notices', 'lost_decisions', 'lock_waits'] as const),
  ...(['effects_from_replay'] as const),
];

test('a counter whose subject does not exist yet is left out, the others begin at 0', () => {
  expect(Object.keys(countersOf([])).toSorted()).toEqual(KNOWN.toSorted());
  expect(new Set(Object.values(countersOf([])))).toEqual(new Set([0]));
  for (const counter of KNOWN) expect(COUNTERS).toContain(counter);
});

test.each<[string, Partial<StepRecord>, Partial<Record<Counter, number>>]>([
  ['a message to the broker', { sent: [message('runs')] }, { broker_messages: 1 }],
  ['a message on a connection', { sent: [message('http')], taken: [message('http')] }, {}],
  ['a copy that the broker makes', { id: 'duplicate:runs:run_1:1' }, { broker_messages: 1 }],
  ['a copy of a request', { id: 'duplicate:http:req_1' }, {}],
  ['a step that met a lock', { facts: [{ fact: 'lock_wait' }] }, { lock_waits: 1 }],
  ['a delivery', { taken: [message('runs')] }, { deliveries: 1 }],
  [
    'a new run',
    { changes: [inserted('runs'), inserted('events')] },
    { logical_runs: 1, rows_written: 2, events_stored: 1 },
  ],
  ['a run that changes', { changes: [updated('runs')] }, { rows_written: 1 }],
  [
    'events removed',
    { changes: [deleted('events'), deleted('events')] },
    { events_stored: -2, rows_written: 2 },
  ],
  ['a notice', { changes: [inserted('notices')] }, { notices: 1, rows_written: 1 }],
  ['a notice to the broker', { sent: [message('notices')], taken: [message('notices')] }, {}],
  ['an answer to somebody who may not have it', { changes: [inserted('mon_leaks')] }, { leaks: 1 }],
  ['what the observer writes', { changes: [inserted('mon_runs'), inserted('now_views')] }, {}],
  ['an answer', { changes: [answer('pending', 'approved')] }, { rows_written: 1 }],
  [
    'an answer that is undone',
    { changes: [answer('approved', 'pending')] },
    { lost_decisions: 1, rows_written: 1 },
  ],
  ['an effect', { facts: [{ fact: 'effect' }, { fact: 'effect' }] }, { effects: 2 }],
  ['a refused claim', { facts: [{ fact: 'refused_claim' }] }, { refused_claims: 1 }],
  ['a take-over', { facts: [{ fact: 'took_over' }] }, { take_overs: 1 }],
  ['a duplicate', { facts: [{ fact: 'ignored', why: 'duplicate' }] }, { duplicates_ignored: 1 }],
  ['a stale answer', { facts: [{ fact: 'ignored', why: 'stale' }] }, {}],
  ['a replayed 202', { facts: [{ fact: 'replayed' }] }, { replayed: 1 }],
  ['a reconnection', { facts: [{ fact: 'reconnected' }] }, { reconnects: 1 }],
  ['events applied', { facts: [{ fact: 'applied' }, { fact: 'applied' }] }, { browser_applied: 2 }],
])('%s', (_what, some, expected) => {
  const once = Object.entries(countersOf([record(some)])).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(once)).toEqual(expected);
  const twice = countersOf([record(some), record({}), record(some)]);
  for (const [counter, count] of Object.entries(expected)) expect(twice[counter as Counter]).toBe(count * 2);
});
