// Every step leaves one frozen record; pictures, counters and words read nothing else (DESIGN §1.9).
// Causality is told from records alone: same actor, message, and read-from.

import type { Fact, Says } from './actor';
import type { Message } from './channel';
import type { VerdictChange } from './property';
import { covers, type Change, type Read } from './store';

export interface StepRecord {
  /** The action that was taken. */
  readonly id: string;
  readonly actor: string;
  /** Milliseconds of the virtual clock after the step. */
  readonly now: number;
  readonly run: string | null;
  readonly operations: readonly string[];
  readonly reads: readonly Read[];
  readonly changes: readonly Change[];
  readonly sent: readonly Message[];
  readonly taken: readonly Message[];
  readonly facts: readonly Fact[];
  /** What rolled the transaction back, or null. */
  readonly refused: string | null;
  readonly verdicts: readonly VerdictChange[];
  readonly says: Says;
}

export type Trace = readonly StepRecord[];

/** The step found a property broken that held before it. */
export const breaks = ({ verdicts }: StepRecord): boolean => verdicts.some(({ to }) => to === 'violated');

export interface Cause {
  readonly step: number;
  readonly edge: 'actor' | 'message' | 'read';
}

/** The steps that step `at` directly depends on: the last of its actor, the sends it took, the writes it read. */
export function causes(trace: Trace, at: number): readonly Cause[] {
  const record = trace[at];
  if (record === undefined) return [];
  const found: Cause[] = [];
  const actor = lastBefore(trace, at, (earlier) => earlier.actor === record.actor);
  if (actor >= 0) found.push({ step: actor, edge: 'actor' });
  for (const message of record.taken) {
    const sender = lastBefore(trace, at, (earlier) => earlier.sent.some((sent) => isSame(sent, message)));
    if (sender >= 0) found.push({ step: sender, edge: 'message' });
  }
  for (const read of record.reads) {
    const writer = lastBefore(trace, at, (earlier) => earlier.changes.some((change) => isRead(read, change)));
    if (writer >= 0 && !found.some((cause) => cause.step === writer))
      found.push({ step: writer, edge: 'read' });
  }
  return found;
}

/** All steps that step `at` depends on, itself included. */
export function causalPast(trace: Trace, at: number): ReadonlySet<number> {
  const past = new Set<number>([at]);
  for (let i = at; i >= 0; i--) {
    if (past.has(i)) for (const cause of causes(trace, i)) past.add(cause.step);
  }
  return past;
}

function lastBefore(trace: Trace, at: number, isCause: (record: StepRecord) => boolean): number {
  for (let i = at - 1; i >= 0; i--) {
    const record = trace[i];
    if (record !== undefined && isCause(record)) return i;
  }
  return -1;
}

const isSame = (a: Message, b: Message): boolean => a.channel === b.channel && a.id === b.id;

function isRead(read: Read, change: Change): boolean {
  const { table, key, before, after } = change;
  return (
    (before !== null && covers(read, table, key, before)) ||
    (after !== null && covers(read, table, key, after))
  );
}
