// The outbox dispatcher: reads a message that a transaction has left, tells the broker, writes down that
// it did (CONTRACT §11). Between telling and writing down lies the crash that sends a message twice.
//
//   dispatcher.pump   [ readUnsent ] publish [ mark ]

import {
  type ActorKind,
  type Decide,
  only,
  operation,
  type Outcome,
  type StepView,
} from '../../kernel/actor';
import type { Row } from '../../kernel/store';
import { RUNS, TOPICS } from '../channels';

export interface DispatcherLocals {
  readonly messageId?: string;
  readonly runId?: string;
  readonly seq?: number;
  readonly topic?: string;
  readonly type?: string;
}

type View = StepView<object, object, DispatcherLocals>;
type Result = Outcome<object, object, DispatcherLocals>;
const dispatcher = (decide: Decide<object, object, DispatcherLocals>) => operation(decide);

function readUnsent(view: View): Result {
  const row = only(view.sql('read_unsent', {}));
  return row === null ? { then: { end: true } } : found(row);
}

/** What the dispatcher has in hand from here on. */
export function found(row: Row): Result {
  const [messageId, runId, seq] = [String(row['message_id']), String(row['run_id']), Number(row['seq'])];
  const says = { key: 'dispatcher.readUnsent', values: { run: runId, seq } };
  const [topic, type] = [String(row['topic']), String(row['type'])];
  return { locals: { messageId, runId, seq, topic, type }, run: runId, says };
}

function publish(view: View): Result {
  const { runId, seq, topic, type } = view.locals;
  const channel = TOPICS[topic ?? ''];
  if (runId === undefined || seq === undefined || type === undefined || channel === undefined) return {};
  const says = { key: 'dispatcher.publish', values: { run: runId, seq } };
  return { send: [messageTo(channel, runId, seq, type)], says };
}

/** The message that starts a run. */
export const dispatchMessage = (runId: string, seq: number, type: string) =>
  messageTo(RUNS, runId, seq, type);

/** A message about an event of a run: its id is the place of the event in the log. */
function messageTo(channel: string, runId: string, seq: number, type: string) {
  return {
    channel,
    id: `${runId}:${String(seq)}`,
    to: null,
    run: runId,
    body: { run_id: runId, seq, type },
  };
}

function mark(view: View): Result {
  const { messageId, runId = '' } = view.locals;
  const marked = view.sql('mark', { message_id: messageId ?? null });
  return {
    says: { key: marked.length > 0 ? 'dispatcher.mark' : 'dispatcher.mark.already', values: { run: runId } },
  };
}

export const dispatcherKind: ActorKind<object, object> = {
  kind: 'dispatcher',
  several: false,
  procedures: { 'dispatcher.pump': '[ readUnsent ] publish [ mark ]' },
  operations: { readUnsent: dispatcher(readUnsent), publish: dispatcher(publish), mark: dispatcher(mark) },
  writes: ['publish', 'mark'],
  memory: {},
  disk: {},
  begins: ['dispatcher.pump'],
  starts: ({ sql }) => {
    const row = only(sql('read_unsent', {}));
    const blocked = row === null ? { key: 'nothingToSend', values: {} } : null;
    return [{ procedure: 'dispatcher.pump', run: row === null ? null : String(row['run_id']), blocked }];
  },
  receives: () => 'dispatcher.pump',
};
