// The start of cases about reading: a run with these events, and a browser that has applied them up to its cursor.

import type { ActorState } from '../kernel/actor';
import type { Data } from '../kernel/json';
import { withChanges } from '../kernel/rows';
import type { Simulation } from '../kernel/simulation';
import type { Change, Row } from '../kernel/store';
import type { World } from '../kernel/world';
import { type BrowserMemory, emptyDisk, loaded } from '../system/actors/browser/state';
import { beginWorld } from '../system/given';
import { emptyProjection } from '../system/projection';

export const RUN = 'run_1';
export const BROWSER = 'browser-1';

export interface Log {
  readonly events: readonly number[];
  readonly minimum: number;
  readonly cursor: number;
}

const EVENT: Row = {
  ...{ run_id: RUN, twin: 0, attempt_id: null, fence: null, actor: 'api', payload: '{}', created_at: 0 },
};
const ENDED = { type: 'run.succeeded', payload: JSON.stringify({ result: { outcome: 'refunded' } }) };

/** A run with these events, and a browser that has applied all of them up to its cursor. */
export function beginReading(
  simulation: Simulation,
  { events, minimum, cursor }: Log,
  memory: Partial<BrowserMemory> = {},
): World {
  const browsers = { [BROWSER]: { person: 'alice', watches: RUN } };
  const runs = [
    { run: RUN, by: 'alice', order: 'ord_1', amount: '25.00', attempts: 3, history: ['submitted'] },
  ];
  const base = beginWorld(simulation, { orders: [], browsers, runs, actors: {} }, {});
  const rows = withChanges(base.rows, withLog(base, events, minimum));
  const view = cursor === 0 ? null : { ...emptyProjection(RUN), status: 'queued' };
  const disk = { ...emptyDisk, person: 'alice', runId: RUN, cursor, appliedSeq: cursor, view };
  const state = base.actors[BROWSER] as ActorState;
  const browser = {
    ...state,
    disk: disk as unknown as Data,
    memory: { ...loaded(disk), ...memory } as unknown as Data,
  };
  return simulation.start({ ...base.actors, [BROWSER]: browser }, rows, {}, base.now);
}

/** The changes that lay these events in as the whole log of the run; the last of them ends it where it is over. */
export function withLog(
  world: World,
  events: readonly number[],
  minimum: number,
  isOver = false,
): readonly Change[] {
  const run = world.rows['runs']?.get(RUN) ?? {};
  const change = (table: string, key: string, after: Row | null): Change => ({
    table,
    key,
    before: null,
    after,
  });
  const last = Math.max(0, ...events);
  const laid = events.map((seq) => {
    const type = seq === 1 ? 'run.created' : 'step.completed';
    if (isOver && seq === last)
      return change('events', `${RUN}/${String(seq)}/0`, { ...EVENT, seq, ...ENDED });
    return change('events', `${RUN}/${String(seq)}/0`, { ...EVENT, seq, type });
  });
  const status = isOver ? { status: 'succeeded' } : {};
  const told = { ...run, last_seq: last, min_retained_seq: minimum, ...status };
  const gone = [...(world.rows['events']?.entries() ?? [])].map(([key]) => change('events', key, null));
  const sent = world.rows['outbox']?.get(`${RUN}:1:runs.dispatch`) ?? {};
  return [
    ...gone,
    ...laid,
    change('runs', RUN, told),
    // Nobody works on it here: the case is about reading.
    change('outbox', `${RUN}:1:runs.dispatch`, { ...sent, sent: 1 }),
  ];
}
