// The observer's own fold of the log: a second, short implementation that shares nothing with the
// browser's reducer, so that a mistake in either one shows as a difference (property S40).

import { type Data, type Json, textOf } from '../kernel/json';
import type { Row, Table } from '../kernel/store';
import { shortDigest } from './digest';

const AFTER: Readonly<Record<string, string>> = {
  'run.created': 'queued',
  'attempt.started': 'running',
  'approval.decided': 'queued',
  'run.succeeded': 'succeeded',
  'run.failed': 'failed',
  'run.cancelled': 'cancelled',
  'run.interrupted': 'interrupted',
};

const OPERATION: Readonly<Record<string, string>> = {
  'operation.planned': 'planned',
  'operation.started': 'started',
  'operation.unknown': 'unknown',
  'refund.committed': 'committed',
  'operation.failed': 'failed',
  'operation.abandoned': 'abandoned',
};

/**
 * Digest of the fold of events 1…seq of a run. Null where that cannot be known: an event is not stored, and no
 * range stands for it, or one does and the event that says its text whole lies behind seq.
 */
export function foldDigest(events: Table, compactions: Table, runId: string, seq: number): string | null {
  const rows: Row[] = [];
  const deleted = new Set<string>();
  for (let i = 1; i <= seq; i++) {
    const row = events.get(`${runId}/${String(i)}/0`);
    if (row !== undefined) rows.push(row);
    else {
      const range = rangeAt(compactions, runId, i);
      if (range === null) return null;
      deleted.add(String(range['message_id']));
    }
  }
  for (const { type, payload } of rows) {
    if (type === 'message.completed')
      deleted.delete(textOf(JSON.parse(String(payload)) as Data, 'message_id'));
  }
  return deleted.size > 0 ? null : shortDigest(fold(runId, rows));
}

function rangeAt(compactions: Table, runId: string, seq: number): Row | null {
  for (const [, row] of compactions.entries()) {
    const isAround = Number(row['from_seq']) <= seq && seq <= Number(row['to_seq']);
    if (row['run_id'] === runId && isAround) return row;
  }
  return null;
}

function fold(runId: string, rows: readonly Row[]): Json {
  let [status, attemptId, count] = ['unknown', null as string | null, 0];
  let [approval, proposal] = [null as string | null, null as string | null];
  let [result, failure] = [null as string | null, null as string | null];
  const operations = new Map<string, { status: string; amount: number; currency: string }>();
  const texts = new Map<string, { text: string; complete: boolean }>();
  for (const row of rows) {
    const type = String(row['type']);
    const data = JSON.parse(String(row['payload'])) as Data;
    status = AFTER[type] ?? status;
    if (type === 'attempt.started') [attemptId, count] = [row['attempt_id'] as string | null, count + 1];
    if (type === 'attempt.ended') {
      [attemptId, status] = [null, data['reason'] === 'yielded' ? 'waiting_approval' : 'queued'];
    }
    if (type === 'approval.requested') {
      [approval, proposal] = [textOf(data, 'approval_id'), textOf(data, 'proposal_digest')];
    } else if (type.startsWith('approval.')) [approval, proposal] = [null, null];
    if (type === 'run.succeeded') result = textOf(data['result'] as Data, 'outcome');
    if (type === 'run.failed') failure = textOf(data, 'code');
    foldText(texts, type, data);
    const step = OPERATION[type];
    const id = textOf(data, 'operation_id');
    if (step === undefined) continue;
    const first = { amount: Number(data['amount_cents'] ?? 0), currency: textOf(data, 'currency') };
    operations.set(id, { ...(operations.get(id) ?? first), status: step });
  }
  const listed = [...operations]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation_id, one]) => {
      return { operation_id, status: one.status, amount_cents: one.amount, currency: one.currency };
    });
  const attempt = { attempt_id: attemptId, count };
  const messages = [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([message_id, written]) => ({ message_id, ...written }));
  const asked = { pending_approval: approval, proposal };
  return { run_id: runId, status, attempt, operations: listed, messages, ...asked, result, failure };
}

/** Deltas are put at their offsets; what completes a text says it whole. */
function foldText(texts: Map<string, { text: string; complete: boolean }>, type: string, data: Data): void {
  const id = textOf(data, 'message_id');
  const { text, complete } = texts.get(id) ?? { text: '', complete: false };
  if (type === 'text.delta' && !complete) {
    const before = text.slice(0, Number(data['offset']));
    texts.set(id, { text: before + textOf(data, 'text'), complete });
  }
  if (type === 'message.completed') texts.set(id, { text: textOf(data, 'text'), complete: true });
  if (type === 'message.superseded') texts.delete(id);
}
