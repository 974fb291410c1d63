// The steps of a run as a list that can be read from top to bottom: who, what, and whether it left rows,
// appended events, was refused or broke something. Which of them have happened is a matter of the cursor.

import type { Says } from '../kernel/actor';
import { type FaultForm, faultIn } from '../kernel/fault';
import { CLOCK_ADVANCE } from '../kernel/action';
import type { StepRecord, Trace } from '../kernel/trace';

export interface Line {
  /** From 1. */
  readonly step: number;
  readonly id: string;
  readonly actor: string;
  readonly kind: 'step' | 'fault' | 'clock';
  /** What befell the actor or its message; null where it acted by itself. */
  readonly fault: FaultForm | null;
  readonly operations: readonly string[];
  readonly says: Says;
  /** It committed rows; else a crash right after it would leave nothing of it. */
  readonly isDurable: boolean;
  /** It came upon something that it had done before, and did nothing. */
  readonly isIgnored: boolean;
  /** What rolled its transaction back, or null. */
  readonly refused: string | null;
  /** Positions of the events that it appended. */
  readonly appended: readonly number[];
  /** Properties that it broke. */
  readonly broke: readonly string[];
}

/** Tables of the observer, which are no part of the service. */
const OBSERVED = /^(mon|now)_/;

export const transcript = (trace: Trace): readonly Line[] => trace.map((record, i) => lineOf(record, i + 1));

/** Lines by their records: a line that is the same as before need not be drawn again. */
const kept = new WeakMap<StepRecord, Line>();

export function lineOf(record: StepRecord, step: number): Line {
  const known = kept.get(record);
  if (known?.step === step) return known;
  const line = lineFrom(record, step);
  kept.set(record, line);
  return line;
}

function lineFrom(record: StepRecord, step: number): Line {
  const { id, actor, operations, says, changes, facts, refused, verdicts } = record;
  const appended = changes
    .filter(({ table, before }) => table === 'events' && before === null)
    .map(({ after }) => Number(after?.['seq']));
  const fault = faultIn(record);
  const broke = verdicts.filter(({ to }) => to === 'violated').map(({ property }) => property);
  return {
    ...{ step, id, actor, fault, operations, says, refused },
    kind: id === CLOCK_ADVANCE ? 'clock' : fault === null ? 'step' : 'fault',
    isDurable: changes.some(({ table }) => !OBSERVED.test(table)),
    isIgnored: facts.some(({ fact }) => fact === 'ignored' || fact === 'refused_claim'),
    appended: appended.toSorted((a, b) => a - b),
    broke: [...new Set(broke)],
  };
}

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Which lines to draw: those around the cursor, so that a long run costs no more than a short one. */
export function windowAround(cursor: number, length: number, before: number, after: number): Window {
  return { from: Math.max(0, cursor - before), to: Math.min(length, cursor + after) };
}
