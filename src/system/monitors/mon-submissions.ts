// How many runs one press of the button has made: 1, or 2 for "more than one" (S01).

import { factsOf, members, type MonitorSource } from './monitor-source';

export const monSubmissions: MonitorSource = {
  table: 'mon_submissions',
  schema: [
    `CREATE TABLE mon_submissions (browser TEXT NOT NULL, draft TEXT NOT NULL, runs INTEGER NOT NULL,
      PRIMARY KEY (browser, draft)) STRICT`,
  ],
  statements: {
    'mon_submissions.count': `INSERT INTO mon_submissions(browser,draft,runs) VALUES(:browser,:draft,1)
      ON CONFLICT(browser,draft) DO UPDATE SET runs=2`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'inserted_run')) {
      sql('mon_submissions.count', members(fact, 'browser', 'draft'));
    }
  },
};
