// The event log as actors write it and browsers read it (CONTRACT §4). An append is two statements in one
// transaction: the run row gives the next seq, the event row takes it; so commit order is seq order.

import * as z from 'zod/mini';
import type { Data, Json } from '../kernel/json';
import type { Run } from '../kernel/store';
import { type Fact, only, type StepView } from '../kernel/actor';
import { wireTime } from './time';
import type { Row } from '../kernel/store';

export const TERMINAL: Readonly<Record<string, string>> = {
  'run.succeeded': 'succeeded',
  'run.failed': 'failed',
  'run.cancelled': 'cancelled',
  'run.interrupted': 'interrupted',
};

export interface RunEvent extends Data {
  readonly run_id: string;
  readonly seq: number;
  readonly type: string;
  readonly time: string;
  readonly attempt_id: string | null;
  readonly data: Data;
}

export interface Appending {
  readonly runId: string;
  readonly type: string;
  readonly data: Data;
  readonly now: number;
  readonly attemptId: string | null;
  readonly fence: number | null;
}

/** Writes an event at the next position; returns its seq. */
export function append(sql: Run, event: Appending): number {
  return insert(sql, event, only(sql('advance', { run_id: event.runId })));
}

/** The same, but only for the holder of the run; null where the caller is not. */
export function appendFenced(
  sql: Run,
  event: Appending,
  holder: { readonly owner: string; readonly fence: number },
): number | null {
  const advanced = only(sql('advance_fenced', { run_id: event.runId, ...holder }));
  return advanced === null ? null : insert(sql, event, advanced);
}

interface Drawn extends Appending {
  readonly seq: number;
}

/** Writes an event at a place that was drawn before, whatever has been written since (seq.alloc). */
function appendDrawn(sql: Run, event: Drawn): number {
  sql('advance_to', { run_id: event.runId, seq: event.seq });
  return insertDrawn(sql, event);
}

/** The same, but only for the holder of the run; null where the caller is not. */
export function appendDrawnFenced(
  sql: Run,
  event: Drawn,
  holder: { readonly owner: string; readonly fence: number },
): number | null {
  const advanced = sql('advance_to_fenced', { run_id: event.runId, seq: event.seq, ...holder });
  return advanced.length === 0 ? null : insertDrawn(sql, event);
}

function insertDrawn(sql: Run, event: Drawn): number {
  const place = { run_id: event.runId, seq: event.seq };
  const twin = Number(only(sql('count_at', place))?.['count']);
  sql('insert_drawn', {
    ...{ ...place, twin, type: event.type, attempt_id: event.attemptId, fence: event.fence },
    payload: JSON.stringify(event.data),
  });
  return event.seq;
}

/** What a step sees, as far as an append needs it. */
type Appender = Pick<StepView<object, object, object>, 'sql' | 'now'>;

/**
 * Writes an event that is told outside every attempt, by the API or by the timer; at `seq` where a place was drawn
 * before.
 */
export function tell(view: Appender, runId: string, type: string, data: Data, seq?: number): number {
  const event = { runId, type, data, now: view.now, attemptId: null, fence: null };
  return seq === undefined ? append(view.sql, event) : appendDrawn(view.sql, { ...event, seq });
}

/** Abandons what a run has only planned, and tells so of each operation. */
export function abandonPlanned(view: Appender, runId: string, code: string): void {
  for (const row of view.sql('abandon_planned', { run_id: runId })) {
    tell(view, runId, 'operation.abandoned', { operation_id: String(row['operation_id']), code });
  }
}

function insert(sql: Run, event: Appending, advanced: Row | null): number {
  const seq = Number(advanced?.['seq']);
  sql('insert_event', {
    ...{ run_id: event.runId, seq, type: event.type, attempt_id: event.attemptId, fence: event.fence },
    payload: JSON.stringify(event.data),
  });
  return seq;
}

/**
 * What its reader has been told of a log once these have been sent, for the observer: nothing but a text could still
 * be written over.
 */
export function toldIn(runId: string, events: readonly RunEvent[]): readonly Fact[] {
  const last = events.findLast(({ type }) => type === 'text.delta');
  return last === undefined ? [] : [{ fact: 'told', run_id: runId, seq: last.seq }];
}

/** An event as it travels, from its row. */
export function wireEvent(runId: string, row: Row): RunEvent {
  return {
    run_id: runId,
    seq: Number(row['seq']),
    type: String(row['type']),
    time: wireTime(Number(row['created_at'])),
    attempt_id: row['attempt_id'] as string | null,
    data: JSON.parse(String(row['payload'])) as Data,
  };
}

z.config({ jitless: true });

const envelope = z.object({
  run_id: z.string().check(z.minLength(1), z.maxLength(64)),
  seq: z.int().check(z.gte(1)),
  type: z.string().check(z.regex(/^[a-z_]+\.[a-z_]+$/)),
  time: z.string(),
  attempt_id: z.nullable(z.string()),
  data: z.record(z.string(), z.json()),
});

/** What a browser accepts as an event; null where it is malformed. Unknown types and fields pass. */
export function parseEvent(value: Json): RunEvent | null {
  const parsed = envelope.safeParse(value);
  return parsed.success ? parsed.data : null;
}
