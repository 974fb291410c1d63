// What there is to say of a run's state machine at a moment: which run, where it stands, and what the last step
// did to it or tried to do.

import { sortedRows } from '../../kernel/rows';
import type { Row } from '../../kernel/store';
import { type Refusal, refusalOf } from '../../system/refusal';
import { type TransitionTaken, transitionsTaken } from '../../system/transition-taken';
import { pairOf, type RunStatus, type Transition, transitions } from '../../system/transitions';
import { rowsAt } from '../../view/rows';
import type { Moment } from '../state/moment';
import type { InForce } from './design-in-force';

export interface MachineMoment {
  readonly runs: readonly string[];
  /** Null where there is no run yet. */
  readonly run: string | null;
  readonly row: Row | null;
  readonly status: RunStatus | null;
  /** Who took the last step, or null before the first. */
  readonly actor: string | null;
  readonly taken: TransitionTaken | null;
  readonly refusal: Refusal | null;
}

export function machineMoment(moment: Moment, { statements, alternatives }: InForce, wanted: string | null) {
  const { first, trace, cursor, timeline } = moment;
  const rows = sortedRows(rowsAt(first.rows, trace, cursor), 'runs');
  const runs = rows.map((row) => String(row['run_id']));
  const run = runAt(moment, runs, wanted);
  const row = rows.find((one) => one['run_id'] === run) ?? null;
  const record = trace[cursor - 1];
  // A submission that is refused has no run to name.
  const isAbout = record !== undefined && (record.run === run || record.run === null);
  const refusal =
    isAbout && record.refused !== null
      ? refusalOf(timeline.simulation.system, timeline.worldAt(cursor - 1), record, statements, alternatives)
      : null;
  const taken = record === undefined ? [] : transitionsTaken(record);
  const found: MachineMoment = {
    ...{ runs, run, row, refusal, actor: record?.actor ?? null },
    status: (row?.['status'] ?? null) as RunStatus | null,
    taken: taken.find((one) => one.run === run) ?? null,
  };
  return found;
}

/** The run that was asked for, or else the one that was last spoken of. */
function runAt({ trace, cursor }: Moment, runs: readonly string[], wanted: string | null): string | null {
  if (wanted !== null && runs.includes(wanted)) return wanted;
  const isThere = (run: string | null): run is string => run !== null && runs.includes(run);
  const spoken = trace.slice(0, cursor).findLast(({ run }) => isThere(run));
  return spoken?.run ?? runs[0] ?? null;
}

/** The arrow that the last step took, or tried to take, as `from>to`. */
export function litPair({ taken, refusal }: MachineMoment): string | null {
  if (taken !== null) return pairOf(taken);
  return refusal?.tried == null ? null : pairOf(refusal.tried);
}

/** The rows that lead out of a state; those that begin a run where there is none. */
export const waysFrom = (status: RunStatus | null): readonly Transition[] =>
  transitions.filter(({ from }) => from === status);
