// Values for the columns and parameters of the modelled service: few, so that a random run is often held by
// the worker that a random statement names, in the version that it expects.

import type { Domains } from './worlds';

const runs = ['run_1', 'run_2'];
const operations = ['op_run_1_s1', 'op_run_1_s2', 'op_run_2_s1', 'op_run_1.a1_s1'];
const approvals = ['apr_1', 'apr_2'];
const messages = ['run_1:1:runs.dispatch', 'run_1:2:runs.dispatch', 'run_2:1:runs.dispatch'];
const statuses = ['queued', 'running', 'running', 'waiting_approval', 'succeeded'];

export const serviceDomains: Domains = {
  run_id: runs,
  new_run_id: runs,
  conversation_id: ['conv_1', 'conv_2'],
  principal: ['alice', 'bob'],
  principal_id: ['alice', 'bob'],
  idempotency_key: ['k1', 'k2', 'run_2'],
  key: ['k1', 'k2', 'k3'],
  'runs.status': statuses,
  version: [1, 2],
  owner: ['worker-1', 'worker-2'],
  lease_until: [10, 30],
  fence: [0, 1],
  budget_attempts: [1, 2],
  budget_steps: [0, 1, 2],
  cancel_requested: [0, 1],
  available_at: [0, 20],
  now: [5, 25],
  worker_now: [5, 25],
  ttl: [30],
  last_seq: [0, 1, 2, 3],
  min_retained_seq: [1, 2],
  minimum: [1, 2, 3],
  seq: [1, 2, 3],
  after_seq: [0, 1, 2],
  from_seq: [1, 2],
  to_seq: [2, 3],
  twin: [0, 0, 0, 1],
  'events.type': ['run.created', 'text.delta', 'text.delta', 'attempt.started', 'run.succeeded'],
  type: ['run.created', 'text.delta', 'run.succeeded'],
  operation_id: operations,
  step_key: ['s1', 's2'],
  'operations.status': ['planned', 'planned', 'started', 'unknown', 'committed'],
  approval_id: approvals,
  'approvals.status': ['pending', 'pending', 'approved', 'rejected'],
  decision: ['approved', 'rejected'],
  requires_approval: [0, 1],
  expires_at: [10, 30],
  order_id: ['ord_1', 'ord_2'],
  amount_cents: [10, 60],
  total_cents: [100],
  refunded_cents: [0, 50],
  reserved_cents: [0, 50],
  refunded_read: [0, 50],
  message_id: messages,
  topic: ['runs.dispatch', 'runs.notify'],
  sent: [0, 0, 1],
  consumer: ['worker-1', 'notifier'],
  limit: [1, 3],
  copy: [1, 2],
  attempts: [2],
  steps: [2],
  ...{ attempt_id: ['run_1.a1'], call: ['1'], actor: ['worker-1'], created_at: [0], requested_at: [0] },
};
