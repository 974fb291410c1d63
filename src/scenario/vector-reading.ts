// The cases of durable-sse-recovery: a connection that is lost while the log goes on, a run with a namespace of its
// own, and streams that overlap.

import { withChanges } from '../kernel/rows';
import { Timeline } from '../kernel/timeline';
import type { World } from '../kernel/world';
import { beginReading, BROWSER, RUN, withLog } from './vector-log';
import type { Facts, VectorOf } from './vector-runs';
import { appliedIn, arrive, cursorOf, following, reading, settle, stateOf, twiceIn } from './vector-stream';
import type { Systems } from './systems';
import type { Refuse } from './vectors';

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, i) => i + 1);

/** How many events come a second time where a connection overlaps with the one before. */
const OVERLAP = 2;

export function runReconnect(systems: Systems, one: VectorOf<'reconnect'>, refuse: Refuse): Facts {
  const { last_accepted: cursor, server_last_seq: last } = one.given;
  const simulation = systems.open({}, ['gateway']);
  const log = { events: upTo(cursor), minimum: 1, cursor };
  const first = beginReading(simulation, log, { isCaughtUp: true });
  let timeline = new Timeline(simulation, { ...first, budget: { reset: 100 } });
  settle(timeline);
  let isOpen = true;
  const applied: number[] = [];
  const grow = (to: number, isOver: boolean): void => {
    const rows = withChanges(timeline.world.rows, withLog(timeline.world, upTo(to), 1, isOver));
    timeline = new Timeline(simulation, { ...timeline.world, rows });
    applied.push(...appliedIn(settle(timeline)).map(({ seq }) => seq));
  };
  for (const [i, token] of one.input.entries()) {
    if ((token === 'disconnect') !== isOpen) {
      refuse(['input', i], {
        found: JSON.stringify(token),
        expected: isOpen ? '"disconnect", for the stream is open' : '"reconnect with overlap", for it is cut',
      });
    }
    isOpen = !isOpen;
    if (token === 'disconnect') {
      const id = timeline.enabled.find((action) => action.id.startsWith('reset:stream:'))?.id ?? '';
      timeline.take(id);
      // Its own steps wait until the log has gone on without it.
      continue;
    }
    grow(last, false);
    // The network repeats what was on the way: the browser has most of it already.
    const connection = connectionIn(timeline.world);
    const events = upTo(last)
      .slice(Math.max(0, cursor - OVERLAP))
      .map((seq) => ({ run_id: RUN, seq }));
    const again = arrive(simulation, timeline.world, { connection, piece: 1_000, events });
    applied.push(...again.applied.map(({ seq }) => seq));
    timeline = new Timeline(simulation, again.world);
    applied.push(...appliedIn(settle(timeline)).map(({ seq }) => seq));
  }
  const state = stateOf(timeline);
  const reached = cursorOf(timeline);
  const replayed = [...applied];
  grow(last + 1, true);
  const isHonest = !TERMINAL.includes(state) && stateOf(timeline) === 'DONE';
  return {
    ...{ replayed_from: replayed[0] ?? null, replayed_to: replayed.at(-1) ?? null, replayed },
    ...{ applied_once_each: twiceIn(replayed).length === 0, cursor: reached },
    terminal: isHonest ? 'only from a durable terminal event' : `shown as ${state}`,
  };
}

const TERMINAL: readonly string[] = ['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'];

/** The connection that the browser reads. */
function connectionIn(world: World): string {
  const memory = world.actors[BROWSER]?.memory as { readonly stream?: { readonly id: string } | null };
  return memory.stream?.id ?? '';
}

const NAME = /^R(\d+)/;

export function runNamespace(systems: Systems, one: VectorOf<'namespace'>): Facts {
  const simulation = systems.open({}, ['gateway']);
  const lasts = new Map(Object.entries(one.given).map(([name, last]) => [runIn(name), last]));
  const applied = new Map<string, number[]>();
  let followed = Math.max(...lasts.keys());
  let cursor = lasts.get(followed) ?? 0;
  let world = beginReading(simulation, { events: upTo(Math.max(1, cursor)), minimum: 1, cursor });
  world = following(world, `run_${String(followed)}`, cursor);
  for (const [i, sentence] of one.input.entries()) {
    const run = runIn(sentence);
    const seq = Number(/seq (\d+)/.exec(sentence)?.[1] ?? 0);
    applied.set(`R${String(run)}_applied`, applied.get(`R${String(run)}_applied`) ?? []);
    if (run > followed) {
      // The run that was followed has been interrupted, and this one goes on.
      followed = run;
      cursor = lasts.get(run) ?? 0;
      world = following(world, `run_${String(run)}`, cursor);
    }
    const connection = `namespace.c${String(i + 1)}`;
    const events = [{ run_id: `run_${String(run)}`, seq }];
    const arrived = arrive(simulation, reading(world, connection), { connection, piece: 1, events });
    world = arrived.world;
    for (const event of arrived.applied) applied.get(`R${String(runIn(event.run))}_applied`)?.push(event.seq);
  }
  return Object.fromEntries(applied);
}

/** The number of a run in `R2 seq 1 arrives`, `R1_last_seq` or `run_2`. */
const runIn = (text: string): number => Number((NAME.exec(text) ?? /_(\d+)$/.exec(text))?.[1] ?? 0);

export function runOverlap(systems: Systems, one: VectorOf<'overlap'>): Facts {
  const simulation = systems.open({}, ['gateway']);
  const { live, replay, reconnected_live: again } = one.given;
  const last = Math.max(1, ...live, ...replay, ...again);
  let world = beginReading(simulation, { events: upTo(last), minimum: 1, cursor: 0 });
  const projection: number[] = [];
  let cursor = 0;
  for (const [i, seqs] of [live, replay, again].entries()) {
    const connection = `overlap.c${String(i + 1)}`;
    const events = seqs.map((seq) => ({ run_id: RUN, seq }));
    const arrived = arrive(simulation, reading(world, connection), { connection, piece: 1, events });
    projection.push(...arrived.applied.map(({ seq }) => seq));
    ({ world, cursor } = arrived);
  }
  return { projection, applied_twice: twiceIn(projection), cursor };
}
