// A run that was interrupted goes on as another one, which names it: the page that followed the first asks the
// conversation, and follows the second from its beginning (CONTRACT §12).

import { only, type Start } from '../../../kernel/actor';
import type { Data } from '../../../kernel/json';
import { textOf } from '../../../kernel/json';
import type { Answer } from '../../http';
import { isExhausted } from './recovering';
import { ask, blockedStart, type Guard, mayAsk, type Result, type View } from './state';

const PROCEDURE = 'browser.follow';

/** A question is asked only where it would find something. */
export function resuming({ now, state, sql }: Guard, isShown: (runId: string) => boolean): readonly Start[] {
  const { memory, disk } = state;
  if (memory.recovery !== 'INTERRUPTED' || disk.runId === null || !mayAsk(memory, now)) return [];
  const next = only(sql('resumed_run', { run_id: disk.runId }));
  if (next === null || !isShown(String(next['run_id']))) return [];
  return [{ procedure: PROCEDURE, run: disk.runId, blocked: null }];
}

/**
 * A page that knows of no run looks for one where it belongs, once there is any, and as often as its budget of
 * attempts allows; null where it does not look.
 */
export function discovering(guard: Guard): Start | null {
  const { actor, now, state, sql } = guard;
  const { memory, disk } = state;
  if (disk.opens === null || disk.draft !== null) return null;
  if (isExhausted({ ...guard, memory })) return blockedStart('browser.load', 'backsOff', actor);
  const runs = sql('active_runs', { conversation_id: disk.opens });
  const isThere = runs.length > 0 && mayAsk(memory, now);
  const blocked = isThere ? null : { key: 'nothingNew', values: { actor } };
  return { procedure: 'browser.load', run: null, blocked };
}

export function askConversation(view: View, conversation: string): Result {
  const id = `conversation:${view.actor}:${view.disk.runId ?? ''}`;
  const asked = ask(view, { id, method: 'GET', path: `/v1/conversations/${conversation}` });
  return { ...asked, says: { key: 'browser.askConversation', values: { actor: view.actor } } };
}

/** A conversation that is not to be seen is not asked about again. */
function shutOut({ actor }: View, status: number): Result {
  const says = { key: 'browser.receive.shutOut', values: { actor, status } };
  return { memory: { asked: null }, disk: { opens: null }, then: { end: true }, says };
}

const OVER: readonly unknown[] = ['succeeded', 'failed', 'cancelled'];

/** Of the runs of a conversation the newest that goes on, or the newest of all. */
const toFollow = (runs: readonly Data[]): Data | undefined =>
  runs.findLast((run) => !OVER.includes(run['status'])) ?? runs.at(-1);

/** Where a page begins with the run that goes on, by design; else before its first event. */
const BEGINNINGS: Readonly<Record<string, (view: View) => number>> = { on: ({ disk }) => disk.cursor };

const beginningIn = (view: View): number => BEGINNINGS[textOf(view.parameters, 'follow')]?.(view) ?? 0;

/** The run that names this one is followed from its first event, with a view of its own. */
export function conversationArrived(view: View, answer: Answer): Result {
  const body = answer.status === 200 ? (JSON.parse(answer.body) as Data) : {};
  const runs = (Array.isArray(body['runs']) ? body['runs'] : []) as readonly Data[];
  const isSearch = view.disk.runId === null;
  if (isSearch && answer.status !== 200) return shutOut(view, answer.status);
  const next = isSearch ? toFollow(runs) : runs.find((run) => run['resumes'] === view.disk.runId);
  const values = { actor: view.actor, run: view.disk.runId };
  if (next === undefined) {
    const says = { key: isSearch ? 'browser.receive.noRun' : 'browser.receive.alone', values };
    return { memory: { asked: null }, then: { end: true }, says };
  }
  const runId = textOf(next, 'run_id');
  const cursor = beginningIn(view);
  return {
    memory: {
      ...{
        submission: 'ACCEPTED',
        recovery: 'RECOVERING/page',
        asked: null,
        position: cursor,
        toldSeq: 0,
        failures: 0,
      },
      // The stream of another run has another address, and ids of its own.
      ...{ streamFrom: null, idForm: null, isCaughtUp: false },
    },
    disk: { runId, cursor, view: null, appliedSeq: cursor },
    run: runId,
    then: { end: true },
    says: {
      key: isSearch ? 'browser.receive.found' : 'browser.receive.resumed',
      values: { actor: view.actor, run: runId },
    },
  };
}
