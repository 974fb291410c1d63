// The cases of M06 §4: pages after a cursor, a cursor below retention, and frames that come twice.

import type { Action } from '../kernel/action';
import type { ActorState } from '../kernel/actor';
import { put } from '../kernel/channel';
import type { Data } from '../kernel/json';
import { nextAction } from '../kernel/scheduler';
import { withChanges } from '../kernel/rows';
import type { Simulation } from '../kernel/simulation';
import type { Change, Row } from '../kernel/store';
import { Timeline } from '../kernel/timeline';
import type { World } from '../kernel/world';
import { emptyDisk, loaded } from '../system/actors/browser/state';
import { actorIds } from '../system/catalog';
import { type Answer, asArrival, asJson, HTTP, isReset } from '../system/http';
import { emptyProjection } from '../system/projection';
import { wireTime } from '../system/time';
import { beginWorld } from '../system/given';
import { viewsOf } from '../system/views';
import type { Systems } from './systems';
import type { Facts, VectorOf } from './vector-runs';

const RUN = 'run_1';
const BROWSER = 'browser-1';

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

interface Log {
  readonly events: readonly number[];
  readonly minimum: number;
  readonly cursor: number;
}

/** What the API answers to a browser that asks from its cursor on, until it has caught up or is refused. */
function asked(systems: Systems, log: Log): Facts {
  const simulation = systems.open({});
  const timeline = new Timeline(simulation, begin(simulation, log));
  const answers: Answer[] = [];
  for (let next = moveOf(timeline); next !== null; next = moveOf(timeline)) {
    for (const { body } of timeline.take(next).taken) {
      const arrival = asArrival(body);
      if ('status' in arrival && !isReset(arrival)) answers.push(arrival);
    }
    if (answers.some((answer) => answer.status !== 200)) break;
  }
  const refused = answers.find((answer) => answer.status !== 200);
  const replayed = answers.filter((answer) => answer.status === 200).flatMap(seqsOf);
  return { replayed, after_seq: cursorOf(timeline), status: refused === undefined ? 'ok' : codeOf(refused) };
}

const moveOf = ({ enabled, trace }: Timeline): string | null =>
  nextAction(enabled, actorIds, trace.at(-1)?.actor ?? null)?.id ?? null;

const cursorOf = (timeline: Timeline): number =>
  viewsOf(timeline.world, timeline.trace)[BROWSER]?.cursor ?? 0;

function seqsOf(answer: Answer): readonly number[] {
  const { events } = JSON.parse(answer.body) as { readonly events: readonly { readonly seq: number }[] };
  return events.map((event) => event.seq);
}

/** The course writes problem codes as words of a status: `resync_required`. */
const codeOf = (answer: Answer): string =>
  (JSON.parse(answer.body) as { readonly code: string }).code.replaceAll('-', '_');

/** Frames reach the browser one after the other, each in an answer of its own. */
export function runGuard(systems: Systems, one: VectorOf<'guard'>): Facts {
  const simulation = systems.open({});
  const { seen, frames } = one.input;
  const events = [...new Set([...(one.given?.server_events ?? []), ...seen, ...frames])].toSorted(
    (a, b) => a - b,
  );
  let world = begin(simulation, { events, minimum: 1, cursor: Math.max(0, ...seen) });
  const applied = [...seen];
  let cursor = Math.max(0, ...seen);
  for (const [i, seq] of frames.entries()) {
    const timeline = new Timeline(
      simulation,
      withFrame(world, `frame-${String(i)}`, seq, Math.max(0, ...events)),
    );
    timeline.take(`deliver:${HTTP}>${BROWSER}:frame-${String(i)}:200`);
    while (timeline.world.actors[BROWSER]?.activities[0] !== undefined) {
      // What it could begin is listed too, blocked for as long as it is busy.
      const isNext = (action: Action): boolean =>
        action.lane === BROWSER && action.kind === 'step' && action.blocked === null;
      timeline.take(timeline.enabled.find(isNext)?.id ?? '');
    }
    applied.push(...(viewsOf(timeline.world, timeline.trace)[BROWSER]?.applied ?? []));
    cursor = cursorOf(timeline);
    world = timeline.world;
  }
  return { projection: applied, after_seq: cursor };
}

/** The browser waits for an answer, and the answer with this one event is on its way. */
function withFrame(world: World, request: string, seq: number, lastSeq: number): World {
  const event = { run_id: RUN, seq, type: 'step.completed', time: wireTime(0), attempt_id: null, data: {} };
  const body = JSON.stringify({ run_id: RUN, events: [event], has_more: false, last_seq: lastSeq });
  const answer: Answer = { status: 200, headers: {}, body, answers: request };
  const message = {
    channel: HTTP,
    id: `${request}:200`,
    from: 'api',
    to: BROWSER,
    run: RUN,
    body: asJson(answer),
  };
  const [http] = put(HTTP, world.channels[HTTP] ?? {}, message);
  const browser = world.actors[BROWSER] as ActorState;
  const asking = { id: request, untilAt: world.now + 1 };
  const memory = { ...browser.memory, asked: asking, retryAt: null };
  const actors = { ...world.actors, [BROWSER]: { ...browser, memory } };
  return { ...world, actors, channels: { ...world.channels, [HTTP]: http } };
}

/** A run with these events, and a browser that has applied all of them up to its cursor. */
function begin(simulation: Simulation, { events, minimum, cursor }: Log): World {
  const browsers = { [BROWSER]: { person: 'alice', watches: RUN } };
  const runs = [
    { run: RUN, by: 'alice', order: 'ord_1', amount: '25.00', attempts: 3, history: ['submitted'] },
  ];
  const base = beginWorld(simulation, { orders: [], browsers, runs, actors: {} }, {});
  const rows = withChanges(base.rows, logChanges(base, events, minimum));
  const view = cursor === 0 ? null : { ...emptyProjection(RUN), status: 'queued' };
  const disk = { ...emptyDisk, person: 'alice', runId: RUN, cursor, appliedSeq: cursor, view };
  const state = base.actors[BROWSER] as ActorState;
  const browser = { ...state, disk: disk as unknown as Data, memory: loaded(disk) as unknown as Data };
  return simulation.start({ ...base.actors, [BROWSER]: browser }, rows, {}, base.now);
}

function logChanges(world: World, events: readonly number[], minimum: number): readonly Change[] {
  const run = world.rows['runs']?.get(RUN) ?? {};
  const first = world.rows['events']?.get(`${RUN}/1/0`) ?? {};
  const change = (table: string, key: string, after: Row | null): Change => ({
    table,
    key,
    before: null,
    after,
  });
  const laid = events.map((seq) => {
    const type = seq === 1 ? 'run.created' : 'step.completed';
    return change('events', `${RUN}/${String(seq)}/0`, { ...first, seq, type });
  });
  const told = { ...run, last_seq: Math.max(0, ...events), min_retained_seq: minimum };
  const sent = world.rows['outbox']?.get(`${RUN}:1:runs.dispatch`) ?? {};
  return [
    change('events', `${RUN}/1/0`, null),
    ...laid,
    change('runs', RUN, told),
    // Nobody works on it here: the case is about reading.
    change('outbox', `${RUN}:1:runs.dispatch`, { ...sent, sent: 1 }),
  ];
}
