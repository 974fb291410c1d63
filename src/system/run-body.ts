// The Run body (CONTRACT §2.2): what a status page shows and what a browser that lost its place starts
// from. Every field comes from one step, so it equals the fold of events 1…snapshot_seq.

import { only } from '../kernel/actor';
import type { Data } from '../kernel/json';
import type { Row, Run } from '../kernel/store';
import { openTexts } from './texts';
import { wireTime } from './time';

const timeOf = (row: Row, column: string): string | null => {
  const at = row[column];
  return typeof at === 'number' ? wireTime(at) : null;
};

/** The body of a run and its ETag; null where there is no such run. */
export function readRunBody(sql: Run, runId: string): { readonly body: Data; readonly etag: string } | null {
  const run = only(sql('read_run_body', { run_id: runId }));
  if (run === null) return null;
  const operations = sql('run_operations', { run_id: runId });
  const artifacts = sql('run_artifacts', { run_id: runId });
  const approval = only(sql('pending_approval', { run_id: runId }));
  const body: Data = {
    run_id: runId,
    ...pick(run, 'conversation_id', 'status', 'version'),
    attempt: { attempt_id: run['status'] === 'running' ? run['attempt_id'] : null, count: run['fence'] },
    cancel_requested: run['cancel_requested'] === 1,
    budget: { attempts: run['budget_attempts'], steps: run['budget_steps'] },
    snapshot_seq: run['last_seq'],
    ...pick(run, 'last_seq', 'min_retained_seq', 'resumes'),
    messages: messagesOf(sql, runId),
    pending_approval: approval === null ? null : approvalBody(approval),
    operations: operations.map((one) =>
      pick(one, 'operation_id', 'kind', 'status', 'amount_cents', 'currency'),
    ),
    artifacts: artifacts.map((one) => pick(one, 'artifact_id', 'name', 'media_type', 'size_bytes', 'digest')),
    result: run['result'] === null ? null : (JSON.parse(String(run['result'])) as Data),
    failure: run['failure_code'] === null ? null : { code: run['failure_code'] },
    created_at: timeOf(run, 'created_at'),
    updated_at: timeOf(run, 'updated_at'),
    finished_at: timeOf(run, 'finished_at'),
  };
  const version = ['version', 'last_seq', 'min_retained_seq'].map((column) => String(run[column])).join('.');
  return { body, etag: `"v${version}"` };
}

/** Completed texts from their rows, which outlive the deltas; a text that is being written from its deltas. */
function messagesOf(sql: Run, runId: string): readonly Data[] {
  const completed = sql('run_messages', { run_id: runId }).map((row) => ({
    ...{ message_id: String(row['message_id']), text: String(row['text']), complete: true },
  }));
  const open = openTexts(sql, runId).map(({ messageId, text }) => ({
    ...{ message_id: messageId, text, complete: false },
  }));
  return [...completed, ...open].toSorted((a, b) => (a.message_id < b.message_id ? -1 : 1));
}

function approvalBody(row: Row): Data {
  const digest = { proposal_digest: row['proposal_digest'], expires_at: timeOf(row, 'expires_at') };
  return { ...pick(row, 'approval_id', 'operation_id', 'order_id', 'amount_cents', 'currency'), ...digest };
}

function pick(row: Row, ...columns: readonly string[]): Data {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}
