// How a worker lets a run go without ending it: to a person who must approve, or to a later attempt.

import type { AnyOperation } from '../../../kernel/actor';
import { proposalDigest } from '../../proposal';
import { announce } from '../../handout';
import { APPROVAL_MS, RETRY_DELAY_MS, wireTime } from '../../time';
import {
  appendHeld,
  holder,
  LETS_GO,
  RECONCILE,
  refused,
  type Result,
  runOf,
  type View,
  worker,
} from './state';

/** Who is asked: the two approvers of this small company. */
const APPROVERS = ['bob', 'erin'] as const;

const approvalId = (view: View): string => `apr_${view.locals.operationId ?? ''}`;

function proposal(view: View) {
  const { plan, operationId = '' } = view.locals;
  const { orderId = '', amountCents = 0, currency = 'EUR' } = plan ?? {};
  const digest = proposalDigest(orderId, amountCents, currency);
  return { operation_id: operationId, order_id: orderId, amount_cents: amountCents, currency, digest };
}

function appendPlanned(view: View): Result {
  const { digest, ...what } = proposal(view);
  const data = { ...what, step_key: view.locals.plan?.stepKey ?? '', kind: 'refund', request_digest: digest };
  const seq = appendHeld(view, 'operation.planned', { ...data, requires_approval: true });
  return seq === null ? refused(view, 'appendPlanned', RECONCILE) : {};
}

export function requestApproval(view: View): Result {
  const { operation_id, digest } = proposal(view);
  const asked = { approval_id: approvalId(view), run_id: runOf(view), operation_id, digest };
  view.sql('request_approval', { ...asked, expires_at: view.now + APPROVAL_MS });
  for (const approver of APPROVERS) {
    view.sql('insert_assignee', { approval_id: approvalId(view), principal_id: approver });
  }
  return {};
}

function appendRequested(view: View): Result {
  const { digest, ...what } = proposal(view);
  const asked = {
    approval_id: approvalId(view),
    proposal_digest: digest,
    expires_at: wireTime(view.now + APPROVAL_MS),
  };
  const seq = appendHeld(view, 'approval.requested', { ...what, ...asked });
  return seq === null ? refused(view, 'appendRequested', RECONCILE) : {};
}

const endAttempt =
  (operation: string, reason: string) =>
  (view: View): Result => {
    const lastSeq = appendHeld(view, 'attempt.ended', { fence: view.locals.fence ?? 0, reason });
    return lastSeq === null ? refused(view, operation, RECONCILE) : { locals: { lastSeq } };
  };

function yieldRun(view: View): Result {
  const yielded = view.sql('yield', holder(view));
  if (yielded.length === 0) return refused(view, 'yield', RECONCILE);
  const values = { actor: view.actor, run: runOf(view), version: Number(yielded[0]?.['version']) };
  return { memory: LETS_GO, says: { key: 'worker.yield', values } };
}

function retryLater(view: View): Result {
  const availableAt = view.now + RETRY_DELAY_MS;
  const row = view.sql('retry_later', { ...holder(view), available_at: availableAt });
  if (row.length === 0) return refused(view, 'retryLater', RECONCILE);
  const values = { actor: view.actor, run: runOf(view), at: availableAt };
  return { memory: LETS_GO, says: { key: 'worker.retryLater', values } };
}

function insertOutbox(view: View): Result {
  const availableAt = view.now + RETRY_DELAY_MS;
  announce(view, { runId: runOf(view), seq: view.locals.lastSeq ?? 0, type: 'attempt.ended', availableAt });
  return {};
}

export const yielding: Readonly<Record<string, AnyOperation>> = {
  appendPlanned: worker(appendPlanned),
  requestApproval: worker(requestApproval),
  appendRequested: worker(appendRequested),
  appendYielded: worker(endAttempt('appendYielded', 'yielded')),
  yield: worker(yieldRun),
  appendFailedAttempt: worker(endAttempt('appendFailedAttempt', 'failed')),
  retryLater: worker(retryLater),
  insertOutbox: worker(insertOutbox),
};
