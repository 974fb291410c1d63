// The refund provider, outside our transactions: it remembers the keys it was sent, answers a known key
// with its first reference, and moves money only for a new one (CONTRACT §11, "External operation").
// In the core it answers within the worker's step `callRefund`; what a fault has in store for the next call is
// a row of its own.

import { type Fact, only } from '../../../kernel/actor';
import type { Run } from '../../../kernel/store';

export interface RefundCall {
  /** The key: what the provider knows the call by. */
  readonly operationId: string;
  readonly orderId: string;
  readonly amountCents: number;
  readonly digest: string;
  /** Who really asks, whatever the key says: for the observer alone. */
  readonly runId: string;
  readonly stepKey: string;
}

export interface RefundAnswer {
  /** Null where the caller hears nothing, or is refused. */
  readonly providerRef: string | null;
  readonly isRefused: boolean;
  /** Empty where the key was known and no money moved. */
  readonly facts: readonly Fact[];
}

/** What may befall the next call: the request is lost, the answer is lost, or the provider refuses. */
export const TROUBLES = ['cut', 'mute', 'refuse'] as const;

/** For how long a provider that forgets knows a key: less than a lease lasts. */
const WINDOW_MS = 20_000;

const nothing: RefundAnswer = { providerRef: null, isRefused: false, facts: [] };

/** Calls the provider once. */
export function callProvider(sql: Run, call: RefundCall): RefundAnswer {
  const trouble = only(sql('refund_trouble', {}))?.['trouble'] ?? null;
  if (trouble !== null) sql('end_trouble', { trouble });
  if (trouble === 'cut') return nothing;
  const answer = answerOf(sql, call, trouble === 'refuse');
  return trouble === 'mute' ? { ...answer, providerRef: null } : answer;
}

/** In place of a reference, where the first answer to a key was a refusal. */
const REFUSED = 'refused';

/** The first answer to a key stands, paid or refused: two workers may ask under it, and must hear the same. */
function answerOf(sql: Run, call: RefundCall, isRefused: boolean): RefundAnswer {
  const known = only(sql('provider_look_up', { operation_id: call.operationId }));
  if (known !== null) return again(String(known['provider_ref']));
  const providerRef = isRefused ? REFUSED : `ref_${call.operationId}`;
  const paid = { order_id: call.orderId, amount_cents: call.amountCents };
  const remembered = { operation_id: call.operationId, provider_ref: providerRef, ...paid };
  sql('provider_remember', { ...remembered, window: WINDOW_MS });
  if (isRefused) return again(providerRef);
  const cause = { operation_id: call.operationId, run_id: call.runId, step_key: call.stepKey };
  return { ...nothing, providerRef, facts: [{ fact: 'effect', ...cause, ...paid, digest: call.digest }] };
}

const again = (providerRef: string): RefundAnswer =>
  providerRef === REFUSED ? { ...nothing, isRefused: true } : { ...nothing, providerRef };
