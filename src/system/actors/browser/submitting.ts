// A task on its way to the API: the key is stored before the first send, and every later attempt uses it
// (CONTRACT §12).

import type { AnyOperation, Start } from '../../../kernel/actor';
import { canonical } from '../../../kernel/json';
import { refundMessage } from '../../agent';
import { isExhausted } from './recovering';
import { ask, blockedStart, browser, type Guard, mayAsk, type Result, type View } from './state';

/** The key is made and on disk before anything is sent, so that every later attempt can use it. */
function keepKey(view: View): Result {
  const keys = view.disk.keys + 1;
  const key = view.disk.draft?.key ?? `${view.actor}-k${String(keys)}`;
  return { disk: { keys, key }, says: { key: 'browser.keepKey', values: { actor: view.actor, key } } };
}

export const CONVERSATION = 'conv_1';

/** The request that submits a task under a key; null where there is no task. */
export function submission(view: View, key: string): ReturnType<typeof ask> | null {
  const { draft } = view.disk;
  if (draft === null) return null;
  const input = { message: refundMessage(draft.amount, draft.order, draft), order_id: draft.order };
  const budget = draft.steps === undefined ? {} : { budget: { steps: draft.steps } };
  const body = canonical({ conversation_id: CONVERSATION, input, ...budget });
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return ask(view, {
    // Where the key is made of the request, another browser may send the same one.
    id: draft.key === null ? `submit:${key}` : `submit:${view.actor}:${key}`,
    method: 'POST',
    path: '/v1/runs',
    headers,
    body,
  });
}

function sendPost(view: View): Result {
  const { key } = view.disk;
  const asked = key === null ? null : submission(view, key);
  if (asked === null) return { then: { end: true } };
  const isAgain = view.memory.submission === 'SUBMIT_UNKNOWN';
  const says = {
    key: isAgain ? 'browser.sendPost.again' : 'browser.sendPost',
    values: { actor: view.actor, key },
  };
  const facts = isAgain ? [{ fact: 'reconnected', browser: view.actor }] : [];
  return { send: asked.send, memory: { ...asked.memory, submission: 'SUBMITTING' }, facts, says };
}

/** A page that takes every attempt for a task of its own (submit.browser_retry=new_key). */
export const resendWithNewKey: AnyOperation = browser((view) => {
  const keys = view.disk.keys + 1;
  const key = `${view.actor}-k${String(keys)}`;
  const disk = { keys, key };
  const sent = sendPost({ ...view, disk: { ...view.disk, ...disk } });
  const says = { key: 'browser.sendPost.newKey', values: { actor: view.actor, key } };
  return { ...sent, disk: { ...sent.disk, ...disk }, says };
});

/** Submitting, for as long as there is no run: first with a new key, then again with the same one. */
export function submitting(guard: Guard): Start {
  const { actor, now, state } = guard;
  const { memory, disk } = state;
  if (disk.draft === null) return blockedStart('browser.submit', 'nothingToSubmit', actor);
  if (memory.submission === 'DRAFT') return { procedure: 'browser.submit', run: null, blocked: null };
  if (memory.submission === 'REJECTED') return blockedStart('browser.submit', 'nothingToSubmit', actor);
  const isLost = memory.submission === 'SUBMITTING' && memory.asked !== null && memory.asked.untilAt <= now;
  if (memory.submission === 'SUBMITTING' && !isLost)
    return blockedStart('browser.resend', 'waitsForAnswer', actor);
  if (isExhausted({ ...guard, memory }) || !mayAsk(memory, now))
    return blockedStart('browser.resend', 'backsOff', actor);
  return { procedure: 'browser.resend', run: null, blocked: null };
}

export const submittingOperations: Readonly<Record<string, AnyOperation>> = {
  keepKey: browser(keepKey),
  sendPost: browser(sendPost),
};
