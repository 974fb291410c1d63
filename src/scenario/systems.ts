// Simulations by design. Opening one costs a database, so runs that share a design share its simulation:
// a simulation keeps nothing of a run, because every step first puts back the rows that it starts from.

import { type Design, safeDesign } from '../kernel/decision';
import { canonical } from '../kernel/json';
import type { Simulation } from '../kernel/simulation';
import type { Sqlite } from '../sqlite/open';
import { decisions } from '../system/catalog';
import { openSystem } from '../system/system';

export class Systems {
  private readonly sqlite: Sqlite;
  private readonly opened = new Map<string, Simulation>();

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
  }

  /**
   * The simulation of the safe design with these alternatives in place of its own.
   * @param cast the extras on stage
   */
  open(overrides: Design, cast: readonly string[] = []): Simulation {
    const design = { ...safe, ...overrides };
    const key = canonical({ design, cast: cast.toSorted() });
    const simulation = this.opened.get(key) ?? openSystem(this.sqlite, design, cast);
    this.opened.set(key, simulation);
    return simulation;
  }
}

const safe = safeDesign(decisions);

/** The alternatives of a design that are not the safe ones, by decision in the order of their names. */
export function unsafeOf(overrides: Design): Design {
  const naive = Object.entries(overrides).filter(([decision, name]) => safe[decision] !== name);
  return Object.fromEntries(naive.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
