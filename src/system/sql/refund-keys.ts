// Statements of the table refund_keys, the provider's own: a key that it knows moves no money again.

export const refundKeys = {
  provider_look_up: `SELECT provider_ref, order_id, amount_cents FROM refund_keys WHERE operation_id=:operation_id`,

  provider_remember: `INSERT INTO refund_keys(operation_id,provider_ref,order_id,amount_cents)
    VALUES(:operation_id,:provider_ref,:order_id,:amount_cents)`,
} as const;
