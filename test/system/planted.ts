// One world in which all is well, and for every property the least that makes it untrue. What is laid in is
// what a person would see; how a service comes to do so is told by scenarios.

import { type Database, openDatabase } from './database';
import { append, claim, complete, stage, submit, takeOver } from './history';

/** run_1 has ended well and is seen by browser-1; run_2 waits in the queue and is seen by browser-2. */
export async function healthy(): Promise<Database> {
  const database = await openDatabase({ constraints: [] });
  stage(database);
  complete(database, 'run_1');
  submit(database, 'run_2');
  for (const text of [
    `INSERT INTO mon_submissions VALUES('browser-1','d1',1)`,
    `INSERT INTO mon_accepted VALUES('run_1','alice','f1')`,
    `INSERT INTO mon_runs(run_id,ended_as,allowed) VALUES('run_1','succeeded',3),('run_2',NULL,3)`,
    `INSERT INTO mon_history VALUES('run_2',1,0)`,
    `INSERT INTO mon_effects VALUES('op_run_1_s1','run_1','s1','ord_1',2500,'d1',1)`,
    `INSERT INTO mon_orders VALUES('ord_1',2500)`,
    `INSERT INTO mon_applied(browser,incarnation,run_id,last_seq) VALUES('browser-1',1,'run_1',6)`,
    `INSERT INTO now_views VALUES('browser-1',1,'run_1','DONE',6,6,'v6',0),('browser-2',1,'run_2','LIVE',1,1,'w1',0)`,
    `INSERT INTO now_connections VALUES('browser-2.c1','browser-2','run_2',3,4)`,
    `INSERT INTO now_folds VALUES('run_1',6,'v6'),('run_2',1,'w1')`,
  ]) {
    database.execute(text);
  }
  return database;
}

/** What makes a property untrue, and what would still excuse it. */
interface Planted {
  readonly does: (database: Database) => void;
  readonly key: Readonly<Record<string, string | number>>;
  /** A row of `now_procedures` under which nothing is lost yet. */
  readonly excuse?: string;
}

const lay =
  (...texts: readonly string[]) =>
  (database: Database): void =>
    texts.forEach((text) => void database.execute(text));

export const writing = (run: string): string =>
  `INSERT INTO now_procedures VALUES('worker-1','','worker.work','${run}',1)`;
const accepting = (run: string): string =>
  `INSERT INTO now_procedures VALUES('api','r','api.accept','${run}',0)`;

const VIEW_1 = { browser: 'browser-1', incarnation: 1, run_id: 'run_1' };
const VIEW_2 = { browser: 'browser-2', incarnation: 1, run_id: 'run_2' };

/** run_2 has ended in this way, and its log says so. */
const ended =
  (status: string, ...texts: readonly string[]) =>
  (database: Database): void => {
    append(database, 'run_2', `run.${status}`);
    lay(`UPDATE runs SET status='${status}' WHERE run_id='run_2'`, ...texts)(database);
  };

const asked = (
  text: string,
): string => `INSERT INTO approvals(approval_id,run_id,operation_id,proposal_digest,
  requested_at,expires_at,status,decided_by) VALUES('apr_1','run_1','op_run_1_s1','d1',0,1,${text})`;

const ASSIGNED = `INSERT INTO approval_assignees VALUES('apr_1','bob')`;

export const PLANTED: Readonly<Record<string, Planted>> = {
  S01: { does: lay(`UPDATE mon_submissions SET runs=2`), key: { browser: 'browser-1', draft: 'd1' } },
  S02: { does: lay(`INSERT INTO mon_accepted VALUES('run_1','bob','f1')`), key: { run_id: 'run_1' } },
  S03: {
    does: lay(`INSERT INTO mon_accepted VALUES('run_9','alice','f1')`),
    key: { run_id: 'run_9' },
    excuse: accepting('run_9'),
  },
  S04: {
    does: (database) => void append(database, 'run_2', 'attempt.started', { fence: 1 }),
    key: { run_id: 'run_2' },
    excuse: writing('run_2'),
  },
  S05: {
    does: lay(`DELETE FROM events WHERE run_id='run_1' AND seq=3`),
    key: { run_id: 'run_1', seq: 4 },
    excuse: writing('run_1'),
  },
  S06: { does: lay(`INSERT INTO mon_history VALUES('run_1',4,3)`), key: { run_id: 'run_1' } },
  S07: { does: (database) => void append(database, 'run_1', 'text.delta'), key: { run_id: 'run_1' } },
  S10: {
    does(database) {
      claim(database, 'run_2');
      database.now = 30_000;
      takeOver(database, 'run_2');
      const seq = Number(database.run('advance', { run_id: 'run_2' })[0]?.['seq']);
      const event = { run_id: 'run_2', seq, type: 'text.delta', attempt_id: 'run_2.a1', fence: 1 };
      database.run('insert_event', { ...event, payload: '{}' });
    },
    key: { run_id: 'run_2', seq: 5 },
  },
  S12: { does: lay(`UPDATE mon_runs SET losses=4 WHERE run_id='run_2'`), key: { run_id: 'run_2' } },
  S13: { does: ended('cancelled'), key: { run_id: 'run_2' } },
  S14: {
    does: ended(
      'cancelled',
      `UPDATE mon_runs SET cancel_asked=1`,
      `INSERT INTO mon_effects VALUES('op_run_2_s1','run_2','s1','ord_1',100,'d1',1)`,
      // Somebody may still settle it: what is untrue is that it was cancelled.
      writing('run_2'),
    ),
    key: { run_id: 'run_2' },
  },
  S15: {
    does: lay(`INSERT INTO operations(operation_id,run_id,step_key,kind,order_id,amount_cents,currency,
      request_digest,requires_approval,status,created_at)
      VALUES('op_run_1_s2','run_1','s2','refund','ord_1',100,'EUR','d2',0,'unknown',0)`),
    key: { run_id: 'run_1' },
  },
  S16: {
    does: ended('succeeded', `UPDATE runs SET cancel_requested=1 WHERE run_id='run_2'`),
    key: { run_id: 'run_2' },
  },
  S17: { does: lay(asked(`'pending',NULL`)), key: { run_id: 'run_1' }, excuse: writing('run_1') },
  S18: {
    does: lay(asked(`'approved','bob'`), ASSIGNED, `INSERT INTO mon_decisions VALUES('apr_1','rejected',0)`),
    key: { approval_id: 'apr_1' },
  },
  S19: { does: lay(`UPDATE operations SET requires_approval=1`), key: { operation_id: 'op_run_1_s1' } },
  S20: { does: lay(asked(`'approved','alice'`), ASSIGNED), key: { approval_id: 'apr_1' } },
  S21: {
    does: lay(`UPDATE mon_effects SET effects=2`),
    key: { run_id: 'run_1', step_key: 's1' },
  },
  S22: { does: lay(`UPDATE mon_effects SET amount_cents=2400`), key: { operation_id: 'op_run_1_s1' } },
  S23: { does: lay(`UPDATE mon_orders SET paid_cents=10001`), key: { order_id: 'ord_1' } },
  S24: { does: lay(`UPDATE orders SET refunded_cents=0`), key: { order_id: 'ord_1' } },
  S25: {
    does: lay(`INSERT INTO mon_effects VALUES('op_run_2_s1','run_2','s1','ord_1',2500,'d1',1)`),
    key: { operation_id: 'op_run_2_s1' },
    excuse: writing('run_2'),
  },
  S26: {
    does: lay(`UPDATE events SET type='text.delta' WHERE type='refund.committed'`),
    key: { operation_id: 'op_run_1_s1' },
    excuse: writing('run_1'),
  },
  S27: {
    does: lay(`UPDATE outbox SET sent=1 WHERE run_id='run_2'`),
    key: { run_id: 'run_2' },
    excuse: writing('run_2'),
  },
  S28: {
    does: lay(`INSERT INTO now_messages VALUES('run_9:1:runs.dispatch','runs.dispatch','run_9',1,0)`),
    key: { message_id: 'run_9:1:runs.dispatch' },
    excuse: accepting('run_9'),
  },
  S29: {
    does: lay(
      `INSERT INTO notices VALUES('run_1:6:runs.notify',1,'run_1','run.succeeded')`,
      `INSERT INTO notices VALUES('run_1:6:runs.notify',2,'run_1','run.succeeded')`,
    ),
    key: { message_id: 'run_1:6:runs.notify' },
  },
  S30: { does: lay(`INSERT INTO mon_notices VALUES('run_1',6,1)`), key: { run_id: 'run_1' } },
  S31: {
    does: lay(`UPDATE now_views SET cursor=2, applied_seq=2 WHERE browser='browser-2'`),
    key: VIEW_2,
    excuse: writing('run_2'),
  },
  S33: { does: lay(`UPDATE mon_applied SET gap=1`), key: VIEW_1 },
  S34: { does: lay(`UPDATE mon_applied SET foreign_run=1`), key: VIEW_1 },
  S35: {
    does: lay(`UPDATE now_views SET cursor=7 WHERE browser='browser-1'`),
    key: VIEW_1,
    excuse: `INSERT INTO now_procedures VALUES('browser-1','','browser.accept','run_1',0)`,
  },
  S36: {
    does: lay(
      `UPDATE runs SET status='running' WHERE run_id='run_2'`,
      `UPDATE events SET type='attempt.started', fence=1 WHERE run_id='run_2'`,
      `UPDATE now_views SET state='DONE' WHERE browser='browser-2'`,
    ),
    key: VIEW_2,
    excuse: writing('run_2'),
  },
  S37: { does: lay(`UPDATE mon_applied SET skipped=1`), key: VIEW_1 },
  S38: {
    does: lay(`INSERT INTO mon_leaks VALUES('mallory','read','run_1')`),
    key: { principal: 'mallory', endpoint: 'read', run_id: 'run_1' },
  },
  S38b: {
    does: lay(`INSERT INTO mon_probes VALUES('mallory','read','403','404')`),
    key: { principal: 'mallory', endpoint: 'read' },
  },
  S39: {
    does: lay(`UPDATE now_connections SET buffered=5`),
    key: { conn_id: 'browser-2.c1' },
  },
  S40: { does: lay(`UPDATE now_views SET digest='v5' WHERE browser='browser-1'`), key: VIEW_1 },
  L8: { does: lay(`UPDATE now_views SET attempts=8 WHERE browser='browser-1'`), key: VIEW_1 },
};
