// What is there before anything happens: people, conversations and orders. All other rows come from the
// service's statements.

import { withChanges } from '../../../src/kernel/rows';
import { type Change, keyText, type Row, type Rows } from '../../../src/kernel/store';

const inserted = (table: string, key: readonly string[], row: Row): Change => {
  return { table, key: keyText(key), before: null, after: row };
};

const person = (id: string) =>
  inserted('principals', [id], { principal_id: id, tenant_id: 'acme', is_operator: 0 });

const conversation = (id: string) =>
  inserted('conversations', [id], { conversation_id: id, tenant_id: 'acme' });

const member = (conversation_id: string, principal_id: string, role: string) =>
  inserted('conversation_members', [conversation_id, principal_id], { conversation_id, principal_id, role });

const order = (id: string) =>
  inserted('orders', [id], {
    ...{ order_id: id, tenant_id: 'acme', currency: 'EUR' },
    ...{ total_cents: 10_000, refunded_cents: 0, reserved_cents: 0 },
  });

export const ground: Rows = withChanges({}, [
  ...['alice', 'bob', 'carol'].map(person),
  ...['conv_1', 'conv_2'].map(conversation),
  member('conv_1', 'alice', 'writer'),
  member('conv_1', 'carol', 'viewer'),
  member('conv_2', 'alice', 'viewer'),
  ...['ord_1', 'ord_2'].map(order),
]);
