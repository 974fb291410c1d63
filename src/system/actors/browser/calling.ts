// What a person asks for beside submitting a task: one request after the other. One whose outcome is unknown
// is sent again after a while, as a person presses again; a definite answer, good or bad, is the end of it.

import { type Data, textOf } from '../../../kernel/json';
import { type Call, isAboutView } from '../../calls';
import type { Answer, Request } from '../../http';
import { isExhausted } from './recovering';
import {
  ask,
  blockedStart,
  type BrowserDisk,
  type BrowserMemory,
  type Guard,
  mayAsk,
  type Result,
  type View,
} from './state';

const PROCEDURE = 'browser.call';

/** The call that comes next, if there is any. */
export function calling({
  actor,
  now,
  state,
  parameters,
}: Guard): readonly ReturnType<typeof blockedStart>[] {
  const { memory, disk } = state;
  const call = disk.calls[disk.called];
  if (call === undefined) return [];
  const isSubmitting = disk.runId === null && disk.draft !== null && memory.submission !== 'REJECTED';
  if (isSubmitting || !mayAsk(memory, now)) return [blockedStart(PROCEDURE, 'waitsForAnswer', actor)];
  if (call.does !== 'check' && isExhausted({ memory, parameters }))
    return [blockedStart(PROCEDURE, 'backsOff', actor)];
  if (memory.calling === null && !isDue(call, disk, memory))
    return [blockedStart(PROCEDURE, 'notSeenYet', actor)];
  return [{ procedure: PROCEDURE, run: disk.runId, blocked: null }];
}

/** Whether the view shows what the person waits for. */
function isDue(call: Call, { view }: BrowserDisk, { recovery }: BrowserMemory): boolean {
  if (call.does === 'check') return recovery === 'RECOVERY_UNKNOWN';
  if (isAboutView(call)) return view?.run_id === call.target && view.pending_approval !== null;
  return !call.onceRunning || (view?.run_id === call.target && view.attempt.count > 0);
}

export function sendCall(view: View): Result {
  const call = view.disk.calls[view.disk.called];
  if (call === undefined) return { then: { end: true } };
  if (call.does === 'refresh') return refreshed(view);
  if (call.does === 'check') return checkedAgain(view);
  const id = `call:${view.actor}:${String(view.disk.called + 1)}`;
  const says = { key: 'browser.sendCall', values: { actor: view.actor, call: call.text } };
  const { method, path, body } = view.memory.calling ?? requestFor(call, view);
  const asked = ask(view, { id, method, path, ...(body === null ? {} : { body }) });
  return { ...asked, memory: { ...asked.memory, calling: { method, path, body } }, says };
}

/** The person wants to see the run anew: the page asks for it as a whole. */
function refreshed(view: View): Result {
  const says = { key: 'browser.sendCall.refresh', values: { actor: view.actor, run: view.disk.runId } };
  return { memory: { recovery: 'RECOVERING/resync' }, disk: { called: view.disk.called + 1 }, says };
}

/** The person asks a page that has given up to try again: with all its attempts. */
function checkedAgain(view: View): Result {
  const says = { key: 'browser.sendCall.check', values: { actor: view.actor, run: view.disk.runId } };
  const memory = { recovery: 'RECOVERING/page', failures: 0, retryAt: null, isCaughtUp: false } as const;
  return { memory, disk: { called: view.disk.called + 1 }, says };
}

type Asked = Pick<Request, 'method' | 'path' | 'body'>;

/** An id that was made up is right only where ids can be guessed. */
const GUESSED: Readonly<Record<string, (id: string) => string>> = {
  unguessable: (id) => id.replace(/[^_]+$/, '0'),
};

const get = (path: string): Asked => ({ method: 'GET', path, body: null });

function requestFor(call: Call, { disk, parameters }: View): Asked {
  const guessed = GUESSED[textOf(parameters, 'ids')];
  const known = (id: string): string => (call.guesses ? (guessed?.(id) ?? id) : id);
  const target = known(call.target);
  switch (call.does) {
    case 'read':
    case 'refresh':
    case 'check':
      return get(`/v1/runs/${target}`);
    case 'events':
      return get(`/v1/runs/${target}/events?after_seq=0`);
    case 'conversation':
      return get(`/v1/conversations/${target}`);
    case 'download':
      return get(`/v1/runs/${target}/artifacts/${known(call.artifact ?? '')}`);
    case 'cancel':
      return { method: 'POST', path: `/v1/runs/${target}/cancel`, body: null };
    case 'approve':
    case 'reject': {
      const seen = isAboutView(call);
      const approval = seen ? (disk.view?.pending_approval ?? '') : target;
      const digest = seen ? (disk.view?.proposal ?? '') : call.digest;
      const body = JSON.stringify({ decision: call.does, proposal_digest: digest });
      return { method: 'POST', path: `/v1/approvals/${approval}/decision`, body };
    }
  }
}

/** A definite answer: this call is done with. */
export function callAnswered(view: View, answer: Answer): Result {
  const { called, calls } = view.disk;
  const call = calls[called]?.text ?? '';
  const code = answer.status < 400 ? '' : codeIn(answer.body);
  const fact = { fact: 'call_answered', browser: view.actor, call, status: answer.status, code };
  const key = answer.status < 400 ? 'browser.receive.answered' : 'browser.receive.refused';
  const values = { actor: view.actor, call, status: answer.status, code };
  return {
    memory: { asked: null, failures: 0, calling: null },
    disk: { called: called + 1 },
    facts: [fact],
    then: { end: true },
    says: { key, values },
  };
}

function codeIn(body: string): string {
  return textOf(JSON.parse(body) as Data, 'code');
}
