// How far a person has heard of a run, and whether something earlier came after something later (S30). A
// message that took effect again is no news, whatever its place.

import { factsOf, members, type MonitorSource } from './monitor-source';

export const monNotices: MonitorSource = {
  table: 'mon_notices',
  schema: [
    `CREATE TABLE mon_notices (run_id TEXT PRIMARY KEY NOT NULL, last_seq INTEGER NOT NULL,
      regressed INTEGER NOT NULL DEFAULT 0) STRICT`,
  ],
  statements: {
    'mon_notices.hear': `INSERT INTO mon_notices(run_id,last_seq) VALUES(:run_id,:seq)
      ON CONFLICT(run_id) DO UPDATE SET regressed=MAX(regressed,:seq<last_seq), last_seq=MAX(last_seq,:seq)`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'noticed')) {
      if (fact['copy'] === 1) sql('mon_notices.hear', members(fact, 'run_id', 'seq'));
    }
  },
};
