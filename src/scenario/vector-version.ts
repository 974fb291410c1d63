// The cases of M06 §8: actors read a version and set a status, with or without naming the version that
// they read. Each is a worker at the first step of the procedure that sets that status; a write that names
// no version is one of the naive design, over the same rows.

import type { Activity, ActorState } from '../kernel/actor';
import type { Design } from '../kernel/decision';
import type { Data } from '../kernel/json';
import { withChanges } from '../kernel/rows';
import type { Simulation } from '../kernel/simulation';
import type { Row } from '../kernel/store';
import type { StepRecord } from '../kernel/trace';
import type { World } from '../kernel/world';
import { plan, refundMessage } from '../system/agent';
import { beginWorld, type Given } from '../system/given';
import type { Systems } from './systems';
import type { Facts, VectorOf } from './vector-runs';
import type { VectorAnswer } from './vectors';

/** Who holds the lease does not matter here: both believe that they do. */
const NO_FENCE = { 'fence.check': 'none' };
const NO_VERSION = { ...NO_FENCE, 'run.update': 'last_write_wins' };

const RUN = 'run_1';
const ASKED = { order: 'ord_1', amount: '75.00' };

interface Setting {
  readonly procedure: string;
  /** Where it is not the first operation that sets the status. */
  readonly operation?: string;
  readonly design?: Design;
  /** What has to be so for anybody to set it. */
  readonly laid?: Row;
}

/** How a worker sets a status. */
const SETS: Readonly<Record<string, Setting>> = {
  waiting_approval: { procedure: 'worker.propose' },
  failed: { procedure: 'worker.fail' },
  succeeded: { procedure: 'worker.decline' },
  queued: { procedure: 'worker.retry' },
  running: { procedure: 'worker.takeOver', operation: 'takeOver', laid: { lease_until: 0 } },
  cancelled: { procedure: 'worker.stop', laid: { cancel_requested: 1 } },
  interrupted: { procedure: 'worker.propose', design: { 'resume.mode': 'new_run' } },
};
const READS: Setting = { procedure: 'worker.work', operation: 'readRun' };

interface Sentence {
  readonly who: string;
  /** Null for a read. */
  readonly status: string | null;
  /** The version that the write names; null where it names none. */
  readonly version: number | null;
}

function parse(token: string): Sentence {
  const [, who = '', status, version] =
    /^(\w+)\.(?:read|set (\w+)(?: where version=(\d+))?)$/.exec(token) ?? [];
  return { who, status: status ?? null, version: version === undefined ? null : Number(version) };
}

export function runVersion(
  systems: Systems,
  one: VectorOf<'version'>,
  answer: (facts: Facts) => VectorAnswer,
): VectorAnswer {
  let world = begin(systems.open(NO_FENCE), one.given.version);
  const outcomes: Record<string, string> = {};
  for (const { who, status, version } of one.input.map(parse)) {
    const set = status === null ? READS : SETS[status];
    if (set === undefined) return { got: null, missing: 'status' };
    const simulation = systems.open({ ...(version === null ? NO_VERSION : NO_FENCE), ...set.design });
    const taken = step(simulation, laid(world, set.laid), {
      ...{ procedure: set.procedure, operation: set.operation ?? null, version: version ?? 0 },
    });
    world = taken.world;
    if (status !== null) outcomes[who] = taken.record.refused === null ? 'accepted' : 'rejected, re-reads';
  }
  const run = world.rows['runs']?.get(RUN);
  return answer({ status: run?.['status'] ?? null, version: run?.['version'] ?? null, ...outcomes });
}

/** A run that a worker holds, at the version that the case starts from. */
function begin(simulation: Simulation, version: number): World {
  const history = ['submitted', 'claimed by worker-1'];
  const given: Given = {
    orders: [{ order: ASKED.order, total: '100.00' }],
    browsers: {},
    runs: [{ run: RUN, by: 'alice', attempts: 9, history, ...ASKED }],
    actors: {},
  };
  const world = beginWorld(simulation, given, {});
  const { actors, rows, now } = laid(world, { version });
  return simulation.start(actors, rows, {}, now);
}

/** The world with some columns of the run set otherwise. */
function laid(world: World, columns: Row | undefined): World {
  const before = world.rows['runs']?.get(RUN);
  if (before === undefined || columns === undefined) return world;
  const after = { ...before, ...columns };
  return { ...world, rows: withChanges(world.rows, [{ table: 'runs', key: RUN, before, after }]) };
}

/** One step of a worker that stands at a procedure and knows the run by this version. */
function step(
  simulation: Simulation,
  world: World,
  at: { readonly procedure: string; readonly operation: string | null; readonly version: number },
): { readonly world: World; readonly record: StepRecord } {
  const run = world.rows['runs']?.get(RUN);
  const steps = simulation.system.procedures.get(at.procedure)?.steps ?? [];
  const index = steps.findIndex((one) => at.operation === null || one.operations.includes(at.operation));
  const proposal = plan(refundMessage(ASKED.amount, ASKED.order), ASKED.order, 1);
  const locals = {
    ...{
      runId: RUN,
      fence: run?.['fence'] ?? 0,
      attemptId: run?.['attempt_id'] ?? null,
      version: at.version,
    },
    ...(proposal === null || proposal === 'nothing' ? {} : { plan: { ...proposal } }),
  } satisfies Data;
  const activity: Activity = {
    ...{ request: '', procedure: at.procedure, step: index, locals, run: RUN, receipt: null, caller: null },
  };
  const worker = world.actors['worker-1'] as ActorState;
  const standing = {
    ...world,
    actors: { ...world.actors, 'worker-1': { ...worker, activities: [activity] } },
  };
  return simulation.take(standing, `worker-1.${steps[index]?.operations[0] ?? ''}`);
}
