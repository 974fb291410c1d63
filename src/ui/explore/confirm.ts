// What a search found is not shown before the page's own engine has done the same. A path is taken step by
// step, and every world compared, so that a long one can be spread over many frames.

import type { Finding } from '../../explore/search';
import { ConvergeError } from '../../kernel/errors';
import { identityText } from '../../kernel/identity';
import { Timeline } from '../../kernel/timeline';
import { budgetFor } from '../../scenario/budget';

/** A finding, and the run that came to the same. */
export interface Confirmed {
  readonly finding: Finding;
  readonly timeline: Timeline;
}

/** Where the engine came to something else than the search. */
export interface Doubt {
  readonly property: string;
  /** From the start of the run. */
  readonly step: number;
  readonly action: string;
}

/**
 * Takes the steps before the search and those that it found. Yields between what takes long.
 * @param begun a run of the same scenario and design, at its start
 */
export function* confirming(
  begun: Timeline,
  from: readonly string[],
  finding: Finding,
): Generator<undefined, Confirmed | Doubt> {
  const { simulation, first } = begun;
  const budget = budgetFor(first.budget, [...from, ...finding.path]);
  const timeline = new Timeline(simulation, { ...first, budget });
  const { times } = simulation.system;
  const isSame = (): boolean => {
    const expected = finding.worlds[timeline.cursor - from.length];
    return expected === undefined || identityText(timeline.world, times) === expected;
  };
  for (const id of [...from, ...finding.path]) {
    const doubt = { property: finding.property, step: timeline.cursor + 1, action: id };
    if (!isTaken(timeline, id)) return doubt;
    yield;
    if (!isSame()) return doubt;
    yield;
  }
  return { finding, timeline };
}

/** False where the engine refuses the step. */
function isTaken(timeline: Timeline, id: string): boolean {
  try {
    timeline.take(id);
    return true;
  } catch (error) {
    if (error instanceof ConvergeError) return false;
    throw error;
  }
}
