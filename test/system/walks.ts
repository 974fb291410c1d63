// Random walks over the real service. A walk is a list of numbers: each picks one of the actions that are
// enabled where it stands. What fails is said as a path of action ids that a schedule file can hold.

import fc from 'fast-check';
import { type Design, safeDesign } from '../../src/kernel/decision';
import type { FaultBudget } from '../../src/kernel/fault';
import type { Simulation, Taken } from '../../src/kernel/simulation';
import type { World } from '../../src/kernel/world';
import { type OpenStore, openSqlite } from '../../src/sqlite/open';
import { decisions } from '../../src/system/catalog';
import { beginWorld, type Given } from '../../src/system/given';
import { openSystem } from '../../src/system/system';

const sqlite = await openSqlite();
const opened = new Map<string, Simulation>();

/** The simulation of the safe design with these alternatives in place of its own, and these extras on stage. */
export function simulationOf(overrides: Design, cast: readonly string[] = []): Simulation {
  const key = JSON.stringify([Object.entries(overrides).sort(), cast]);
  const simulation = opened.get(key) ?? freshSimulation(overrides, cast);
  opened.set(key, simulation);
  return simulation;
}

/** A database of its own, for a claim about two of them. */
export const freshSimulation = (overrides: Design, cast: readonly string[] = []): Simulation =>
  openSystem(sqlite, { ...safeDesign(decisions), ...overrides }, cast);

/** For as long as `body` runs: a thousand designs at once would not fit into SQLite's memory. */
export function withSimulation<T>(
  overrides: Design,
  cast: readonly string[],
  body: (simulation: Simulation) => T,
): T {
  const simulation = freshSimulation(overrides, cast);
  try {
    return body(simulation);
  } finally {
    (simulation.system.store as OpenStore).close();
  }
}

/**
 * Two people submit: one task goes through, one needs an approval; a third run, which takes steps before it plans,
 * waits to be taken over.
 */
const BUSY: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: {
    'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } },
    'browser-2': { person: 'alice', submits: { order: 'ord_1', amount: '75.00' } },
  },
  runs: [
    {
      ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '10.00', attempts: 2 },
      ...{
        looksUp: ['order', 'policy'],
        steps: 3,
        history: ['submitted', 'claimed by worker-2'],
        lease: 'over',
      },
    },
  ],
  actors: {},
};

/** Those who are on stage where people call, beside the usual ones. */
export const CAST = ['browser-3', 'timer', 'notifier'];

/** A run that needs an answer, people who answer it, cancel it or look on, and a stranger who guesses. */
const CALLS: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: {
    'browser-1': {
      ...{ person: 'alice', submits: { order: 'ord_1', amount: '60.00' } },
      calls: ['cancel run_2 once waiting_approval', 'read run_1', 'conversation conv_1', 'cancel run_1'],
    },
    'browser-2': {
      person: 'bob',
      calls: [
        ...['approve apr_op_run_1_s1 for 75.00 of ord_1', 'reject apr_op_run_1_s1 for 75.00 of ord_1'],
        ...['approve apr_op_run_1_s1 for 30.00 of ord_1', 'approve apr_op_run_2_s1 for 60.00 of ord_1'],
      ],
    },
    'browser-3': {
      person: 'mallory',
      calls: [
        ...['guess read run_1', 'read run_9', 'guess cancel run_1', 'cancel run_9', 'conversation conv_1'],
        ...['reject apr_op_run_1_s1 for 75.00 of ord_1', 'download art_1 of run_1', 'events run_1'],
      ],
    },
  },
  runs: [
    {
      ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '75.00', attempts: 3 },
      history: ['submitted', 'claimed by worker-1'],
    },
  ],
  cast: CAST,
  actors: { 'worker-1': { procedure: 'worker.propose', run: 'run_1' } },
};

/** One submission, and a second browser that follows it. */
export const PLAIN: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: {
    'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } },
    'browser-2': { person: 'carol', watches: 'run_1' },
  },
  runs: [],
  actors: {},
};

export const FAULTS: FaultBudget = {
  ...{ crash: 3, pause: 1, drop: 1, duplicate: 2, delay: 1, redeliver: 1 },
  ...{ jump: 1, mute: 1, cut: 1, refuse: 1, forget: 1 },
  ...{ reset: 1, eof: 1, silence: 1, tear: 1 },
};

const givenFor = ({ system }: Simulation): Given =>
  system.actors.some(({ id }) => id === 'timer') ? CALLS : BUSY;

export const begin = (
  simulation: Simulation,
  given: Given = givenFor(simulation),
  budget: FaultBudget = FAULTS,
): World => beginWorld(simulation, given, budget);

/** Designs that walks are known to break, so that a claim about harm meets some. */
const HARMFUL: readonly Design[] = [
  { 'outbox.mode': 'commit_then_publish' },
  { 'outbox.mode': 'publish_then_commit' },
  { 'claim.mode': 'none', 'operation.id': 'fresh_each_call' },
  { 'browser.guard': 'none', 'browser.cursor': 'last_received' },
  { 'event.append': 'separate_transactions', 'dispatcher.mark': 'mark_then_publish' },
  { 'run.update': 'last_write_wins', 'fence.check': 'none' },
  { 'submit.dedup': 'none' },
];

/** The same, of what people do to a run. */
export const HARMFUL_CALLS: readonly Design[] = [
  ...[{ 'auth.reads': 'create_only' }, { 'auth.visibility': 'forbidden_403' }],
  ...[{ 'cancel.mode': 'kill' }, { 'cancel.mode': 'flag_unchecked', 'outbox.mode': 'publish_then_commit' }],
  ...[{ 'approval.decide': 'last_write_wins' }, { 'approval.bind': 'id_only' }],
  { 'terminal.race': 'both_write', 'artifact.access': 'capability_url' },
];

/** Up to three alternatives, naive or safe. */
const anyDesign: fc.Arbitrary<Design> = fc
  .array(
    fc
      .constantFrom(...decisions)
      .chain((decision) =>
        fc.constantFrom(...decision.alternatives).map((one) => [decision.id, one.name] as const),
      ),
    { maxLength: 3 },
  )
  .map((chosen) => Object.fromEntries(chosen));

/** A design, and who else is on stage. */
type Stage = readonly [design: Design, cast: readonly string[]];

export const stages: fc.Arbitrary<Stage> = fc.oneof(
  fc.tuple(anyDesign, fc.constantFrom([], CAST)),
  fc.tuple(fc.constantFrom(...HARMFUL), fc.constant([])),
  fc.tuple(fc.constantFrom(...HARMFUL_CALLS), fc.constant(CAST)),
);

/** The designs of these stages, for claims about nobody but those who are on every stage. */
export const designs: fc.Arbitrary<Design> = stages.map(([design]) => design);

export const choices = (maxLength: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.nat({ max: 9_999 }), { minLength: Math.floor(maxLength / 2), maxLength, size: 'max' });

/** Every third choice may be a fault; the others are what actors do by themselves, while there is any. */
function pick(simulation: Simulation, world: World, choice: number): string | null {
  const enabled = simulation.enabled(world).filter((action) => action.blocked === null);
  const own = enabled.filter((action) => action.kind !== 'fault' && action.kind !== 'clock');
  const from = choice % 3 === 0 || own.length === 0 ? enabled : own;
  return from[Math.floor(choice / 3) % Math.max(1, from.length)]?.id ?? null;
}

/** Takes a walk; `visit` sees the world before each step and what was taken. A failure names the path. */
export function walk(
  simulation: Simulation,
  first: World,
  list: readonly number[],
  visit: (before: World, taken: Taken) => void = () => undefined,
): readonly Taken[] {
  const taken: Taken[] = [];
  let world = first;
  for (const choice of list) {
    const id = pick(simulation, world, choice);
    if (id === null) break;
    const next = simulation.take(world, id);
    taken.push(next);
    pasteable(taken, () => {
      visit(world, next);
    });
    world = next.world;
  }
  return taken;
}

/** Runs a check; what it throws says the path that leads there, as a schedule file. */
export function pasteable(taken: readonly Taken[], check: () => void): void {
  try {
    check();
  } catch (error) {
    const path = JSON.stringify({ path: taken.map((one) => one.record.id) });
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n--schedule file: ${path}`, {
      cause: error,
    });
  }
}
