// The refund provider, outside our transactions: it remembers the keys it was sent, answers a known key
// with its first reference, and moves money only for a new one (CONTRACT §11, "External operation").
// In the core it answers within the worker's step `callRefund`.

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
  readonly providerRef: string;
  /** Empty where the key was known and no money moved. */
  readonly facts: readonly Fact[];
}

/** Calls the provider once. */
export function callProvider(sql: Run, call: RefundCall): RefundAnswer {
  const known = only(sql('provider_look_up', { operation_id: call.operationId }));
  if (known !== null) return { providerRef: String(known['provider_ref']), facts: [] };
  const providerRef = `ref_${call.operationId}`;
  const paid = { order_id: call.orderId, amount_cents: call.amountCents };
  sql('provider_remember', { operation_id: call.operationId, provider_ref: providerRef, ...paid });
  const cause = { operation_id: call.operationId, run_id: call.runId, step_key: call.stepKey };
  return { providerRef, facts: [{ fact: 'effect', ...cause, ...paid, digest: call.digest }] };
}
