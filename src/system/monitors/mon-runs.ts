// How a run first ended, and how many of its attempts were lost or failed, up to one more than it was allowed
// (S07, S12). A run that was laid in at the start is first heard of when something happens to it; it is
// allowed what its budget says then.

import { type Data, textOf } from '../../kernel/json';
import type { Change, Row, Run } from '../../kernel/store';
import { factsOf, type MonitorSource } from './monitor-source';

const TERMINAL = ['succeeded', 'failed', 'cancelled', 'interrupted'];

export const monRuns: MonitorSource = {
  table: 'mon_runs',
  schema: [
    `CREATE TABLE mon_runs (run_id TEXT PRIMARY KEY NOT NULL, ended_as TEXT, losses INTEGER NOT NULL DEFAULT 0,
      allowed INTEGER NOT NULL, cancel_asked INTEGER NOT NULL DEFAULT 0) STRICT`,
  ],
  statements: {
    'mon_runs.begin': `INSERT INTO mon_runs(run_id,allowed) VALUES(:run_id,:allowed)
      ON CONFLICT(run_id) DO NOTHING`,
    'mon_runs.end': `UPDATE mon_runs SET ended_as=:status WHERE run_id=:run_id AND ended_as IS NULL`,
    'mon_runs.lose': `UPDATE mon_runs SET losses=MIN(losses+1,allowed+1) WHERE run_id=:run_id`,
    'mon_runs.ask': `UPDATE mon_runs SET cancel_asked=1 WHERE run_id=:run_id`,
    'mon_runs.budget': `SELECT budget_attempts FROM runs WHERE run_id=:run_id`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'cancel_asked')) {
      const run_id = textOf(fact, 'run_id');
      const allowed = sql('mon_runs.budget', { run_id })[0]?.['budget_attempts'];
      if (allowed === undefined) continue;
      sql('mon_runs.begin', { run_id, allowed });
      sql('mon_runs.ask', { run_id });
    }
    for (const change of step.changes) {
      if (change.table === 'runs') observeRun(change, sql);
      else if (change.table === 'events' && isLoss(change)) observeLoss(change.after, step.changes, sql);
    }
  },
};

function observeRun({ before, after }: Change, sql: Run): void {
  const known = before ?? after;
  const status = [before, after].map((row) => row?.['status']).find(isTerminal);
  if (known === null || (before !== null && status === undefined)) return;
  const run_id = known['run_id'] ?? null;
  sql('mon_runs.begin', { run_id, allowed: known['budget_attempts'] ?? null });
  if (status !== undefined) sql('mon_runs.end', { run_id, status: status ?? null });
}

const isTerminal = (status: unknown): boolean => TERMINAL.includes(String(status));

function isLoss(change: Change): change is Change & { readonly after: Row } {
  const { before, after } = change;
  if (before !== null || after?.['type'] !== 'attempt.ended') return false;
  const { reason } = JSON.parse(String(after['payload'])) as Data;
  return reason === 'lost' || reason === 'failed';
}

/** With the budget spent an attempt only reconciles; to lose that one costs nothing that was asked for. */
function observeLoss(event: Row, changes: readonly Change[], sql: Run): void {
  const run_id = event['run_id'] ?? null;
  const run = changes.find((change) => change.table === 'runs' && change.before?.['run_id'] === run_id);
  const allowed = (run?.before ?? sql('mon_runs.budget', { run_id })[0])?.['budget_attempts'] ?? null;
  if (Number(allowed) <= 0) return;
  sql('mon_runs.begin', { run_id, allowed });
  sql('mon_runs.lose', { run_id });
}
