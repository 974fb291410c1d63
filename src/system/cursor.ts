// Where a reader of a run's log may go on from (CONTRACT §6): between what is still kept and what has been
// written. Below that something was lost, and above it something was never written.

import { only } from '../kernel/actor';
import type { Data } from '../kernel/json';
import type { Run } from '../kernel/store';

export interface Log {
  readonly minimum: number;
  readonly lastSeq: number;
  readonly status: string;
}

/** How far a run's log reaches; null where there is no such run. */
export function logOf(sql: Run, runId: string): Log | null {
  const row = only(sql('poll_page', { run_id: runId }));
  if (row === null) return null;
  const [minimum, lastSeq] = [Number(row['min_retained_seq']), Number(row['last_seq'])];
  return { minimum, lastSeq, status: String(row['status']) };
}

interface CursorRefusal {
  readonly slug: 'resync-required' | 'cursor-ahead';
  readonly members: Data;
}

/** Why nobody can go on from a cursor; null where they can. */
export function cursorRefusal(
  { minimum, lastSeq }: Log,
  runId: string,
  cursor: number,
): CursorRefusal | null {
  const members = { min_retained_seq: minimum, last_seq: lastSeq };
  if (cursor < minimum - 1) {
    return { slug: 'resync-required', members: { ...members, snapshot: `/v1/runs/${runId}` } };
  }
  return cursor > lastSeq ? { slug: 'cursor-ahead', members } : null;
}
