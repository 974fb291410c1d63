// Statements of the table orders: what was paid, what went back, and what is promised to go back.

export const orders = {
  read_order: `SELECT order_id, tenant_id, currency, total_cents, refunded_cents, reserved_cents
    FROM orders WHERE order_id=:order_id`,

  reserve: `UPDATE orders SET reserved_cents=reserved_cents+:amount_cents WHERE order_id=:order_id AND {refundable}
    RETURNING reserved_cents`,

  order_commit: `UPDATE orders SET reserved_cents=reserved_cents-:amount_cents, refunded_cents={refunded}
    WHERE order_id=:order_id RETURNING refunded_cents`,

  order_release: `UPDATE orders SET reserved_cents=reserved_cents-:amount_cents WHERE order_id=:order_id
    RETURNING reserved_cents`,
} as const;
