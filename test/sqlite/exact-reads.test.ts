// What is recorded is not just everything: the reads of the statements that the first scenarios run, exactly.
// Keys where a row is found by its key, ranges where an index is searched, and those of triggers, unique
// indexes and subqueries with them.

import { describe, expect, test } from 'vitest';
import { withChanges } from '../../src/kernel/rows';
import type { Change, Parameters, Read, Row } from '../../src/kernel/store';
import { openStore } from '../../src/sqlite/open';
import { outcomeOf } from './completeness';
import { constraints, tables } from './service-schema';
import { safeStatements } from './service-statements';
import { propertyQueries } from './service-properties';
import { observed } from './service-schema';
import { sqlite } from './worlds';

const schema = [...tables, ...constraints, ...observed];
const statements = { ...safeStatements, ...propertyQueries };
const store = openStore(sqlite, schema, statements);
/** Another database of the schema, which takes over what the first has found out. */
const second = openStore(sqlite, schema, statements);

const ENDINGS = ['run.succeeded', 'run.failed', 'run.cancelled', 'run.interrupted'];

const run: Row = {
  ...{ run_id: 'run_1', conversation_id: 'conv_1', principal: 'alice', idempotency_key: 'k1' },
  ...{ request_fingerprint: 'f', request_body: '{}', status: 'running', version: 2, owner: 'worker-1' },
  ...{ lease_until: 30, fence: 1, attempt_id: 'run_1.a1', cancel_requested: 0, budget_attempts: 2 },
  ...{ budget_steps: 9, available_at: 0, last_seq: 2, min_retained_seq: 1, resumes: null, result: null },
  ...{ failure_code: null, created_at: 0, updated_at: 0, finished_at: null },
};

const operation: Row = {
  ...{ operation_id: 'op_run_1_s1', run_id: 'run_1', step_key: 's1', kind: 'refund', order_id: 'ord_1' },
  ...{ amount_cents: 10, currency: 'EUR', request_digest: 'd', requires_approval: 0, status: 'planned' },
  ...{ started_fence: null, provider_ref: null, error_code: null, created_at: 0, started_at: null },
  settled_at: null,
};

const laid = (table: string, key: string, after: Row): Change => ({ table, key, before: null, after });

const world = withChanges({}, [laid('runs', 'run_1', run), laid('operations', 'op_run_1_s1', operation)]);

const key = (table: string, name: string): Read => ({ table, key: name });

const equal = (table: string, index: string, at: Row, where?: Record<string, string[] | number[]>): Read => ({
  ...{ table, index, from: at, to: at },
  ...(where && { where }),
});

const ids = { now: 5, run_id: 'run_1', operation_id: 'op_run_1_s1', step_key: 's1', order_id: 'ord_1' };
const held = { ...ids, owner: 'worker-1', fence: 1, version: 2, ttl: 30 };

const theRun = key('runs', 'run_1');
const theOperation = key('operations', 'op_run_1_s1');
const operationsOfRun = equal('operations', 'operations_one_per_step', { run_id: 'run_1' });

const expected: readonly (readonly [string, Parameters, readonly Read[]])[] = [
  ['read_run', ids, [theRun]],
  ['advance', ids, [theRun]],
  ['claim', held, [theRun]],
  ['renew', held, [theRun]],
  [
    'find_key',
    { principal: 'alice', key: 'k1' },
    [equal('runs', 'runs_one_per_key', { principal: 'alice', idempotency_key: 'k1' })],
  ],
  ['next_queued', ids, [equal('runs', 'runs_by_state', { status: 'queued' })]],
  [
    'read_unsent',
    ids,
    [{ table: 'outbox', index: 'outbox_unsent', from: null, to: null, where: { sent: [0] } }],
  ],
  ['mark', { now: 5, message_id: 'run_1:1:runs.dispatch' }, [key('outbox', 'run_1:1:runs.dispatch')]],
  [
    'insert_outbox',
    { ...ids, seq: 1, topic: 'runs.dispatch', type: 'run.created', payload: '{}', available_at: 0 },
    [key('outbox', 'run_1:1:runs.dispatch')],
  ],
  [
    // Its row, the unique indexes that might refuse it, and what the two triggers look at.
    'insert_event',
    { ...ids, seq: 2, type: 'text.delta', attempt_id: null, fence: 1, actor: 'worker-1', payload: '{}' },
    [
      equal('events', 'events_one_terminal', { run_id: 'run_1' }, { type: ENDINGS }),
      equal('events', 'events_one_per_seq', { run_id: 'run_1', seq: 2 }),
      key('events', 'run_1/2/0'),
      equal('events', 'events_by_type', { run_id: 'run_1' }, { type: ENDINGS }),
      theRun,
    ],
  ],
  ['take_over', held, [theRun, operationsOfRun]],
  ['finish_succeeded', { ...held, result: '{}' }, [theRun, operationsOfRun]],
  [
    'plan_operation',
    { ...held, amount_cents: 10, currency: 'EUR', digest: 'd', requires_approval: 0 },
    [
      theRun,
      equal('operations', 'operations_one_per_step', { run_id: 'run_1', step_key: 's1' }),
      theOperation,
    ],
  ],
  [
    // The run is found by what the operation's row says.
    'operation_start',
    held,
    [theOperation, theRun, equal('approvals', 'approvals_by_operation', { operation_id: 'op_run_1_s1' })],
  ],
  [
    // There is no such operation, so nobody asks for a run.
    'operation_start',
    { ...held, operation_id: 'op_none' },
    [key('operations', 'op_none'), equal('approvals', 'approvals_by_operation', { operation_id: 'op_none' })],
  ],
  [
    'page',
    { run_id: 'run_1', after_seq: 3, limit: 100 },
    [
      {
        table: 'events',
        index: 'events_one_per_seq',
        from: { run_id: 'run_1', seq: 3 },
        to: { run_id: 'run_1' },
      },
    ],
  ],
  [
    'delete_prefix',
    { run_id: 'run_1', minimum: 3 },
    [
      {
        table: 'events',
        index: 'events_one_per_seq',
        from: { run_id: 'run_1' },
        to: { run_id: 'run_1', seq: 3 },
      },
      theRun,
      equal('compactions', 'compactions.key', { run_id: 'run_1' }),
    ],
  ],
  ['inbox_accept', { consumer: 'notifier', message_id: 'm' }, [key('inbox', 'notifier/m')]],
  [
    'S05',
    { run_id: 'run_1', seq: 2 },
    [
      equal('events', 'events_one_per_seq', { run_id: 'run_1', seq: 2 }),
      equal('now_procedures', 'now_procedures_by_run', { run_id: 'run_1' }),
      theRun,
      equal('events', 'events_one_per_seq', { run_id: 'run_1', seq: 1 }),
      key('compactions', 'run_1/1'),
    ],
  ],
  [
    'S26',
    { operation_id: 'op_run_1_s1' },
    [
      theOperation,
      equal('now_procedures', 'now_procedures_by_run', { run_id: 'run_1' }),
      theRun,
      equal('events', 'events_by_type', { run_id: 'run_1', type: 'refund.committed' }),
    ],
  ],
];

test('a statement comes to the same in every database of its schema', () => {
  for (const [name, parameters] of expected) {
    expect(outcomeOf(second, world, name, parameters)).toEqual(outcomeOf(store, world, name, parameters));
  }
});

describe('the reads of a statement are', () => {
  test.each(expected)('%s %o', (name, parameters, reads) => {
    const sorted = (list: readonly Read[]): readonly string[] =>
      list.map((read) => JSON.stringify(read)).toSorted();
    for (const one of [store, second]) {
      const recorded = outcomeOf(one, world, name, parameters).reads;
      expect(sorted(recorded)).toEqual(sorted(reads));
    }
  });

  test('no more than the whole of a table, and of few: only lists of keys and one conversation', () => {
    const whole = (name: string, text: string): boolean => {
      const names = [...text.matchAll(/:([a-z_]\w*)/g)].map((match) => match[1] ?? '');
      const parameters = Object.fromEntries(names.map((parameter) => [parameter, 'x']));
      const { reads } = outcomeOf(store, world, name, {
        ...parameters,
        now: 1,
        limit: 1,
        seq: 1,
        after_seq: 1,
      });
      return reads.some((read) => 'from' in read && read.from === null && read.where === undefined);
    };
    const found = Object.entries(statements).flatMap(([name, text]) => (whole(name, text) ? [name] : []));
    const allowed = Object.keys(propertyQueries).filter((name) => name.endsWith('_keys'));
    expect(found.filter((name) => !allowed.includes(name))).toEqual(['read_messages', 'S27']);
  });
});
