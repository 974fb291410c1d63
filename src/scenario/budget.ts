// Faults that a run has: those of its scenario, and as many more as its path has used already. A search may
// allow more than a run by hand does.

import { FAULT_KINDS, type FaultBudget, isFree } from '../kernel/fault';
import { serviceFaultNames } from '../system/faults';
import type { Scenario } from './scenario';

export function budgetFor(budget: FaultBudget, path: readonly string[]): FaultBudget {
  const used = new Map<string, number>();
  for (const kind of faultsIn(path)) used.set(kind, (used.get(kind) ?? 0) + 1);
  const more = [...used].map(([kind, count]) => [kind, Math.max(count, budget[kind] ?? 0)] as const);
  return { ...budget, ...Object.fromEntries(more) };
}

/** The faults of a path by kind, in its order, as a search counts them: that somebody is there again is none. */
export const faultsIn = (path: readonly string[]): readonly string[] =>
  path.map((id) => id.slice(0, Math.max(0, id.indexOf(':')))).filter((kind) => FAULTS.includes(kind));

/** A scenario in which the path can be taken. */
export const withFaultsOf = (scenario: Scenario, path: readonly string[]): Scenario => ({
  ...scenario,
  budget: budgetFor(scenario.budget, path),
});

/** Those that cost something. */
const FAULTS: readonly string[] = [...FAULT_KINDS.filter((kind) => !isFree(kind)), ...serviceFaultNames];
