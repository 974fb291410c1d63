// How a worker writes down what the model says to the person: piece by piece into the log, as much at once as
// text.batch allows, and whole once it is complete. An attempt that was lost in the middle leaves a text that
// whoever comes next withdraws (CONTRACT §4).

import { type AnyOperation, only } from '../../../kernel/actor';
import { type Json, textOf } from '../../../kernel/json';
import { wholeUnits } from '../../agent';
import { shortDigest } from '../../digest';
import { openTexts } from '../../texts';
import { appendHeld, RECONCILE, refused, type Result, runOf, type View, worker } from './state';

/** How much of a text goes into one event: where the piece that begins at `from` ends. */
type Flush = (text: string, from: number) => number;

const UNITS_MAX = 256;

const batched: Flush = (text, from) => wholeUnits(text, Math.min(text.length, from + UNITS_MAX));

/** One token: a word, and the space that follows it. */
const perToken: Flush = (text, from) => from + (/^\s*\S*\s*/u.exec(text.slice(from))?.[0].length ?? 1);

const FLUSHES: Readonly<Record<string, Flush>> = { token: perToken };

type Designed = { readonly parameters: Readonly<Record<string, Json>> };

const flushIn = ({ parameters }: Designed): Flush => FLUSHES[textOf(parameters, 'batch')] ?? batched;

/** The id of the text that an attempt writes. */
export const textId = (view: View): string =>
  `${view.locals.attemptId ?? `${runOf(view)}.a${String(view.locals.fence ?? 0)}`}.m1`;

/**
 * What `work` comes to: on to a procedure, or to the next step, once the text is written. A run that has its text
 * already does not say the same again.
 */
export function written(view: View, text: string | null, procedure: string | null, outcome: Result): Result {
  const onward = procedure === null ? {} : { then: { procedure } };
  const isSaid = text === null || view.sql('run_messages', { run_id: runOf(view) }).length > 0;
  if (isSaid || text === '') return { ...outcome, ...onward };
  const { flushed = 0 } = view.locals;
  const locals = { ...outcome.locals, draft: text, flushed, onward: procedure };
  return { ...outcome, locals, then: after({ ...view, locals: { ...view.locals, ...locals } }, flushed) };
}

/** Where a worker goes from a place in its text. */
function after({ locals }: View, flushed: number): NonNullable<Result['then']> {
  if (flushed < (locals.draft ?? '').length) return { procedure: 'worker.stream' };
  return locals.breaksOff === true ? onwards(locals.onward) : { procedure: 'worker.message' };
}

const onwards = (onward: string | null | undefined): NonNullable<Result['then']> =>
  typeof onward === 'string' ? { procedure: onward } : { procedure: 'worker.work', after: 'work' };

/** The next piece of the text, and where it ends. */
export function pieceOf(view: View) {
  const { draft = '', flushed = 0 } = view.locals;
  const end = flushIn(view)(draft, flushed);
  return { flushed, end, text: draft.slice(flushed, end), grown: draft.slice(0, end) };
}

/** What an append of a piece came to. */
function flushedTo(view: View, end: number, seq: number): Result {
  const values = { actor: view.actor, run: runOf(view), seq, length: end };
  const says = { key: 'worker.appendDeltas', values };
  const isOver = end >= (view.locals.draft ?? '').length;
  return { locals: { flushed: end }, then: isOver ? after(view, end) : { procedure: 'worker.stream' }, says };
}

function appendDeltas(view: View): Result {
  const { flushed, end, text } = pieceOf(view);
  const seq = appendHeld(view, 'text.delta', { message_id: textId(view), offset: flushed, text });
  return seq === null ? refused(view, 'appendDeltas', RECONCILE) : flushedTo(view, end, seq);
}

/** Writes the text so far over the newest piece of it, whoever may have read that (log.mutability=update_in_place). */
export const growDelta: AnyOperation = worker((view) => {
  const { flushed, end, grown: text } = pieceOf(view);
  if (flushed === 0) return appendDeltas(view);
  const holder = { run_id: runOf(view), owner: view.actor, fence: view.locals.fence ?? 0 };
  const newest = only(view.sql('newest_of', { run_id: runOf(view), type: 'text.delta' }));
  if (newest === null || view.sql('read_held', holder).length === 0)
    return refused(view, 'appendDeltas', RECONCILE);
  const seq = Number(newest['seq']);
  const payload = JSON.stringify({ message_id: textId(view), offset: 0, text });
  view.sql('grow_event', { run_id: runOf(view), seq, payload });
  const values = { actor: view.actor, run: runOf(view), seq, length: end };
  return { ...flushedTo(view, end, seq), says: { key: 'worker.appendDeltas.grown', values } };
});

function appendMessage(view: View): Result {
  const { draft: text = '' } = view.locals;
  const said = { message_id: textId(view), length: text.length, digest: shortDigest(text), text };
  const seq = appendHeld(view, 'message.completed', said);
  return seq === null ? refused(view, 'appendMessage', RECONCILE) : { locals: { lastSeq: seq } };
}

function storeMessage(view: View): Result {
  const { draft: text = '', lastSeq = 0, onward } = view.locals;
  view.sql('store_message', {
    ...{ message_id: textId(view), run_id: runOf(view), seq: lastSeq, role: 'assistant', text },
  });
  const says = { key: 'worker.storeMessage', values: { actor: view.actor, run: runOf(view), seq: lastSeq } };
  return { then: onwards(onward), says };
}

/** Withdraws what earlier attempts have begun to write; false where the caller does not hold the run. */
export function supersedeTexts(view: View): boolean {
  // Before the first attempt nobody has written anything.
  if ((view.locals.fence ?? 0) <= 1) return true;
  return openTexts(view.sql, runOf(view)).every(
    ({ messageId }) => appendHeld(view, 'message.superseded', { message_id: messageId }) !== null,
  );
}

export const writing: Readonly<Record<string, AnyOperation>> = {
  appendDeltas: worker(appendDeltas),
  appendMessage: worker(appendMessage),
  storeMessage: worker(storeMessage),
};
