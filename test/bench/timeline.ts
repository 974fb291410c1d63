// Looking back must not depend on how long a run is: one step back with all that could happen there, and a
// jump to anywhere with the rows of a table, in runs of 100, 1,000 and 10,000 steps; and a fork, which has
// to put rows back, against taking the steps again from the start.

import { nextAction } from '../../src/kernel/scheduler';
import { sortedRows } from '../../src/kernel/rows';
import { Timeline } from '../../src/kernel/timeline';
import { actorIds } from '../../src/system/catalog';
import { benchPath, benchSimulation, benchWorld, longTimeline } from './bench-world';
import { type Benchmark, median, timed } from './benchmark';

const LENGTHS = [100, 1_000, 10_000] as const;
const TRIES = 60;

/** What was looked at is counted, so that looking cannot be left out. */
let seen = 0;

interface Looked {
  readonly back: number;
  readonly seek: number;
  readonly fork: number;
  readonly again: number;
}

let measured: Promise<ReadonlyMap<number, Looked>> | null = null;

async function measure(): Promise<ReadonlyMap<number, Looked>> {
  const simulation = await benchSimulation();
  const path = benchPath(simulation, benchWorld(simulation), LENGTHS[2]);
  if (path.length < LENGTHS[2]) throw new Error(`The bench world ends after ${String(path.length)} steps.`);
  const found = new Map<number, Looked>();
  for (const length of LENGTHS)
    found.set(length, look(longTimeline(simulation, path.slice(0, length)), length));
  return found;
}

function look(timeline: Timeline, length: number): Looked {
  const back: number[] = [];
  const seek: number[] = [];
  for (let i = 0; i < TRIES; i++) {
    timeline.seek(length - i);
    seen += timeline.enabled.length;
    back.push(
      timed(() => {
        timeline.seek(timeline.cursor - 1);
        seen += timeline.enabled.length;
      }),
    );
    seek.push(
      timed(() => {
        timeline.seek((i * 7_919) % length);
        seen += sortedRows(timeline.world.rows, 'orders').length;
      }),
    );
  }
  return { back: median(back), seek: median(seek), ...forked(timeline, length) };
}

/** Goes to the middle and takes another choice there; against replaying to the same place. */
function forked(timeline: Timeline, length: number): Pick<Looked, 'fork' | 'again'> {
  const middle = Math.floor(length / 2);
  timeline.seek(length);
  seen += timeline.enabled.length;
  const fork = timed(() => {
    timeline.seek(middle);
    const next = nextAction(timeline.enabled, actorIds, null);
    if (next !== null) timeline.take(next.id);
  });
  const path = timeline.trace.slice(0, middle).map((record) => record.id);
  const replayed = new Timeline(timeline.simulation, benchWorld(timeline.simulation));
  const again = timed(() => {
    for (const id of path) replayed.take(id);
  });
  return { fork, again };
}

const looked = (): Promise<ReadonlyMap<number, Looked>> => (measured ??= measure());

/** Twice as long for a hundred times as many steps is still flat: most of it is noise. */
const FLAT = 2;

function flat(name: string, what: 'back' | 'seek', length: 1_000 | 10_000): Benchmark {
  return {
    name: `${name} at ${String(length)}`,
    run: async () => {
      const [here, there] = [
        (await looked()).get(length)?.[what] ?? 0,
        (await looked()).get(100)?.[what] ?? 1,
      ];
      return {
        value: here * 1_000,
        unit: 'µs',
        against: 'the same at 100 steps',
        ratio: here / there,
        goal: FLAT,
      };
    },
  };
}

export const stepBack = [flat('step back', 'back', 1_000), flat('step back', 'back', 10_000)];
export const seek = [flat('seek', 'seek', 1_000), flat('seek', 'seek', 10_000)];

export const fork: Benchmark = {
  name: 'fork at 10000',
  run: async () => {
    const { fork: cost = 0, again = 1 } = (await looked()).get(10_000) ?? {};
    return { value: cost, unit: 'ms', against: 'replaying half of the run', ratio: cost / again, goal: 0.5 };
  },
};
