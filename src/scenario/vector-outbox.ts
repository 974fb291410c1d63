// The cases of M06 §6: a submission is committed, published, marked, and the sending side dies in between.
// Each token lets exactly those actors move that it speaks of; `recover` lets everybody.

import type { Design } from '../kernel/decision';
import { nextAction } from '../kernel/scheduler';
import { sortedRows, withChanges } from '../kernel/rows';
import type { Simulation } from '../kernel/simulation';
import { Timeline } from '../kernel/timeline';
import type { World } from '../kernel/world';
import { actorIds } from '../system/catalog';
import { RUNS } from '../system/channels';
import { countersOf } from '../system/counters';
import { beginWorld, type Given } from '../system/given';
import { lastMover } from './schedule';
import type { Systems } from './systems';
import type { Facts, VectorOf } from './vector-runs';
import { RUN_OUT, runOut } from './verdicts';
import type { Refuse } from './vectors';

type Start = VectorOf<'outbox'>['given'];

const SENDERS = ['api', 'dispatcher'] as const;
const CRASHES_MAX = 1_000;

/** Who moves while a token is carried out, and the operation that ends it. */
const TOKENS = {
  commit: { actors: ['browser-1', 'api'], operation: 'insertRun' },
  save_run: { actors: ['browser-1', 'api'], operation: 'insertRun' },
  publish: { actors: SENDERS, operation: 'publish' },
  mark: { actors: SENDERS, operation: 'mark' },
} as const;

export function runOutbox(systems: Systems, one: VectorOf<'outbox'>, refuse: Refuse): Facts {
  const timeline = begin(systems.open({}), one.given);
  one.input.forEach((token, i) => {
    if (token === 'crash') crash(timeline);
    else if (token === 'recover') recover(timeline);
    else if (!reach(timeline, token)) refuse(['input', i], impossible(token, timeline));
  });
  return factsOf(timeline, one.given);
}

const NAIVE: Design = { 'outbox.mode': 'commit_then_publish' };

export function runDualWrite(systems: Systems, one: VectorOf<'dual_write'>, refuse: Refuse): Facts {
  const timeline = begin(systems.open(NAIVE), one.given);
  one.input.forEach((token, i) => {
    const isPublished = timeline.trace.some((record) => record.operations.includes('publish'));
    if (token === 'crash_before_publish' && !isPublished) crash(timeline);
    else if (token === 'crash_before_publish' || !reach(timeline, token)) {
      refuse(['input', i], impossible(token, timeline));
    }
  });
  return factsOf(timeline, one.given);
}

function impossible(
  token: string,
  timeline: Timeline,
): { readonly found: string; readonly expected: string } {
  const done = timeline.trace.flatMap((record) => record.operations).filter((name) => name in DONE);
  const before = done.length === 0 ? 'nothing has happened yet' : `${done.join(', ')} has happened`;
  return { found: JSON.stringify(token), expected: `a token that is possible here: ${before}` };
}

const DONE: Readonly<Record<string, true>> = { insertRun: true, publish: true, mark: true };

/** The start: a run with its outbox row and copies in the broker, as far as the case says that there are. */
function begin(simulation: Simulation, start: Start): Timeline {
  const asked = { order: 'ord_1', amount: '25.00' };
  const history = { run: 'run_1', by: 'alice', attempts: 3, history: ['submitted'], ...asked };
  const given: Given = {
    orders: [{ order: 'ord_1', total: '100.00' }],
    browsers: { 'browser-1': { person: 'alice', ...(start.run ? {} : { submits: asked }) } },
    runs: start.run ? [history] : [],
    actors: {},
  };
  const budget = { crash: CRASHES_MAX };
  const world = beginWorld(simulation, given, budget);
  const changes = sortedRows(world.rows, 'outbox').map((row) => ({
    ...{ table: 'outbox', key: String(row['message_id']), before: row },
    after: start.outbox ? { ...row, sent: start.sent ? 1 : 0 } : null,
  }));
  const rows = withChanges(world.rows, changes);
  const laid = simulation.start(world.actors, rows, budget, world.now);
  return new Timeline(simulation, withCopies(laid, start.broker_messages));
}

function withCopies(world: World, copies: number): World {
  if (copies === 0) return world;
  const body = { run_id: 'run_1', seq: 1, type: 'run.created' };
  const entry = { from: 'dispatcher', to: null, run: 'run_1', body, ready: copies };
  const message = { ...entry, delayed: [], unacknowledged: {} };
  return { ...world, channels: { ...world.channels, [RUNS]: { 'run_1:1': message } } };
}

/** Lets a token's actors move until one of them has done its operation; false where none does. */
function reach(timeline: Timeline, token: keyof typeof TOKENS): boolean {
  const { actors, operation } = TOKENS[token];
  const held = new Set(actorIds.filter((id) => !(actors as readonly string[]).includes(id)));
  for (let steps = 0; steps < RUN_OUT.steps; steps++) {
    const next = nextAction(timeline.enabled, actorIds, lastMover(timeline.trace), held);
    if (next === null) return false;
    if (timeline.take(next.id).operations.includes(operation)) return true;
  }
  return false;
}

function crash(timeline: Timeline): void {
  for (const id of SENDERS) if (timeline.world.actors[id]?.up === true) timeline.take(`crash:${id}`);
}

/** Restarts what is down and lets everybody move until nothing is left; nobody presses the button now. */
function recover(timeline: Timeline): void {
  for (const id of SENDERS) if (timeline.world.actors[id]?.up === false) timeline.take(`restart:${id}`);
  const hasSubmitted = timeline.trace.some((record) => record.operations.includes('sendPost'));
  const held = new Set(hasSubmitted ? [] : ['browser-1']);
  for (let steps = 0; steps < RUN_OUT.steps; steps++) {
    const next = nextAction(timeline.enabled, actorIds, lastMover(timeline.trace), held);
    if (next === null) return;
    timeline.take(next.id);
  }
}

function factsOf(timeline: Timeline, start: Start): Facts {
  const { world } = timeline;
  const outbox = sortedRows(world.rows, 'outbox');
  const runs = sortedRows(world.rows, 'runs');
  const isLost = Object.values(world.judgement['S27'] ?? {}).includes('violated');
  return {
    run: runs.length > 0,
    outbox: outbox.length > 0,
    sent: outbox.length > 0 && outbox.every((row) => row['sent'] === 1),
    broker_messages: start.broker_messages + (countersOf(timeline.trace).broker_messages ?? 0),
    logical_runs: runs.length,
    eventual_dispatch: runs.length > 0 && isDispatchedInTheEnd(timeline),
    dispatch_guaranteed: runs.length > 0 && !isLost,
  };
}

/** Whether every run leaves `queued` once the processes are back, on a copy of the world. */
function isDispatchedInTheEnd({ simulation, world, trace }: Timeline): boolean {
  let alive = world;
  for (const id of SENDERS) {
    if (alive.actors[id]?.up === false) alive = simulation.take(alive, `restart:${id}`).world;
  }
  const end = runOut(simulation, alive, lastMover(trace));
  return end !== null && sortedRows(end.rows, 'runs').every((row) => row['status'] !== 'queued');
}
