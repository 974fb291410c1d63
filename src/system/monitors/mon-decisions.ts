// What people were told of a question: the first answer, and whether another one was told later (S18).

import { factsOf, members, type MonitorSource } from './monitor-source';

export const monDecisions: MonitorSource = {
  table: 'mon_decisions',
  schema: [
    `CREATE TABLE mon_decisions (approval_id TEXT PRIMARY KEY NOT NULL, told TEXT NOT NULL,
      contradicted INTEGER NOT NULL DEFAULT 0) STRICT`,
  ],
  statements: {
    'mon_decisions.tell': `INSERT INTO mon_decisions(approval_id,told) VALUES(:approval_id,:told)
      ON CONFLICT(approval_id) DO UPDATE SET contradicted=MAX(contradicted,:told<>told)`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'decided')) {
      sql('mon_decisions.tell', members(fact, 'approval_id', 'told'));
    }
  },
};
