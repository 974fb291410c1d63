// Runs with a gateway on stage, whose connections break in every way there is, for claims about pictures of them.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Action } from '../../src/kernel/action';
import { readScenarios } from '../../src/cli/files';
import { must } from '../../src/kernel/errors';
import { connectionNamed } from '../../src/kernel/connection';
import type { Design } from '../../src/kernel/decision';
import { nextAction } from '../../src/kernel/scheduler';
import type { Timeline } from '../../src/kernel/timeline';
import { runScenario } from '../../src/scenario/run';
import { parseScenario, parseSchedule, type Scenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';
import { streamScenario } from './stream-scenario';

const systems = new Systems(await openSqlite());

const plain = parseScenario(streamScenario(['quiet']), 'stream-runs.ts', 'stream-runs');
/** The same with signs of life on stage. */
const beating = parseScenario(streamScenario(['quiet'], { heartbeat: true }), 'stream-runs.ts', 'beating');

export const LANES = ['browser-1', 'browser-2', 'gateway', 'api', 'worker-1'];

/** Designs in which a connection is dealt with otherwise than in the safe one. */
const DESIGNS: readonly Design[] = [
  {},
  { 'stream.heartbeat': 'none' },
  { 'stream.buffering': 'allowed' },
  { 'stream.buffering': 'allowed', 'stream.heartbeat': 'none' },
  { 'cancel.on_disconnect': 'cancel' },
  { 'stream.buffer': 'unbounded' },
  { 'browser.eof': 'treat_as_done', 'browser.empty_page': 'treat_as_done' },
  { 'browser.give_up': 'retry_forever', 'browser.backoff': 'none' },
];

/** A run under a schedule. */
export function scheduled(
  schedule: readonly string[],
  overrides: Design = {},
  scenario: Scenario = plain,
): Timeline {
  const steering = parseSchedule(JSON.stringify({ schedule }), 'test');
  return runScenario(systems, scenario, { name: '', overrides }, {}, steering).timeline;
}

/** The run of a scenario's own schedule in one of its designs. */
export function played(id: string, name: string): Timeline {
  const told = must(
    readScenarios([]).find((one) => one.id === id),
    `scenario ${id}`,
  );
  const design = must(
    told.designs.find((one) => one.name === name),
    `design ${name}`,
  );
  return runScenario(systems, told, design).timeline;
}

/** Both browsers at a stream of a run that has been claimed: from here on much may happen to them. */
export const LIVE = ['after worker-1.claim: hold worker-1', 'quiet'];

/** Runs by chance under each of the designs: as a rule what comes next, now and then anything. */
export const randomStreams = (each: number, steps: number) =>
  DESIGNS.flatMap((design, place) =>
    Array.from({ length: each }, (_, i) => {
      const seed = i * DESIGNS.length + place;
      const scenario = i % 4 === 3 ? beating : plain;
      return {
        name: `${JSON.stringify(design)} ${scenario.id} seed ${seed}`,
        timeline: wandered(scheduled(i % 4 === 0 ? [] : LIVE, design, scenario), seed, steps),
      };
    }),
  );

function wandered(timeline: Timeline, seed: number, steps: number): Timeline {
  const chance = xoroshiro128plus(seed);
  const lanes = timeline.simulation.system.actors.map(({ id }) => id);
  const oneOf = <T>(all: readonly T[]): T | undefined =>
    all.length === 0 ? undefined : all[uniformInt(chance, 0, all.length - 1)];
  while (timeline.length < steps) {
    const possible = timeline.enabled.filter((action) => action.blocked === null && isOpen(timeline, action));
    const kinds = [...new Set(possible.map(({ kind, deed }) => ('fault' in deed ? deed.fault : kind)))];
    const kind = oneOf(kinds);
    const any = oneOf(possible.filter(({ kind: k, deed }) => ('fault' in deed ? deed.fault : k) === kind));
    const last = timeline.trace.at(-1)?.actor ?? null;
    const next = uniformInt(chance, 0, 6) > 0 ? nextAction(timeline.enabled, lanes, last) : null;
    const action = next ?? any;
    if (action === undefined) break;
    timeline.take(action.id);
  }
  return timeline;
}

/** What befalls is a connection that is open: nothing else can be torn or reset. */
function isOpen({ world, simulation }: Timeline, { deed }: Action): boolean {
  const kind = simulation.system.channels.find(({ id }) => 'target' in deed && id === deed.target);
  if (deed.deed !== 'fault' || kind?.streams === undefined || deed.fault === 'delay') return true;
  const named = deed.message ?? '';
  if (deed.fault !== 'tear') return /\.c\d+$/.test(named);
  const piece = world.channels[kind.id]?.[named.replace(/@\d+$/, '')];
  return connectionNamed(world, kind, piece?.connection ?? '') !== null;
}
