// What each remedy of the schema refuses, reached by the service's own statements where they can get there:
// alone it refuses what its name says, and without it nothing else in the schema does.

import { describe, expect, test } from 'vitest';
import type { ConstraintName } from '../../src/system/schema';
import { allConstraints, type Database, openDatabase, type Opening } from './database';
import { append, claim, complete, decide, exhaust, plan, propose, stage, start, submit } from './history';

async function staged(opening: Opening): Promise<Database> {
  const database = await openDatabase(opening);
  stage(database);
  return database;
}

/** For each remedy: what it stands in the way of, given that nothing else does. */
const REFUSED: Readonly<
  Record<ConstraintName, Opening & { does: (database: Database) => void; with: RegExp }>
> = {
  runs_one_per_key: {
    does(database) {
      submit(database, 'run_1', { key: 'k' });
      submit(database, 'run_2', { key: 'k' });
    },
    with: /UNIQUE constraint failed: runs\.principal, runs\.idempotency_key/,
  },
  runs_transition: {
    fragments: { still_exhausted: '1' },
    does(database) {
      submit(database, 'run_1');
      exhaust(database, 'run_1');
    },
    with: /runs_transition/,
  },
  runs_owned: {
    does(database) {
      submit(database, 'run_1');
      claim(database, 'run_1');
      database.execute(`UPDATE runs SET owner=NULL WHERE run_id='run_1'`);
    },
    with: /runs_owned/,
  },
  runs_final: {
    fragments: { still_exhausted: '1' },
    does(database) {
      complete(database, 'run_1');
      exhaust(database, 'run_1');
    },
    with: /runs_final/,
  },
  runs_cancel_latch: {
    does(database) {
      submit(database, 'run_1');
      database.run('cancel_flag', { run_id: 'run_1' });
      database.execute(`UPDATE runs SET cancel_requested=0 WHERE run_id='run_1'`);
    },
    with: /runs_cancel_latch/,
  },
  runs_retained: {
    does(database) {
      complete(database, 'run_1');
      database.run('raise_minimum', { run_id: 'run_1', minimum: 3 });
      database.execute(`UPDATE runs SET min_retained_seq=2 WHERE run_id='run_1'`);
    },
    with: /runs_retained/,
  },
  events_immutable: {
    does(database) {
      submit(database, 'run_1');
      database.run('grow_event', { run_id: 'run_1', seq: 1, payload: '{}' });
    },
    with: /events_immutable/,
  },
  events_retention: {
    does(database) {
      complete(database, 'run_1');
      database.run('delete_prefix', { run_id: 'run_1', minimum: 3 });
    },
    with: /events_retention/,
  },
  runs_fence_grows: {
    does(database) {
      submit(database, 'run_1');
      claim(database, 'run_1');
      database.execute(`UPDATE runs SET fence=fence-1 WHERE run_id='run_1'`);
    },
    with: /runs_fence_grows/,
  },
  runs_budget: {
    does(database) {
      submit(database, 'run_1');
      database.execute(`UPDATE runs SET budget_attempts=budget_attempts+1 WHERE run_id='run_1'`);
    },
    with: /runs_budget/,
  },
  events_one_per_seq: {
    does(database) {
      submit(database, 'run_1');
      database.execute(`INSERT INTO events(run_id,seq,twin,type,actor,payload,created_at)
        VALUES('run_1',1,1,'text.delta','worker-1','{}',0)`);
    },
    with: /UNIQUE constraint failed: events\.run_id, events\.seq$/,
  },
  events_dense: {
    does(database) {
      submit(database, 'run_1');
      const event = { run_id: 'run_1', type: 'text.delta', attempt_id: null, fence: null, payload: '{}' };
      database.run('insert_event', { ...event, seq: 3 });
    },
    with: /events_dense/,
  },
  events_one_terminal: {
    does(database) {
      complete(database, 'run_1');
      append(database, 'run_1', 'run.cancelled');
    },
    with: /UNIQUE constraint failed: events\.run_id$/,
  },
  events_closed: {
    does(database) {
      complete(database, 'run_1');
      append(database, 'run_1', 'text.delta');
    },
    with: /events_closed/,
  },
  orders_never_over: {
    fragments: { refundable: '1' },
    does(database) {
      submit(database, 'run_1');
      const fence = claim(database, 'run_1');
      start(database, 'run_1', plan(database, 'run_1', fence, { amount_cents: 10_001 }), fence);
    },
    with: /orders_never_over/,
  },
  operations_one_per_step: {
    fragments: { operation_id: `'op_'||:actor||'_'||:call` },
    does(database) {
      submit(database, 'run_1');
      const fence = claim(database, 'run_1');
      plan(database, 'run_1', fence, { call: 1 });
      plan(database, 'run_1', fence, { call: 2 });
    },
    with: /UNIQUE constraint failed: operations\.run_id, operations\.step_key/,
  },
  approvals_one_pending: {
    does(database) {
      submit(database, 'run_1');
      const asked = { run_id: 'run_1', operation_id: 'op_1', digest: 'd1', expires_at: 1 };
      database.run('request_approval', { ...asked, approval_id: 'apr_1' });
      database.run('request_approval', { ...asked, approval_id: 'apr_2' });
    },
    with: /UNIQUE constraint failed: approvals\.run_id/,
  },
  approvals_write_once: {
    fragments: { undecided: `status IN ('pending','approved','rejected')` },
    does(database) {
      submit(database, 'run_1');
      const approval_id = propose(database, 'run_1', claim(database, 'run_1'));
      decide(database, approval_id, 'approved');
      decide(database, approval_id, 'rejected');
    },
    with: /approvals_write_once/,
  },
};

describe.each(Object.entries(REFUSED))('%s', (name, { does, with: message, fragments = {} }) => {
  test('refuses what its name says, with no other remedy in place', async () => {
    const database = await staged({ constraints: [name as ConstraintName], fragments });
    expect(() => does(database)).toThrow(message);
  });

  test('left out, nothing refuses it: it is the only line of defence in the schema', async () => {
    const rest = allConstraints.filter((other) => other !== name && !OVERLAP[other]?.includes(name));
    const database = await staged({ constraints: rest, fragments });
    expect(() => does(database)).not.toThrow();
  });
});

test('runs_owned refuses an owner of a run that nobody works on, and one without a lease', async () => {
  const database = await staged({ constraints: ['runs_owned'] });
  submit(database, 'run_1');
  expect(() => database.execute(`UPDATE runs SET owner='worker-1', lease_until=1`)).toThrow(/runs_owned/);
  expect(() => database.execute(`UPDATE runs SET status='running', owner='worker-1'`)).toThrow(/runs_owned/);
});

/** Remedies that stand behind others: these also refuse what those do. */
const OVERLAP: Readonly<Record<string, readonly string[]>> = {
  events_closed: ['runs_final', 'events_one_terminal'],
  events_one_terminal: ['runs_final'],
};
