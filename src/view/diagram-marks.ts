// What one step looks like on a stage: its mark, what it did to the broker and to the refund provider, and
// whether it deserves a row of its own. Steps of lanes off the stage fold, unless they do harm.

import type { FaultForm } from '../kernel/fault';
import { breaks, type StepRecord } from '../kernel/trace';
import { BROKER, isBrokered, shelfOf } from './shelves';
import { lineOf } from './transcript';

export const REFUNDS = 'refunds';
export const CLOCK = 'clock';

/** Calls of the refund provider. */
const CALLS: readonly string[] = ['callRefund', 'repeatCall'];

/** Tables of the observer, and what the provider remembers: neither would be lost or kept by the actor. */
const NOT_ITS_OWN = /^(mon|now)_|^refund_(keys|trouble)$/;

export interface StepMark {
  readonly lane: string;
  readonly form: 'shape' | 'clock' | FaultForm;
  /** It left nothing durable: a crash would take it. */
  readonly isHollow: boolean;
  /** It came upon something done before, and did nothing. */
  readonly isStruck: boolean;
  /** A guard rolled its transaction back. */
  readonly isRefused: boolean;
  /** What it did outside the database; null where it called nobody. */
  readonly effect: 'paid' | 'known' | null;
}

const kept = new WeakMap<StepRecord, StepMark>();

export function markOf(record: StepRecord): StepMark {
  const known = kept.get(record);
  if (known !== undefined) return known;
  const { kind, fault, isIgnored } = lineOf(record, 0);
  const isCall = record.refused === null && record.operations.some((one) => CALLS.includes(one));
  const isPaid = record.facts.some(({ fact }) => fact === 'effect');
  const mark: StepMark = {
    lane: record.actor,
    form: kind === 'clock' ? CLOCK : (fault ?? 'shape'),
    isHollow: !record.changes.some(({ table }) => !NOT_ITS_OWN.test(table)),
    isStruck: isIgnored,
    isRefused: record.refused !== null && !isIgnored,
    effect: isPaid ? 'paid' : isCall ? 'known' : null,
  };
  kept.set(record, mark);
  return mark;
}

/** The lanes that a step reached beside its own: where its messages came from and went, whom it called. */
export function reached(record: StepRecord): readonly string[] {
  const lanes = new Set<string>();
  for (const { channel, to } of record.sent) lanes.add(isBrokered(channel) ? shelfOf(channel) : (to ?? ''));
  for (const { channel, from } of record.taken) lanes.add(isBrokered(channel) ? shelfOf(channel) : from);
  if (record.operations.includes('ack')) lanes.add(BROKER);
  if (markOf(record).effect !== null) lanes.add(REFUNDS);
  return [...lanes];
}

/** Whether a step has a row of its own on a stage of these lanes. */
export function hasOwnRow(record: StepRecord, lanes: readonly string[]): boolean {
  if (lanes.includes(record.actor) || record.operations.length === 0) return true;
  if (breaks(record)) return true;
  return reached(record).some((lane) => (lane === BROKER || lane === REFUNDS) && lanes.includes(lane));
}

/** Whether a step has no mark on a stage of these lanes. */
export const isOffStage = (record: StepRecord, lanes: readonly string[]): boolean =>
  !lanes.includes(record.actor) && !reached(record).some((lane) => lanes.includes(lane));
