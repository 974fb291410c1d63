// Signs of life, where a scenario stages them: on a stream that has been quiet for a while the gateway looks again at
// who reads, and writes a comment (CONTRACT §5). It has no id and no data, so no cursor and no view changes by it.

import type { AnyOperation, Aside, AsideView, Waiting } from '../../../kernel/actor';
import { textOf } from '../../../kernel/json';
import { asPiece, BEAT, BEAT_MS, STREAM } from '../../stream';
import { gateway, type GatewayDisk, type GatewayMemory, type Result, type View } from './state';

/** Something is written: from here on the stream may be quiet for so long. */
export function heard({ memory, disk, locals, parameters, now }: View): Pick<Result, 'memory'> {
  const known = memory.connections[locals.requestId];
  if (disk.beats !== true || parameters['heartbeat'] === 'none' || known === undefined) return {};
  const connections = { ...memory.connections, [locals.requestId]: { ...known, beatAt: now + BEAT_MS } };
  return { memory: { connections } };
}

/** The sign of life as a step beside a round that has nothing to tell; who has not read the last one gets none. */
export function beatBeside(view: AsideView<GatewayMemory, GatewayDisk>): Aside | null {
  const { activity, memory, now } = view;
  const known = memory.connections[textOf(activity.locals, 'requestId')];
  if (activity.procedure !== 'gateway.tail' || activity.step > 0 || known?.beatAt === undefined) return null;
  const reason = known.beatAt > now ? 'spokeLately' : view.isDrained ? null : 'readerIsSlow';
  const blocked = reason === null ? null : { key: reason, values: { browser: known.browser } };
  return { procedure: 'gateway.beat', blocked };
}

/** When somebody is to be heard again. Where all that is written arrives, nothing comes of it. */
export function beatsAhead({ connections }: GatewayMemory): readonly Waiting[] {
  const times = Object.values(connections).flatMap(({ beatAt }) => (beatAt === undefined ? [] : [beatAt]));
  return [...new Set(times)].map((at) => ({ at, what: 'heartbeat', isSteady: true }));
}

/** Its name is always the same: whoever has not read it gets no other one. */
function writeBeat(view: View): Result {
  const { requestId, caller } = view.locals;
  const body = asPiece({ piece: requestId, bytes: BEAT });
  const way = { channel: STREAM, to: caller, run: view.run, connection: requestId } as const;
  const says = { key: 'gateway.writeBeat', values: { browser: caller } };
  return { send: [{ ...way, id: `${requestId}.hb`, body, more: true }], ...heard(view), says };
}

export const beating: Readonly<Record<string, AnyOperation>> = { writeBeat: gateway(writeBeat) };
