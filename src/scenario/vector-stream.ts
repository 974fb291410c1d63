// Cases about streams: frames are encoded as the gateway encodes them, travel as pieces of a stream, and go through
// the browser's parser, validator, guard and reducer.

import type { Action } from '../kernel/action';
import type { ActorState } from '../kernel/actor';
import { put } from '../kernel/channel';
import { type Data, type Json, textOf } from '../kernel/json';
import { nextAction } from '../kernel/scheduler';
import type { Simulation } from '../kernel/simulation';
import { Timeline } from '../kernel/timeline';
import type { StepRecord } from '../kernel/trace';
import type { World } from '../kernel/world';
import { eventFrame } from '../system/actors/gateway/frames';
import { actorIds } from '../system/catalog';
import type { RunEvent } from '../system/events';
import { asPiece, GATEWAY, STREAM, STREAM_HEADERS } from '../system/stream';
import { wireTime } from '../system/time';
import { viewsOf } from '../system/views';
import { freshStream } from '../system/wire/receive';
import { BROWSER } from './vector-log';

/** Takes steps until nothing is left to happen, time apart; returns their records. */
export function settle(timeline: Timeline): readonly StepRecord[] {
  const before = timeline.length;
  for (;;) {
    const next = nextAction(timeline.enabled, actorIds, timeline.trace.at(-1)?.actor ?? null);
    if (next === null) return timeline.trace.slice(before);
    timeline.take(next.id);
  }
}

/** The browser reads a connection of this name, which has just been opened. */
export function reading(world: World, connection: string): World {
  const browser = world.actors[BROWSER] as ActorState;
  const open = {
    stream: { id: connection, parser: freshStream },
    asked: null,
    retryAt: null,
    recovery: 'LIVE',
  };
  const memory = { ...browser.memory, ...(open as unknown as Data) };
  return { ...world, actors: { ...world.actors, [BROWSER]: { ...browser, memory } } };
}

/** Events that arrive on a connection, each as a frame of its own. */
export interface Frames {
  readonly connection: string;
  readonly piece: number;
  readonly events: readonly Pick<RunEvent, 'run_id' | 'seq'>[];
}

/** Lets the browser have frames, and do all that it does with them; returns the world and what it applied. */
export function arrive(simulation: Simulation, world: World, frames: Frames) {
  const { connection, piece, events } = frames;
  const bytes = events.map((event) => eventFrame(simulation.system, asEvent(event))).join('');
  const head = piece > 1 ? {} : { head: { status: 200, headers: STREAM_HEADERS, body: '' } };
  const id = `${connection}.p${String(piece)}`;
  const message = {
    ...{ channel: STREAM, id, from: GATEWAY, to: BROWSER, run: null, connection },
    body: asPiece({ piece: connection, bytes, ...head }),
  };
  const [state] = put(STREAM, world.channels[STREAM] ?? {}, message, undefined, 'connection');
  const sent = { ...world, channels: { ...world.channels, [STREAM]: state } };
  const timeline = new Timeline(simulation, sent);
  timeline.take(`deliver:${STREAM}>${BROWSER}:${id}`);
  while (timeline.world.actors[BROWSER]?.activities[0] !== undefined) {
    // What it could begin is listed too, blocked for as long as it is busy.
    const isNext = (action: Action): boolean =>
      action.lane === BROWSER && action.kind === 'step' && action.blocked === null;
    timeline.take(timeline.enabled.find(isNext)?.id ?? '');
  }
  return { world: timeline.world, applied: appliedIn(timeline.trace), cursor: cursorOf(timeline) };
}

function asEvent({ run_id: run, seq }: Pick<RunEvent, 'run_id' | 'seq'>): RunEvent {
  return { run_id: run, seq, type: 'step.completed', time: wireTime(0), attempt_id: null, data: {} };
}

export interface Applied {
  readonly run: string;
  readonly seq: number;
}

/** What the browser applied, in order, by the run that the event is of. */
export const appliedIn = (records: readonly StepRecord[]): readonly Applied[] =>
  records.flatMap(({ facts }) =>
    facts
      .filter((fact) => fact.fact === 'applied' && fact['browser'] === BROWSER)
      .map((fact) => ({ run: textOf(fact, 'event_run'), seq: Number(fact['seq']) })),
  );

export const cursorOf = (timeline: Timeline): number =>
  viewsOf(timeline.world, timeline.trace)[BROWSER]?.cursor ?? 0;

export const stateOf = (timeline: Timeline): string =>
  viewsOf(timeline.world, timeline.trace)[BROWSER]?.state ?? '';

/** The browser follows a run of this name, of which it has applied so much. */
export function following(world: World, runId: string, cursor: number): World {
  const browser = world.actors[BROWSER] as ActorState;
  const disk = { ...browser.disk, runId, cursor, appliedSeq: cursor };
  const memory = { ...browser.memory, position: cursor };
  return { ...world, actors: { ...world.actors, [BROWSER]: { ...browser, disk, memory } } };
}

/** Whether a list holds anything twice: each such thing once. */
export const twiceIn = (seqs: readonly number[]): readonly Json[] =>
  [...new Set(seqs.filter((seq, i) => seqs.indexOf(seq) !== i))].toSorted((a, b) => a - b);
