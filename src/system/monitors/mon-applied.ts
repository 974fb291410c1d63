// What a view has been through since its page was loaded: the last seq applied, and whether an event was
// missing, applied again, of another run, or skipped in silence (S33, S34, S37). A view that was loaded with
// events on it starts from the last of these: else the first event after a reload would be a gap. A range that
// stands for deleted deltas is no gap: nothing is missing there.

import type { Fact } from '../../kernel/actor';
import type { Parameters } from '../../kernel/store';
import { factsOf, members, type MonitorSource } from './monitor-source';

export const monApplied: MonitorSource = {
  table: 'mon_applied',
  schema: [
    `CREATE TABLE mon_applied (browser TEXT NOT NULL, incarnation INTEGER NOT NULL, run_id TEXT NOT NULL,
      last_seq INTEGER NOT NULL DEFAULT 0, gap INTEGER NOT NULL DEFAULT 0, repeat INTEGER NOT NULL DEFAULT 0,
      foreign_run INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (browser, incarnation, run_id)) STRICT`,
  ],
  statements: {
    'mon_applied.apply': `INSERT INTO mon_applied(browser,incarnation,run_id,last_seq,gap,repeat,foreign_run)
      VALUES(:browser,:incarnation,:run_id,MAX(:seq,:held),:seq>:held+1,:seq<=:held,:event_run<>:run_id)
      ON CONFLICT(browser,incarnation,run_id) DO UPDATE SET last_seq=MAX(last_seq,:seq),
        gap=MAX(gap,:seq>last_seq+1), repeat=MAX(repeat,:seq<=last_seq),
        foreign_run=MAX(foreign_run,:event_run<>:run_id)`,
    'mon_applied.pass': `INSERT INTO mon_applied(browser,incarnation,run_id,last_seq,gap)
      VALUES(:browser,:incarnation,:run_id,MAX(:to_seq,:held),:from_seq>:held+1)
      ON CONFLICT(browser,incarnation,run_id) DO UPDATE SET last_seq=MAX(last_seq,:to_seq),
        gap=MAX(gap,:from_seq>last_seq+1)`,
    'mon_applied.replace': `INSERT INTO mon_applied(browser,incarnation,run_id,last_seq)
      VALUES(:browser,:incarnation,:run_id,:seq)
      ON CONFLICT(browser,incarnation,run_id) DO UPDATE SET last_seq=:seq`,
    'mon_applied.skip': `INSERT INTO mon_applied(browser,incarnation,run_id,skipped)
      VALUES(:browser,:incarnation,:run_id,1)
      ON CONFLICT(browser,incarnation,run_id) DO UPDATE SET skipped=1`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'page')) if (isSilentSkip(fact)) sql('mon_applied.skip', viewOf(fact));
    for (const fact of factsOf(step, 'replaced')) {
      sql('mon_applied.replace', { ...viewOf(fact), ...members(fact, 'seq') });
    }
    // Events and the ranges between them count in their order.
    for (const fact of step.facts) {
      if (fact.fact === 'applied')
        sql('mon_applied.apply', { ...viewOf(fact), ...members(fact, 'seq', 'held', 'event_run') });
      if (fact.fact === 'passed')
        sql('mon_applied.pass', { ...viewOf(fact), ...members(fact, 'from_seq', 'to_seq', 'held') });
    }
  },
};

const viewOf = (fact: Fact): Parameters => members(fact, 'browser', 'incarnation', 'run_id');

function isSilentSkip(fact: Fact): boolean {
  return fact['status'] === 200 && Number(fact['after_seq']) < Number(fact['min_retained_seq']) - 1;
}
