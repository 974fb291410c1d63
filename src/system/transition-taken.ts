// Which row of the state machine a step took, told from what it wrote. Where it wrote what no row allows, the
// row whose write it was is named all the same: a design without its guards lets such writes through.

import type { Change } from '../kernel/store';
import type { StepRecord } from '../kernel/trace';
import { type RunStatus, type Transition, transitions } from './transitions';

export interface TransitionTaken {
  readonly run: string;
  readonly from: RunStatus | null;
  readonly to: RunStatus;
  /** The row whose operation wrote; null where none has it. */
  readonly transition: Transition | null;
  /** The row allows this pair. */
  readonly isAllowed: boolean;
  /** The versions before and after; 0 where there was no run. */
  readonly versions: readonly [number, number];
}

export const transitionsTaken = (record: StepRecord): readonly TransitionTaken[] =>
  record.changes.flatMap((change) => takenBy(change, record.operations) ?? []);

function takenBy(
  { table, key, before, after }: Change,
  operations: readonly string[],
): TransitionTaken | null {
  if (table !== 'runs' || after === null) return null;
  const from = (before?.['status'] ?? null) as RunStatus | null;
  const to = after['status'] as RunStatus;
  const versions = [Number(before?.['version'] ?? 0), Number(after['version'])] as const;
  if (from === to && versions[0] === versions[1]) return null;
  const written = transitions.filter((row) => operations.includes(row.operation) && row.to === to);
  const allowed = written.find((row) => row.from === from);
  // A budget that is spent raises the version too, and is no transition.
  if (from === to && written.length === 0) return null;
  const transition = allowed ?? written[0] ?? null;
  return { run: key, from, to, transition, isAllowed: allowed !== undefined, versions };
}
