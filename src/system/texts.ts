// What a run's model has begun to write and neither completed nor withdrawn: told by the deltas of its log, for
// a text has a row of its own only once it is complete (CONTRACT §4).

import { type Data, textOf } from '../kernel/json';
import type { Run } from '../kernel/store';

export interface OpenText {
  readonly messageId: string;
  readonly text: string;
  /** Where its first delta stands: retention stops there, or nobody could tell the text any more. */
  readonly firstSeq: number;
}

/** The texts of a run that are not complete, in the order in which they were begun. */
export function openTexts(sql: Run, runId: string): readonly OpenText[] {
  const completed = new Set(sql('run_messages', { run_id: runId }).map((row) => row['message_id']));
  const open = new Map<string, OpenText>();
  for (const row of sql('text_events', { run_id: runId })) {
    const data = JSON.parse(String(row['payload'])) as Data;
    const messageId = textOf(data, 'message_id');
    if (row['type'] !== 'text.delta') open.delete(messageId);
    else if (!completed.has(messageId)) {
      const { text, firstSeq } = open.get(messageId) ?? { text: '', firstSeq: Number(row['seq']) };
      open.set(messageId, { messageId, text: text + textOf(data, 'text'), firstSeq });
    }
  }
  return [...open.values()];
}
