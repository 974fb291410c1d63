// The cases of M06 §4: what a stream brings after a cursor, a cursor below retention, and frames that come twice.

import { Timeline } from '../kernel/timeline';
import { asStreamArrival, STREAM } from '../system/stream';
import { freshStream, receiveBytes } from '../system/wire/receive';
import type { Systems } from './systems';
import { beginReading, type Log, RUN } from './vector-log';
import type { Facts, VectorOf } from './vector-runs';
import { appliedIn, arrive, cursorOf, reading, settle } from './vector-stream';

export function runPage(systems: Systems, one: VectorOf<'page'>): Facts {
  const { server_events: events, after_seq: cursor } = one.given;
  return asked(systems, { events, minimum: 1, cursor });
}

export function runRetention(systems: Systems, one: VectorOf<'retention'>): Facts {
  const { after_seq: cursor, minimum_retained_seq: minimum } = one.input;
  const last = Math.max(minimum, cursor);
  const events = Array.from({ length: last - minimum + 1 }, (_, i) => minimum + i);
  return asked(systems, { events, minimum, cursor });
}

/** What the gateway sends to a browser that asks for a stream from its cursor on, or how it refuses. */
function asked(systems: Systems, log: Log): Facts {
  const simulation = systems.open({}, ['gateway']);
  const timeline = new Timeline(simulation, beginReading(simulation, log, { isCaughtUp: true }));
  const pieces = settle(timeline).flatMap(({ sent }) =>
    sent.flatMap(({ channel, body }) => {
      const arrival = asStreamArrival(body);
      return channel === STREAM && 'piece' in arrival ? [arrival] : [];
    }),
  );
  const refused = pieces.find(({ head }) => head !== undefined && head.status >= 400)?.head;
  const { messages } = receiveBytes(freshStream, pieces.map(({ bytes }) => bytes).join(''));
  const replayed = messages.flatMap(({ ownId }) => (ownId === null ? [] : [Number(ownId.split(':').at(-1))]));
  return {
    ...{ replayed, applied: appliedIn(timeline.trace).map(({ seq }) => seq), after_seq: cursorOf(timeline) },
    status: refused === undefined ? 'ok' : codeIn(refused.body),
  };
}

/** The course writes problem codes as words of a status: `resync_required`. */
const codeIn = (body: string): string =>
  (JSON.parse(body) as { readonly code: string }).code.replaceAll('-', '_');

/** Frames reach the browser one after the other, each on a connection of its own. */
export function runGuard(systems: Systems, one: VectorOf<'guard'>): Facts {
  const simulation = systems.open({}, ['gateway']);
  const { seen, frames } = one.input;
  const events = [...new Set([...(one.given?.server_events ?? []), ...seen, ...frames])].toSorted(
    (a, b) => a - b,
  );
  let cursor = Math.max(0, ...seen);
  let world = beginReading(simulation, { events, minimum: 1, cursor });
  const projection = [...seen];
  for (const [i, seq] of frames.entries()) {
    const connection = `guard.c${String(i + 1)}`;
    const arrived = arrive(simulation, reading(world, connection), {
      ...{ connection, piece: 1, events: [{ run_id: RUN, seq }] },
    });
    projection.push(...arrived.applied.map((event) => event.seq));
    ({ world, cursor } = arrived);
  }
  return { projection, after_seq: cursor };
}
