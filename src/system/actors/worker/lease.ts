// How long a tenure lasts, and how a worker that is still at work makes it last longer: a step beside what it
// is in the middle of, for a model call is longer than any lease that one would wait for (CONTRACT §9).

import { type AnyOperation, type Aside, only, type StepView } from '../../../kernel/actor';
import { type Json, textOf } from '../../../kernel/json';
import { LEASE_MS } from '../../time';
import {
  holder,
  refused,
  type Result,
  runOf,
  type View,
  worker,
  type WorkerDisk,
  type WorkerMemory,
} from './state';

interface Lease {
  /** Null where it has no end. */
  readonly ms: number | null;
  /** When the holder may renew it; null where it never does. */
  readonly renewAfterMs: number | null;
}

const RENEWED: Lease = { ms: LEASE_MS, renewAfterMs: LEASE_MS / 2 };

const LEASES: Readonly<Record<string, Lease>> = {
  fixed: { ms: LEASE_MS, renewAfterMs: null },
  none: { ms: null, renewAfterMs: null },
};

/** The lease of a design. */
export const leaseIn = ({ parameters }: { readonly parameters: Readonly<Record<string, Json>> }): Lease =>
  LEASES[textOf(parameters, 'lease')] ?? RENEWED;

/** When a lease that begins now is over. */
export function leaseEnd(view: View): number | null {
  const { ms } = leaseIn(view);
  return ms === null ? null : view.now + ms;
}

/** What time it is by a worker's own clock, which may be wrong. */
export function clockOf({ now, sql }: Pick<StepView, 'now' | 'sql'>): number {
  return now + Number(only(sql('read_clock', {}))?.['ahead_ms'] ?? 0);
}

/** What a worker that has just got or renewed a lease keeps in mind. */
export function renewing(view: Pick<StepView<WorkerMemory, WorkerDisk>, 'now' | 'disk' | 'parameters'>) {
  const after = view.disk.renews === true ? leaseIn(view).renewAfterMs : null;
  return { renewAt: after === null ? null : view.now + after };
}

/** The renewal as a step beside the others: due once half of the lease is gone. */
export function asideOf({ renewAt }: WorkerMemory, now: number): Aside | null {
  if (renewAt === null) return null;
  const blocked = renewAt > now ? { key: 'leaseIsFresh', values: {} } : null;
  return { procedure: 'worker.renew', blocked };
}

/**
 * A safe point: who has asked to cancel has raised the version, so that a holder that had started nothing
 * takes the new one and decides again.
 */
function renewLease(view: View): Result {
  const row = only(view.sql('renew', { ...holder(view), ttl: leaseIn(view).ms }));
  if (row === null) return refused(view, 'renewLease', { again: true });
  const values = { actor: view.actor, run: runOf(view) };
  const renewed = { memory: renewing(view), locals: { version: Number(row['version']) } };
  const isAsked = row['cancel_requested'] === 1 && view.locals.calls === undefined;
  if (!isAsked) return { ...renewed, says: { key: 'worker.renewLease', values } };
  const says = { key: 'worker.renewLease.asked', values };
  return { ...renewed, then: { procedure: 'worker.work', at: 'work' }, says };
}

export const renewals: Readonly<Record<string, AnyOperation>> = { renewLease: worker(renewLease) };
