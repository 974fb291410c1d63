// The view that a browser keeps of one run: the fold of its events. Live and replayed events take this
// one reducer, so online and after recovery the same history shows the same picture.

import { type Data, textOf } from '../kernel/json';
import { type RunEvent, TERMINAL } from './events';

export interface OperationView extends Data {
  readonly operation_id: string;
  readonly status: string;
  readonly amount_cents: number;
  readonly currency: string;
}

export interface TextView extends Data {
  readonly message_id: string;
  readonly text: string;
  readonly complete: boolean;
}

/** A subset of the Run body (CONTRACT §2.2), so that a snapshot may take its place. */
export interface Projection extends Data {
  readonly run_id: string;
  readonly status: string;
  readonly attempt: { readonly attempt_id: string | null; readonly count: number };
  readonly operations: readonly OperationView[];
  /** What the model has written, in the order of the ids; a text that was withdrawn is not among them. */
  readonly messages: readonly TextView[];
  readonly pending_approval: string | null;
  /** Digest of what the pending approval is about: a decision is bound to what was seen. */
  readonly proposal: string | null;
  readonly result: string | null;
  readonly failure: string | null;
}

export const emptyProjection = (runId: string): Projection => ({
  run_id: runId,
  status: 'unknown',
  attempt: { attempt_id: null, count: 0 },
  operations: [],
  messages: [],
  pending_approval: null,
  proposal: null,
  result: null,
  failure: null,
});

type Reduce = (view: Projection, event: RunEvent) => Partial<Projection>;

const text = (event: RunEvent, name: string): string => textOf(event.data, name);

const operationStatus =
  (status: string): Reduce =>
  (view, event) => ({ operations: withOperation(view.operations, event, status) });

const approvalClosed: Reduce = () => ({ pending_approval: null, proposal: null });

const REDUCERS: Readonly<Record<string, Reduce>> = {
  'run.created': () => ({ status: 'queued' }),
  'attempt.started': (view, event) => ({
    status: 'running',
    attempt: { attempt_id: event.attempt_id, count: view.attempt.count + 1 },
  }),
  'attempt.ended': (view, event) => ({
    attempt: { ...view.attempt, attempt_id: null },
    status: text(event, 'reason') === 'yielded' ? 'waiting_approval' : 'queued',
  }),
  'text.delta': (view, event) => {
    const known = textIn(view, event);
    if (known?.complete === true) return {};
    return withText(view, event, `${known?.text ?? ''}${text(event, 'text')}`, false);
  },
  'message.completed': (view, event) => withText(view, event, text(event, 'text'), true),
  'message.superseded': (view, event) => ({ messages: withoutText(view, event) }),
  'operation.planned': operationStatus('planned'),
  'operation.started': operationStatus('started'),
  'operation.unknown': operationStatus('unknown'),
  'refund.committed': operationStatus('committed'),
  'operation.failed': operationStatus('failed'),
  'operation.abandoned': operationStatus('abandoned'),
  'approval.requested': (_view, event) => ({
    pending_approval: text(event, 'approval_id'),
    proposal: text(event, 'proposal_digest'),
  }),
  'approval.decided': () => ({ status: 'queued', pending_approval: null, proposal: null }),
  'approval.expired': approvalClosed,
  'approval.withdrawn': approvalClosed,
  'run.succeeded': (_view, event) => ({ result: outcomeOf(event) }),
  'run.failed': (_view, event) => ({ failure: text(event, 'code') }),
};

/** The view after one more event. Events of unknown types change nothing but are still accepted. */
export function reduce(view: Projection, event: RunEvent): Projection {
  const ended = TERMINAL[event.type];
  const changes = REDUCERS[event.type]?.(view, event) ?? {};
  return { ...view, ...changes, ...(ended === undefined ? {} : { status: ended }) };
}

/** A reducer that never learned that a question can be closed (browser.reducer=separate_for_replay). */
export function reduceReplayed(view: Projection, event: RunEvent): Projection {
  const next = reduce(view, event);
  const isClosing = event.type.startsWith('approval.') && event.type !== 'approval.requested';
  return isClosing ? { ...next, pending_approval: view.pending_approval, proposal: view.proposal } : next;
}

const isOf = (event: RunEvent) => (one: TextView) => one.message_id === text(event, 'message_id');

const textIn = (view: Projection, event: RunEvent): TextView | undefined => view.messages.find(isOf(event));

const withoutText = (view: Projection, event: RunEvent): readonly TextView[] =>
  view.messages.filter((one) => !isOf(event)(one));

function withText(view: Projection, event: RunEvent, whole: string, complete: boolean): Partial<Projection> {
  const grown = { message_id: text(event, 'message_id'), text: whole, complete };
  const messages = [...withoutText(view, event), grown];
  return { messages: messages.toSorted((a, b) => (a.message_id < b.message_id ? -1 : 1)) };
}

function outcomeOf(event: RunEvent): string {
  const result = event.data['result'];
  return typeof result === 'object' && result !== null && !Array.isArray(result)
    ? textOf(result as Data, 'outcome')
    : '';
}

function withOperation(
  operations: readonly OperationView[],
  event: RunEvent,
  status: string,
): readonly OperationView[] {
  const id = text(event, 'operation_id');
  const known = operations.find((one) => one.operation_id === id);
  if (known !== undefined) return operations.map((one) => (one === known ? { ...one, status } : one));
  const amount = Number(event.data['amount_cents'] ?? 0);
  const added = { operation_id: id, status, amount_cents: amount, currency: text(event, 'currency') };
  return [...operations, added].toSorted((a, b) => (a.operation_id < b.operation_id ? -1 : 1));
}
