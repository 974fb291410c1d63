// How much the provider has paid back for an order, up to one cent more than was paid for it (S23).

import { factsOf, members, type MonitorSource } from './monitor-source';

export const monOrders: MonitorSource = {
  table: 'mon_orders',
  schema: [
    `CREATE TABLE mon_orders (order_id TEXT PRIMARY KEY NOT NULL, paid_cents INTEGER NOT NULL) STRICT`,
  ],
  statements: {
    'mon_orders.total': `SELECT total_cents FROM orders WHERE order_id=:order_id`,
    'mon_orders.pay': `INSERT INTO mon_orders(order_id,paid_cents) VALUES(:order_id,MIN(:amount_cents,:most))
      ON CONFLICT(order_id) DO UPDATE SET paid_cents=MIN(paid_cents+:amount_cents,:most)`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'effect')) {
      const { order_id, amount_cents } = members(fact, 'order_id', 'amount_cents');
      const total = sql('mon_orders.total', { order_id: order_id ?? null })[0]?.['total_cents'];
      // Money for an order that we do not have is no over-refund of it.
      if (total === undefined) continue;
      const most = Number(total) + 1;
      sql('mon_orders.pay', { order_id: order_id ?? null, amount_cents: amount_cents ?? null, most });
    }
  },
};
