// How far readers have been told of a log, and the first event that was written over after that (S06). Nothing but
// a text grows in any design, so it is the place of the last delta that counts: what stands behind it cannot be
// written over, and need not be remembered.

import { factsOf, members, type MonitorSource } from './monitor-source';

export const monHistory: MonitorSource = {
  table: 'mon_history',
  schema: [
    `CREATE TABLE mon_history (run_id TEXT PRIMARY KEY NOT NULL, told_seq INTEGER NOT NULL DEFAULT 0,
      rewritten_seq INTEGER NOT NULL DEFAULT 0) STRICT`,
  ],
  statements: {
    'mon_history.tell': `INSERT INTO mon_history(run_id,told_seq) VALUES(:run_id,:seq)
      ON CONFLICT(run_id) DO UPDATE SET told_seq=MAX(told_seq,:seq)`,
    'mon_history.rewrite': `UPDATE mon_history SET rewritten_seq=:seq
      WHERE run_id=:run_id AND rewritten_seq=0 AND told_seq>=:seq`,
  },
  observe(step, sql) {
    for (const { table, before, after } of step.changes) {
      if (table !== 'events' || before === null || after === null) continue;
      sql('mon_history.rewrite', { run_id: after['run_id'] ?? null, seq: after['seq'] ?? null });
    }
    for (const fact of factsOf(step, 'told')) sql('mon_history.tell', members(fact, 'run_id', 'seq'));
  },
};
