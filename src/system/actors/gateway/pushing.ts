// A way past the log: the worker hands its events to the gateway, which shows them to whoever is there, and only then
// writes them down (log.deliver=deliver_then_append).

import { type AnyOperation, only } from '../../../kernel/actor';
import type { Data, Json } from '../../../kernel/json';
import { type RunEvent } from '../../events';
import { asPiece, GATEWAY, STREAM } from '../../stream';
import { wireTime } from '../../time';
import { pieceOf, textId } from '../worker/writing';
import { runOf, worker } from '../worker/state';
import { eventFrame } from './frames';
import { gateway, type Result, type View } from './state';

/** What a worker tells before it has written it. */
interface Push extends Data {
  readonly pushed: RunEvent;
}

export const isPush = (body: Json): body is Push =>
  typeof body === 'object' && body !== null && 'pushed' in body;

/** The next piece of the text, at the place that it will have if nothing comes in between. */
export const pushDelta: AnyOperation = worker((view) => {
  if (view.parameters['live'] !== 'stream') return {};
  const run = runOf(view);
  const { flushed, text } = pieceOf(view);
  const seq = Number(only(view.sql('poll_page', { run_id: run }))?.['last_seq'] ?? 0) + 1;
  const pushed: RunEvent = {
    ...{ run_id: run, seq, type: 'text.delta', time: wireTime(view.now) },
    ...{
      attempt_id: view.locals.attemptId ?? null,
      data: { message_id: textId(view), offset: flushed, text },
    },
  };
  const body: Push = { pushed };
  return {
    send: [
      {
        channel: STREAM,
        id: `push:${run}:${String(seq)}`,
        to: GATEWAY,
        run,
        connection: `push:${run}`,
        body,
      },
    ],
    says: { key: 'worker.pushFrames', values: { actor: view.actor, run, seq } },
  };
});

/** Shows a pushed event to everybody who follows its run. */
function pushFrames(view: View): Result {
  const body = view.message?.body ?? null;
  if (!isPush(body)) return { then: { end: true } };
  const { pushed } = body;
  const readers = Object.entries(view.memory.connections).filter(([, { runId }]) => runId === pushed.run_id);
  const bytes = eventFrame(view, pushed);
  return {
    send: readers.map(([connection, { browser }]) => ({
      ...{ channel: STREAM, id: `${connection}.push${String(pushed.seq)}`, to: browser, run: pushed.run_id },
      ...{ connection, body: asPiece({ piece: connection, bytes }), more: true as const },
    })),
    says: {
      key: 'gateway.pushFrames',
      values: { run: pushed.run_id, seq: pushed.seq, count: readers.length },
    },
  };
}

export const pushing: Readonly<Record<string, AnyOperation>> = { pushFrames: gateway(pushFrames) };
