// What a search found is not shown before the ordinary engine has done the same: every step is taken again,
// and every world compared (DESIGN §5).

import { ConvergeError } from '../kernel/errors';
import { identityText } from '../kernel/identity';
import type { Simulation } from '../kernel/simulation';
import type { StepRecord } from '../kernel/trace';
import type { World } from '../kernel/world';
import type { Finding } from './search';

export interface Replayed {
  /** After each step. */
  readonly worlds: readonly World[];
  readonly records: readonly StepRecord[];
}

/** Takes a finding's path from the first world. Throws `definition` where a world is not the one that was found. */
export function replay(
  simulation: Simulation,
  first: World,
  found: Pick<Finding, 'path' | 'worlds'>,
): Replayed {
  const { times } = simulation.system;
  const [worlds, records]: [World[], StepRecord[]] = [[], []];
  let world = first;
  for (const [at, id] of found.path.entries()) {
    const taken = simulation.take(world, id);
    world = taken.world;
    worlds.push(world);
    records.push(taken.record);
    const expected = found.worlds[at + 1];
    if (expected !== undefined && identityText(world, times) !== expected) {
      const message = `Step ${String(at + 1)}, ${id}, leads to another world than the search found.`;
      throw new ConvergeError('definition', message, { step: at + 1, action: id });
    }
  }
  return { worlds, records };
}
