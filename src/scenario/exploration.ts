// Searches of a scenario: its first world under a design, within bounds; what was found is only told once the
// ordinary engine has done it again. Beyond the bounds, walks by chance go on, and say that they are no more.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Design } from '../kernel/decision';
import { FAULT_KINDS, type FaultBudget } from '../kernel/fault';
import { type Bounds, BOUNDS, kindOf } from '../explore/bounds';
import { replay, type Replayed } from '../explore/replay';
import { type Finding, Search, type SearchTask } from '../explore/search';
import { Walks } from '../explore/walks';
import { beginWorld } from '../system/given';
import { serviceFaultNames } from '../system/faults';
import type { Scenario } from './scenario';
import { type Systems, unsafeOf } from './systems';

/** Where a search begins, and what it looks at. */
export interface ExplorationOptions extends Omit<SearchTask, 'simulation' | 'first' | 'bounds'> {
  /** Actions that have been taken before; a search begins at the scenario's start without them. */
  readonly from?: readonly string[];
}

/** What may be set of the bounds; what is left out stays as it is. */
export type SomeBounds = { readonly [Name in keyof Bounds]?: Bounds[Name] | undefined };

/** The bounds of a scenario's own search, else its staged faults, one of them. */
export function boundsOf({ explore, stage }: Pick<Scenario, 'explore' | 'stage'>): Bounds {
  if (explore !== null) return withBounds(BOUNDS, explore.bounds);
  const faults = Object.fromEntries(stage.faults.map((fault) => [entryOf(fault), 1]));
  return withBounds(BOUNDS, { faults, together: 1 });
}

export function withBounds(bounds: Bounds, some: SomeBounds): Bounds {
  const { faults, together, still, steps, worlds } = some;
  return {
    faults: faults ?? bounds.faults,
    still: still ?? bounds.still ?? [],
    together: together ?? bounds.together,
    steps: steps ?? bounds.steps,
    worlds: worlds ?? bounds.worlds,
  };
}

/** `duplicate runs:run_1:1` of a stage is `duplicate runs` to a search. */
const entryOf = (fault: string): string => fault.replace(/:.*$/, '');

export class Exploration {
  readonly task: SearchTask;
  readonly search: Search;
  readonly scenario: Scenario;
  readonly overrides: Design;

  /** @param changes further alternatives, in place of the design's */
  constructor(
    systems: Systems,
    scenario: Scenario,
    overrides: Design,
    bounds: Bounds,
    { from = [], ...more }: ExplorationOptions = {},
  ) {
    this.scenario = scenario;
    this.overrides = unsafeOf(overrides);
    const simulation = systems.open(this.overrides, scenario.given.cast);
    const budget = budgetOf(bounds);
    const begun = beginWorld(simulation, scenario.given, scenario.budget);
    const reached = from.reduce((world, id) => simulation.take(world, id).world, begun);
    this.task = { ...more, simulation, first: { ...reached, budget }, bounds };
    this.search = new Search(this.task);
  }

  /** Does what was found again, step by step, in the ordinary engine. Throws where that is something else. */
  confirm(found: Finding): Replayed {
    return replay(this.task.simulation, this.task.first, found);
  }

  /** Walks by chance from the first world, for what no search has found. */
  walks(seed: number): Walks {
    const chance = xoroshiro128plus(seed);
    const isFound = new Set(this.search.progress().found.map(({ property }) => property));
    return new Walks(this.task, (most) => uniformInt(chance, 0, most), isFound);
  }
}

/** Enough of every fault for whatever the bounds allow. */
function budgetOf({ faults }: Bounds): FaultBudget {
  const most = (kind: string): number =>
    Object.entries(faults).reduce((sum, [entry, n]) => sum + (kindOf(entry) === kind ? (n ?? 0) : 0), 0);
  const own = serviceFaultNames.filter((kind) => most(kind) > 0);
  return Object.fromEntries([...FAULT_KINDS, ...own].map((kind) => [kind, most(kind)]));
}
