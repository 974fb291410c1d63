// Statements of the tables refund_keys and refund_trouble, the provider's own: a key that it knows moves no money
// again, and trouble befalls one call.

export const refundKeys = {
  provider_look_up: `SELECT provider_ref, order_id, amount_cents FROM refund_keys WHERE {known_key}`,

  provider_remember: `INSERT INTO refund_keys(operation_id,provider_ref,order_id,amount_cents,known_until)
    VALUES(:operation_id,:provider_ref,:order_id,:amount_cents,{known_until})
    ON CONFLICT(operation_id) DO UPDATE SET known_until=excluded.known_until`,

  keys_ahead: `SELECT operation_id AS id, known_until AS at FROM refund_keys WHERE known_until>:now
    ORDER BY operation_id`,

  refund_trouble: `SELECT trouble FROM refund_trouble ORDER BY trouble LIMIT 1`,

  begin_trouble: `INSERT INTO refund_trouble(trouble) VALUES(:trouble)`,

  /** Trouble is over once a call has met it. */
  end_trouble: `DELETE FROM refund_trouble WHERE trouble=:trouble`,
} as const;
