// Random walks over the real service. A walk is a list of numbers: each picks one of the actions that are
// enabled where it stands. What fails is said as a path of action ids that a schedule file can hold.

import fc from 'fast-check';
import { type Design, safeDesign } from '../../src/kernel/decision';
import type { FaultBudget } from '../../src/kernel/fault';
import type { Simulation, Taken } from '../../src/kernel/simulation';
import type { World } from '../../src/kernel/world';
import { openSqlite } from '../../src/sqlite/open';
import { decisions } from '../../src/system/catalog';
import { beginWorld, type Given } from '../../src/system/given';
import { openSystem } from '../../src/system/system';

const sqlite = await openSqlite();
const opened = new Map<string, Simulation>();

/** The simulation of the safe design with these alternatives in place of its own. */
export function simulationOf(overrides: Design): Simulation {
  const key = JSON.stringify(Object.entries(overrides).sort());
  const simulation = opened.get(key) ?? openSystem(sqlite, { ...safeDesign(decisions), ...overrides });
  opened.set(key, simulation);
  return simulation;
}

/** A database of its own, for a claim about two of them. */
export const freshSimulation = (overrides: Design): Simulation =>
  openSystem(sqlite, { ...safeDesign(decisions), ...overrides });

/** Two people submit: one task goes through, one needs an approval; a third run waits to be taken over. */
const BUSY: Given = {
  orders: [{ order: 'ord_1', total: '100.00' }],
  browsers: {
    'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } },
    'browser-2': { person: 'alice', submits: { order: 'ord_1', amount: '75.00' } },
  },
  runs: [
    {
      ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '10.00', attempts: 2 },
      ...{ history: ['submitted', 'claimed by worker-2'], lease: 'over' },
    },
  ],
  actors: {},
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
  crash: 3,
  pause: 1,
  drop: 1,
  duplicate: 2,
  delay: 1,
  jump: 1,
  mute: 1,
  cut: 1,
  refuse: 1,
};

export const begin = (simulation: Simulation, given: Given = BUSY, budget: FaultBudget = FAULTS): World =>
  beginWorld(simulation, given, budget);

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

export const designs: fc.Arbitrary<Design> = fc.oneof(anyDesign, fc.constantFrom(...HARMFUL));

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
