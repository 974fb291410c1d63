// The explorer on the anchor protocol, whose size is known to the last world, and on the scenarios: what a
// world costs against running every step in SQLite, and against the same search written by hand; what it takes
// of memory, how few steps it runs, and how soon it lets others have their turn.

import { spawnSync } from 'node:child_process';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { ownIds, readScenarios } from '../../src/cli/files';
import type { Audit } from '../../src/explore/audit';
import { finished, Search, type SearchResult, type SearchTask } from '../../src/explore/search';
import type { Design } from '../../src/kernel/decision';
import type { Simulation } from '../../src/kernel/simulation';
import type { World } from '../../src/kernel/world';
import { boundsOf, Exploration, withBounds } from '../../src/scenario/exploration';
import type { Scenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import type { Sqlite } from '../../src/sqlite/open';
import { openAnchor } from '../explore/anchor';
import counts from '../explore/anchor-counts.json' with { type: 'json' };
import { sqlite } from './bench-world';
import { type Benchmark, type Measured, median } from './benchmark';
import { searchByHand } from './yardstick.js';

const EXPIRIES = 1;

/** A size of the protocol, and what every search of it comes to. The first world counts as generated. */
type Size = (typeof counts)[number];

const sizeOf = (runs: number, crashes: number): Size =>
  counts.find((one) => one.runs === runs && one.crashes === crashes)!;

const SIZE = sizeOf(2, 2);
const SMALL = sizeOf(2, 0);
const LARGE = sizeOf(3, 2);
const { distinct: WORLDS, generated: GENERATED } = SIZE;
const ROUNDS = 3;

/** A search has to be so many times faster than running every step, and run so few of its steps. */
const FASTER = 10;
const EXECUTED = 0.02;

const SCENARIO_WORLDS = 60_000;
const WALK_STEPS = 2_000;

const PROCESS_MB = 400;

const SLICE_MS = 16;
const SLICED = 'crash-after-publish';
/** The longest come early, when nothing is known yet. */
const SLICED_WORLDS = 20_000;

/**
 * Milliseconds of processor time. A search takes seconds, in which the machine does other things too; what those
 * take is no part of it.
 */
function busy(body: () => void): number {
  const start = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

interface Costs {
  readonly searchMs: number;
  readonly byHandMs: number;
  /** Of running one step. */
  readonly stepMs: number;
  readonly result: SearchResult;
  readonly byHandBytes: number;
}

let measured: Promise<Costs> | null = null;

const costs = (): Promise<Costs> => (measured ??= measure());

/** One round after the other, each with all three, so that noise hits them alike. */
async function measure(): Promise<Costs> {
  const engine = await sqlite();
  const rounds = Array.from({ length: ROUNDS }, () => round(engine));
  return {
    ...rounds[0]!,
    searchMs: median(rounds.map((one) => one.searchMs)),
    byHandMs: median(rounds.map((one) => one.byHandMs)),
    stepMs: median(rounds.map((one) => one.stepMs)),
  };
}

/** The search twice, and a smaller one in which every step is run. */
function round(engine: Sqlite): Costs {
  const [search, found] = [anchorSearch(engine, SIZE), [] as SearchResult[]];
  const searchMs = busy(() => found.push(finished(search)));
  const result = found[0]!;
  expectAll(SIZE, result);
  const foundByHand: ReturnType<typeof searchByHand>[] = [];
  const byHandMs = busy(() => foundByHand.push(searchByHand(engine, SIZE.runs, SIZE.crashes, EXPIRIES)));
  const byHand = foundByHand[0]!;
  expectSize('The search by hand', SIZE, byHand.states, byHand.generated, byHand.broken + byHand.stuck);
  return { searchMs, byHandMs, stepMs: costOfStep(engine), result, byHandBytes: byHand.bytes };
}

function anchorSearch(engine: Sqlite, { runs, crashes }: Size, audit?: Audit): Search {
  const bounds: SearchTask['bounds'] = {
    faults: { crash: crashes, expire: EXPIRIES },
    ...{ together: Number.POSITIVE_INFINITY, steps: 1_000, worlds: LARGE.distinct },
  };
  return new Search({ ...openAnchor(engine, runs), bounds, unreduced: true, ...(audit && { audit }) });
}

const expectAll = (size: Size, { arrivals, transitions, found }: SearchResult): void => {
  expectSize('The explorer', size, arrivals, transitions + 1, found.length);
};

/** A rate is worth nothing if something else was searched. */
function expectSize(who: string, size: Size, worlds: number, generated: number, wrong: number): void {
  if (worlds === size.distinct && generated === size.generated && wrong === 0) return;
  const found = `${String(worlds)} worlds, ${String(generated)} generated, ${String(wrong)} wrong`;
  throw new Error(
    `${who} found ${found}; expected ${String(size.distinct)}, ${String(size.generated)}, none.`,
  );
}

/** Milliseconds to run a step, over a search without crashes in which an audit runs every one. */
function costOfStep(engine: Sqlite): number {
  const search = anchorSearch(engine, SMALL, { chooses: () => true });
  const { space } = search;
  const execute = space.execute.bind(space);
  let [ms, count] = [0, 0];
  // The audit's comparing is left out.
  space.execute = (...step) => {
    const written: ReturnType<typeof execute>[] = [];
    ms += busy(() => written.push(execute(...step)));
    count += 1;
    return written[0]!;
  };
  const result = finished(search);
  expectAll(SMALL, result);
  if (count !== result.transitions) throw new Error(`Only ${String(count)} steps were run.`);
  return ms / count;
}

const perSecond = (count: number, ms: number): string =>
  Math.round((count * 1_000) / ms).toLocaleString('en');

export const anchor: Benchmark = {
  name: 'explore.anchor',
  run: async () => {
    const { searchMs, stepMs, result } = await costs();
    const everyStepMs = result.transitions * stepMs;
    return {
      value: (searchMs * 1_000) / WORLDS,
      unit: `µs/world (${perSecond(WORLDS, searchMs)} worlds/s, ${perSecond(GENERATED, searchMs)} transitions/s)`,
      against: `running every step in SQLite (${((everyStepMs * 1_000) / WORLDS).toFixed(0)} µs/world)`,
      ratio: searchMs / everyStepMs,
      goal: 1 / FASTER,
    };
  },
};

export const yardstick: Benchmark = {
  name: 'explore.yardstick',
  run: async () => {
    const { searchMs, byHandMs } = await costs();
    const against = `the same written by hand (${perSecond(WORLDS, byHandMs)} worlds/s)`;
    const value = (searchMs * 1_000) / WORLDS;
    return { value, unit: 'µs/world', against, ratio: searchMs / byHandMs, goal: 3 };
  },
};

export const memory: Benchmark = {
  name: 'explore.memory',
  run: async () => {
    const { result, byHandBytes } = await costs();
    const against = `the same written by hand (${(byHandBytes / WORLDS).toFixed(0)} bytes/world)`;
    const ratio = result.bytes / byHandBytes;
    return { value: result.bytes / WORLDS, unit: 'bytes/world', against, ratio, goal: 1 };
  },
};

/** Set where this process is there to be measured. */
const ALONE = 'CONVERGE_BENCH_ALONE';

export const memoryOfProcess: Benchmark = {
  name: 'explore.process',
  run: async () => {
    if (process.env[ALONE] === undefined) return inProcessOfItsOwn('explore.process');
    const search = anchorSearch(await sqlite(), LARGE);
    const before = process.memoryUsage().rss;
    const result = finished(search);
    expectAll(LARGE, result);
    const value = (1_024 * process.resourceUsage().maxRSS - before) / 1_000_000;
    const unit = `MB for ${result.arrivals.toLocaleString('en')} worlds`;
    return { value, unit, against: `${String(PROCESS_MB)} MB`, ratio: value / PROCESS_MB, goal: 1 };
  },
};

/** Memory that earlier searches have left would be used again, and not be seen. */
function inProcessOfItsOwn(name: string): Measured {
  const { argv, env, execPath } = process;
  const { stdout } = spawnSync(execPath, [argv[1]!, 'bench', '--only', name, '--json'], {
    ...{ env: { ...env, [ALONE]: '1' }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  });
  return (JSON.parse(stdout) as [Measured])[0];
}

export const executed: Benchmark = {
  name: 'explore.executed',
  run: async () => {
    const { result } = await costs();
    const share = result.executed / result.transitions;
    const unit = `% of ${result.transitions.toLocaleString('en')} transitions run in SQLite`;
    const against = `the ${String(100 * EXECUTED)} % that may be`;
    return { value: 100 * share, unit, against, ratio: share / EXECUTED, goal: 1 };
  },
};

const explorationOf = (systems: Systems, scenario: Scenario, design: Design, worlds: number): Exploration =>
  new Exploration(systems, scenario, design, withBounds(boundsOf(scenario), { worlds }));

/** Milliseconds of a take, over walks by chance from a world. */
function costOfTake(simulation: Simulation, first: World): number {
  const chance = xoroshiro128plus(1);
  let [world, ms] = [first, 0];
  for (let i = 0; i < WALK_STEPS; i++) {
    const enabled = simulation.enabled(world).filter((one) => one.blocked === null);
    const next = enabled[uniformInt(chance, 0, Math.max(0, enabled.length - 1))];
    if (next === undefined) world = first;
    else ms += busy(() => (world = simulation.take(world, next.id).world));
  }
  return ms / WALK_STEPS;
}

const ofScenario = (id: string): Benchmark => ({
  name: `explore.scenario.${id}`,
  run: async () => {
    const exploration = explorationOf(
      new Systems(await sqlite()),
      readScenarios([id])[0]!,
      {},
      SCENARIO_WORLDS,
    );
    const found: SearchResult[] = [];
    const searchMs = busy(() => found.push(finished(exploration.search)));
    const { arrivals, transitions, executed: run, bytes } = found[0]!;
    const takeMs = costOfTake(exploration.task.simulation, exploration.task.first);
    const ms = searchMs / arrivals;
    const looked = `${(100 * (1 - run / transitions)).toFixed(1)} % of steps looked up`;
    return {
      value: ms * 1_000,
      unit: `µs/world of ${arrivals.toLocaleString('en')} (${looked}, ${(bytes / arrivals).toFixed(0)} bytes/world)`,
      against: `a take (${(takeMs * 1_000).toFixed(0)} µs)`,
      ratio: ms / takeMs,
      goal: 1,
    };
  },
});

export const exploreScenarios: readonly Benchmark[] = ownIds().map(ofScenario);

/** The longest of the slices of a search, in milliseconds. */
function longestSlice(search: Search): number {
  const running = search.run();
  let [longest, isDone] = [0, false];
  while (!isDone) {
    longest = Math.max(
      longest,
      busy(() => (isDone = running.next().done === true)),
    );
  }
  return longest;
}

export const slice: Benchmark = {
  name: 'explore.slice',
  run: async () => {
    const scenario = readScenarios([SLICED])[0]!;
    const naive = scenario.designs.find(({ name }) => name === 'naive')!;
    const engine = await sqlite();
    const longest = Array.from({ length: ROUNDS }, () => {
      const { search } = explorationOf(new Systems(engine), scenario, naive.overrides, SLICED_WORLDS);
      return longestSlice(search);
    });
    const value = median(longest);
    return {
      value,
      unit: 'ms at most between two yields',
      against: `${String(SLICE_MS)} ms`,
      ratio: value / SLICE_MS,
      goal: 1,
    };
  },
};
