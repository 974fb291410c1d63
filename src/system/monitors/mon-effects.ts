// How often the provider moved money under a key: once, or 2 for "many" (S21, S22). Run and step come from the
// sender, whatever key was sent, so that two keys for one step are seen as two refunds of it.

import { factsOf, members, type MonitorSource } from './monitor-source';

export const monEffects: MonitorSource = {
  table: 'mon_effects',
  schema: [
    `CREATE TABLE mon_effects (operation_id TEXT PRIMARY KEY NOT NULL, run_id TEXT NOT NULL,
      step_key TEXT NOT NULL, order_id TEXT NOT NULL, amount_cents INTEGER NOT NULL, digest TEXT NOT NULL,
      effects INTEGER NOT NULL) STRICT`,
    `CREATE INDEX mon_effects_by_step ON mon_effects(run_id, step_key)`,
  ],
  statements: {
    'mon_effects.count': `INSERT INTO mon_effects(operation_id,run_id,step_key,order_id,amount_cents,digest,effects)
      VALUES(:operation_id,:run_id,:step_key,:order_id,:amount_cents,:digest,1)
      ON CONFLICT(operation_id) DO UPDATE SET effects=2`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'effect')) {
      const names = ['operation_id', 'run_id', 'step_key', 'order_id', 'amount_cents', 'digest'];
      sql('mon_effects.count', members(fact, ...names));
    }
  },
};
