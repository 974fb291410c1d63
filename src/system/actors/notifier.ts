// The notifier: puts what a person has to be told on their list, once for each message (CONTRACT §11). It
// writes down which messages it has seen in the transaction that gives them effect.
//
//   notifier.notice   take [ acceptInbox insertNotice ] ack

import {
  type ActorKind,
  type Decide,
  only,
  operation,
  type Outcome,
  type StepView,
} from '../../kernel/actor';
import { type Data, textOf } from '../../kernel/json';

/** Under this name the notifier keeps its inbox. */
const CONSUMER = 'notifier';

interface NotifierLocals {
  readonly messageId?: string;
  readonly runId?: string;
  readonly seq?: number;
  readonly type?: string;
}

type View = StepView<object, object, NotifierLocals>;
type Result = Outcome<object, object, NotifierLocals>;
const notifier = (decide: Decide<object, object, NotifierLocals>) => operation(decide);

function take(view: View): Result {
  const body = view.message?.body as Data;
  const [runId, seq, type] = [textOf(body, 'run_id'), Number(body['seq']), textOf(body, 'type')];
  const messageId = `${runId}:${String(seq)}:runs.notify`;
  const says = { key: 'notifier.take', values: { message: view.message?.id ?? '' } };
  return { locals: { messageId, runId, seq, type }, run: runId, says };
}

/** A message that is in the inbox already has had its effect. */
function acceptInbox(view: View): Result {
  const { messageId = '', runId = '' } = view.locals;
  const row = only(view.sql('inbox_accept', { consumer: CONSUMER, message_id: messageId }));
  if (row?.['received'] === 1) return {};
  const facts = [{ fact: 'ignored', why: 'duplicate', message_id: messageId }];
  return { facts, then: { to: 'ack' }, says: { key: 'notifier.acceptInbox.known', values: { run: runId } } };
}

function insertNotice(view: View): Result {
  const { messageId = '', runId = '', seq = 0, type = '' } = view.locals;
  const row = only(view.sql('insert_notice', { message_id: messageId, run_id: runId, type }));
  const copy = Number(row?.['copy']);
  const key = copy > 1 ? 'notifier.insertNotice.again' : 'notifier.insertNotice';
  const facts = [{ fact: 'noticed', message_id: messageId, run_id: runId, seq, copy }];
  return { facts, says: { key, values: { run: runId, type } } };
}

const ack = (view: View): Result => ({
  acknowledge: true,
  says: { key: 'notifier.ack', values: { run: view.locals.runId ?? null } },
});

export const notifierKind: ActorKind<object, object> = {
  kind: 'notifier',
  several: false,
  procedures: { 'notifier.notice': 'take [ acceptInbox insertNotice ] ack' },
  operations: {
    take: notifier(take),
    acceptInbox: notifier(acceptInbox),
    insertNotice: notifier(insertNotice),
    ack: notifier(ack),
  },
  // A notice is a row of a person's list, not of the run: no doubt about the run waits for it.
  writes: [],
  memory: {},
  disk: {},
  begins: [],
  starts: () => [],
  receives: () => 'notifier.notice',
};
