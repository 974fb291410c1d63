// What a run of a scenario came to, in numbers (CONTRACT §14): a fold of its step records, never a part of
// the world. A counter whose subject the service does not have yet is left out, for 0 would be a claim.

import type { StepRecord, Trace } from '../kernel/trace';

export const COUNTERS = [
  'broker_messages',
  'logical_runs',
  'effects',
  'deliveries',
  'refused_claims',
  'take_overs',
  'duplicates_ignored',
  'replayed',
  'notices',
  'leaks',
  'lost_decisions',
  'lock_waits',
  'rows_written',
  'events_stored',
  'reconnects',
  'effects_from_replay',
  'browser_applied',
] as const;

export type Counter = (typeof COUNTERS)[number];

/** The broker's topic `runs.dispatch`. */
const BROKER = 'runs';

const facts =
  (name: string, why?: string) =>
  (record: StepRecord): number =>
    record.facts.filter((fact) => fact.fact === name && (why === undefined || fact['why'] === why)).length;

const isDecided = (approval: StepRecord['changes'][number]['before']): boolean =>
  approval?.['status'] === 'approved' || approval?.['status'] === 'rejected';

/** How much one step adds to each counter. */
const COUNTED: Readonly<Partial<Record<Counter, (record: StepRecord) => number>>> = {
  // A copy made by a fault was put into the broker by nobody, but it is there to be delivered.
  broker_messages: (record) =>
    record.sent.filter((sent) => sent.channel === BROKER).length +
    (record.id.startsWith(`duplicate:${BROKER}:`) ? 1 : 0),
  logical_runs: (record) =>
    record.changes.filter((change) => change.table === 'runs' && change.before === null).length,
  effects: facts('effect'),
  deliveries: (record) => record.taken.filter((taken) => taken.channel === BROKER).length,
  refused_claims: facts('refused_claim'),
  take_overs: facts('took_over'),
  duplicates_ignored: facts('ignored', 'duplicate'),
  replayed: facts('replayed'),
  lock_waits: facts('lock_wait'),
  notices: (record) =>
    record.changes.filter((change) => change.table === 'notices' && change.before === null).length,
  rows_written: (record) => record.changes.filter((change) => !/^(mon|now)_/.test(change.table)).length,
  events_stored: (record) =>
    record.changes
      .filter((change) => change.table === 'events')
      .reduce((sum, { before, after }) => sum + (before === null ? 1 : 0) - (after === null ? 1 : 0), 0),
  // One a person and endpoint, however often: the monitor's rows.
  leaks: (record) =>
    record.changes.filter((change) => change.table === 'mon_leaks' && change.before === null).length,
  // Somebody was told, and what was decided is written over.
  lost_decisions: (record) =>
    record.changes.filter(
      ({ table, before, after }) =>
        table === 'approvals' && isDecided(before) && before?.['status'] !== after?.['status'],
    ).length,
  reconnects: facts('reconnected'),
  effects_from_replay: facts('effect_from_replay'),
  browser_applied: facts('applied'),
};

export function countersOf(trace: Trace): Readonly<Partial<Record<Counter, number>>> {
  const counters: Partial<Record<Counter, number>> = {};
  for (const counter of COUNTERS) {
    const count = COUNTED[counter];
    if (count !== undefined) counters[counter] = trace.reduce((sum, record) => sum + count(record), 0);
  }
  return counters;
}
