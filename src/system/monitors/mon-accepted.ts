// To whom a run was promised by a 202, and for which request: one row for each distinct asker (S02, S03).

import { factsOf, members, type MonitorSource } from './monitor-source';

export const monAccepted: MonitorSource = {
  table: 'mon_accepted',
  schema: [
    `CREATE TABLE mon_accepted (run_id TEXT NOT NULL, principal TEXT NOT NULL, fingerprint TEXT NOT NULL,
      PRIMARY KEY (run_id, principal, fingerprint)) STRICT`,
  ],
  statements: {
    'mon_accepted.promise': `INSERT INTO mon_accepted(run_id,principal,fingerprint)
      VALUES(:run_id,:principal,:fingerprint) ON CONFLICT(run_id,principal,fingerprint) DO NOTHING`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'accepted')) {
      sql('mon_accepted.promise', members(fact, 'run_id', 'principal', 'fingerprint'));
    }
  },
};
