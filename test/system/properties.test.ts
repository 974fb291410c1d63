// Each property alone finds what was planted for it, waits while something may put it right, and is judged at
// quiet where it speaks of the end.

import { describe, expect, test } from 'vitest';
import { definition, judge, judgeEventually } from '../../src/kernel/property';
import { properties } from '../../src/system/catalog';
import { toProperty } from '../../src/system/properties/property-source';
import type { Database } from './database';
import { append, claim, propose, submit, takeOver } from './history';
import { healthy, PLANTED, writing } from './planted';

const always = properties.filter((property) => property.kind === 'always').map(toProperty);

const untrue = (database: Database): readonly unknown[] =>
  always.flatMap((property) =>
    definition(property, database.run).map((key) => ({ property: property.id, key: { ...key } })),
  );

describe('where all is well', () => {
  test('no property finds anything, and no key is suspected', async () => {
    const database = await healthy();
    expect(untrue(database)).toEqual([]);
    for (const { id, keys, suspicion } of always) {
      const suspected = database
        .run(keys, {})
        .filter((key) => suspicion && database.run(suspicion, key).length > 0);
      expect(suspected, id).toEqual([]);
    }
  });

  test('every property of the list has a planted row, or is judged at quiet', () => {
    expect(Object.keys(PLANTED)).toEqual(always.map(({ id }) => id));
  });
});

describe.each(Object.entries(PLANTED))('%s', (id, { does, key, excuse }) => {
  test('alone finds what was planted, at its key', async () => {
    const database = await healthy();
    does(database);
    expect(untrue(database)).toEqual([{ property: id, key }]);
  });

  if (excuse === undefined) return;
  test('waits while something is under way that may put it right, and no longer', async () => {
    const database = await healthy();
    does(database);
    database.execute(excuse);
    expect(untrue(database)).toEqual([]);
    const property = always.find((one) => one.id === id)!;
    const row = database.execute(`SELECT * FROM now_procedures`)[0]!;
    const known =
      property.suspicion === undefined ? {} : { [id]: { [JSON.stringify(key)]: 'suspected' as const } };
    database.execute(`DELETE FROM now_procedures`);
    const change = { table: 'now_procedures', key: '', before: row, after: null };
    const { verdicts } = judge([property], known, [change], 'now_procedures', database.run);
    expect(verdicts).toEqual([{ property: id, key, from: 'holds', to: 'violated' }]);
  });

  test('is not excused by somebody who only reads', async () => {
    const database = await healthy();
    does(database);
    for (const about of ['run_1', 'run_2', 'run_9']) {
      database.execute(`INSERT INTO now_procedures VALUES('api','${about}','api.read','${about}',0)`);
    }
    expect(untrue(database)).toEqual([{ property: id, key }]);
  });
});

describe('a story that is only partly kept', () => {
  test('S04 finds nothing where retention has removed every event that tells a status', async () => {
    const database = await healthy();
    claim(database, 'run_2');
    append(database, 'run_2', 'text.delta');
    database.execute(`DELETE FROM events WHERE run_id='run_2' AND seq<3`);
    database.execute(`UPDATE runs SET min_retained_seq=3 WHERE run_id='run_2'`);
    expect(untrue(database)).toEqual([]);
  });

  test('S04 finds a run without any event', async () => {
    const database = await healthy();
    database.execute(`DELETE FROM events WHERE run_id='run_2'`);
    expect(untrue(database)).toEqual([{ property: 'S04', key: { run_id: 'run_2' } }]);
  });

  test('S05 finds nothing below retention, nor in a hole that compaction has declared', async () => {
    const database = await healthy();
    database.execute(`DELETE FROM events WHERE run_id='run_1' AND seq=3`);
    database.execute(`INSERT INTO compactions VALUES('run_1',3,3,'m1')`);
    expect(untrue(database)).toEqual([]);
    database.execute(`DELETE FROM compactions`);
    database.execute(`UPDATE runs SET min_retained_seq=4 WHERE run_id='run_1'`);
    expect(untrue(database)).toEqual([]);
  });

  test('S05 finds a position taken twice whatever is under way', async () => {
    const database = await healthy();
    database.execute(`INSERT INTO events(run_id,seq,twin,type,actor,payload,created_at)
      VALUES('run_1',3,1,'text.delta','worker-1','{}',0)`);
    database.execute(writing('run_1'));
    expect(untrue(database)).toEqual([{ property: 'S05', key: { run_id: 'run_1', seq: 3 } }]);
  });

  test('S26 finds nothing where the telling was removed by retention', async () => {
    const database = await healthy();
    database.execute(`DELETE FROM events WHERE run_id='run_1' AND seq<5`);
    database.execute(`UPDATE runs SET min_retained_seq=5 WHERE run_id='run_1'`);
    expect(untrue(database)).toEqual([]);
  });
});

test('S31 finds a view of a run that does not exist', async () => {
  const database = await healthy();
  database.execute(`INSERT INTO now_views VALUES('browser-3',1,'run_9','LIVE',1,1,'x',0)`);
  const key = { browser: 'browser-3', incarnation: 1, run_id: 'run_9' };
  expect(untrue(database)).toEqual([{ property: 'S31', key }]);
});

test('S18 finds a person who was told another thing before, whatever the row says now', async () => {
  const database = await healthy();
  PLANTED['S18']!.does(database);
  database.execute(`UPDATE mon_decisions SET told='approved', contradicted=1`);
  expect(untrue(database)).toEqual([{ property: 'S18', key: { approval_id: 'apr_1' } }]);
  database.execute(`UPDATE mon_decisions SET contradicted=0`);
  expect(untrue(database)).toEqual([]);
});

test('S19 finds nothing where what was paid is what was approved, and something where it is not', async () => {
  const database = await healthy();
  database.execute(`UPDATE operations SET requires_approval=1`);
  PLANTED['S20']!.does(database);
  database.execute(`UPDATE approvals SET decided_by='bob'`);
  expect(untrue(database)).toEqual([]);
  database.execute(`UPDATE approvals SET proposal_digest='d2'`);
  expect(untrue(database)).toEqual([{ property: 'S19', key: { operation_id: 'op_run_1_s1' } }]);
});

test('S20 finds a decision of somebody who was not asked', async () => {
  const database = await healthy();
  PLANTED['S20']!.does(database);
  for (const [person, count] of [
    ['carol', 1],
    ['bob', 0],
  ] as const) {
    database.execute(`UPDATE approvals SET decided_by='${person}'`);
    expect(untrue(database), person).toHaveLength(count);
  }
});

describe('S27', () => {
  test.each([
    ['a message in the broker', `INSERT INTO now_messages VALUES('m','runs.dispatch','run_2',1,0)`],
    ['a message in delivery', `INSERT INTO now_messages VALUES('m','runs.dispatch','run_2',0,1)`],
    ['a task that a second store keeps', `INSERT INTO cached_tasks VALUES('cache','run_2:1','run_2',1)`],
    ['a worker that polls', `INSERT INTO now_pollers VALUES('worker-1')`],
  ])('is content with %s', async (_what, text) => {
    const database = await healthy();
    database.execute(`UPDATE outbox SET sent=1 WHERE run_id='run_2'`);
    database.execute(text);
    expect(untrue(database)).toEqual([]);
  });
});

describe('at quiet', () => {
  const eventually = properties.filter((property) => property.kind === 'eventually').map(toProperty);
  const verdicts = (database: Database): Readonly<Record<string, string>> =>
    Object.fromEntries(eventually.map((property) => [property.id, judgeEventually(property, database.run)]));

  test('a run that never ends and a message that never leaves are found', async () => {
    expect(verdicts(await healthy())).toEqual({
      ...{ L1: 'violated', L2: 'holds', L3: 'holds', L5: 'holds', L6: 'violated', L7: 'holds', L10: 'holds' },
    });
  });

  test('all is well once every run has ended', async () => {
    const database = await healthy();
    database.execute(`UPDATE outbox SET sent=1`);
    database.execute(`UPDATE runs SET status='failed' WHERE run_id='run_2'`);
    expect(verdicts(database)).toEqual({
      ...{ L1: 'holds', L2: 'holds', L3: 'holds', L5: 'holds', L6: 'holds', L7: 'holds', L10: 'holds' },
    });
  });

  test('what was sent and is not settled is found', async () => {
    const database = await healthy();
    for (const status of ['started', 'unknown']) {
      database.execute(`UPDATE operations SET status=:status`, { status });
      expect(verdicts(database)['L5'], status).toBe('violated');
    }
    database.execute(`UPDATE operations SET status='failed'`);
    expect(verdicts(database)['L5']).toBe('holds');
  });

  test('a run is held by nobody for ever: its lease is over, or has no end', async () => {
    const database = await healthy();
    claim(database, 'run_2');
    expect(verdicts(database)['L2']).toBe('holds');
    database.now = 30_000;
    expect(verdicts(database)['L2']).toBe('violated');
    takeOver(database, 'run_2');
    expect(verdicts(database)['L2']).toBe('holds');
    database.execute(`UPDATE runs SET lease_until=NULL WHERE run_id='run_2'`);
    expect(verdicts(database)['L2']).toBe('violated');
  });

  test('a run that waits for a person is open, beside one that waits for nobody violated', async () => {
    const database = await healthy();
    database.execute(`UPDATE outbox SET sent=1`);
    propose(database, 'run_2', claim(database, 'run_2'));
    expect(verdicts(database)['L1']).toBe('open');
    submit(database, 'run_3');
    expect(verdicts(database)['L1']).toBe('violated');
  });

  test('a question about a run that does not wait for it excuses nothing', async () => {
    const database = await healthy();
    propose(database, 'run_2', claim(database, 'run_2'));
    database.execute(`UPDATE runs SET status='queued' WHERE run_id='run_2'`);
    expect(verdicts(database)['L1']).toBe('violated');
  });

  test('a request to cancel is not answered while its run goes on, and is once that has ended', async () => {
    const database = await healthy();
    database.execute(`UPDATE runs SET cancel_requested=1 WHERE run_id='run_2'`);
    expect(verdicts(database)['L3']).toBe('violated');
    database.execute(`UPDATE runs SET status='cancelled' WHERE run_id='run_2'`);
    expect(verdicts(database)['L3']).toBe('holds');
  });

  test('a notice that was never sent has not arrived, even of a run that has ended', async () => {
    const database = await healthy();
    database.execute(`DELETE FROM outbox`);
    database.execute(`INSERT INTO outbox(message_id,run_id,seq,topic,type,payload,created_at)
      VALUES('run_1:6:runs.notify','run_1',6,'runs.notify','run.succeeded','{}',0)`);
    expect(verdicts(database)['L6']).toBe('violated');
  });

  test('a message has not arrived while its run is queued: not when marked as sent, not when in the broker', async () => {
    const database = await healthy();
    database.execute(`UPDATE outbox SET sent=1`);
    expect(verdicts(database)['L6']).toBe('violated');
    database.execute(`DELETE FROM outbox`);
    expect(verdicts(database)['L6']).toBe('holds');
    database.execute(`INSERT INTO now_messages VALUES('m','runs.dispatch','run_2',0,1)`);
    expect(verdicts(database)['L6']).toBe('violated');
    claim(database, 'run_2');
    expect(verdicts(database)['L6']).toBe('holds');
  });

  test.each([
    ['LIVE', 'violated'],
    ['RECOVERING/page', 'violated'],
    ['RECOVERING/resync', 'violated'],
    ['RECOVERY_UNKNOWN', 'holds'],
    ['DONE', 'holds'],
  ])('a view that is %s and behind: L7 %s', async (state, verdict) => {
    const database = await healthy();
    database.execute(`UPDATE now_views SET state='${state}', cursor=0 WHERE browser='browser-2'`);
    expect(verdicts(database)['L7']).toBe(verdict);
  });

  test.each([
    ['', 0, 'holds'],
    ['', 1, 'violated'],
    ['v0', 0, 'violated'],
  ])('a page at 0 that shows %j after %i attempts: L7 %s', async (digest, attempts, verdict) => {
    const database = await healthy();
    const page = `'RECOVERING/page',0,0,'${digest}',${String(attempts)}`;
    database.execute(`INSERT INTO now_views VALUES('browser-3',1,'run_1',${page})`);
    expect(verdicts(database)['L7']).toBe(verdict);
  });

  test.each([
    [6, 'v6', 'holds'],
    [6, 'other', 'violated'],
    [5, 'other', 'holds'],
  ])('another view of the run at %i that shows %s: L10 %s', async (cursor, digest, verdict) => {
    const database = await healthy();
    database.execute(
      `INSERT INTO now_views VALUES('browser-3',1,'run_1','RECOVERY_UNKNOWN',${String(cursor)},${String(cursor)},'${digest}',0)`,
    );
    expect(verdicts(database)['L10']).toBe(verdict);
  });
});
