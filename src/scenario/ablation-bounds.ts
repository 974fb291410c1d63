// How far an ablation searches, and with which faults.

import { BOUNDS, type Bounds } from '../explore/bounds';
import { CONNECTION_FAULTS, type FaultBudget } from '../kernel/fault';
import { serviceFaultNames } from '../system/faults';
import type { Scenario } from './scenario';

const FAULTS = { crash: 1, pause: 1, drop: 1, duplicate: 1, delay: 1, clock: 1 };
const ONE: Bounds = { ...BOUNDS, faults: FAULTS, together: 1, worlds: 120_000 };
const TWO: Bounds = { ...ONE, together: 2 };
const SHORT: Bounds = { ...ONE, worlds: 15_000 };
/**
 * Bounds by how many further alternatives there are, one after the other: every fault once, one at a time, as
 * far as the worlds reach; for an alternative alone also two together.
 */
export const ABLATION_BOUNDS: readonly (readonly Bounds[])[] = [[ONE, TWO], [ONE], [SHORT]];

/** Browsers that only read multiply everybody's worlds by their own; the first one stays to be looked at. */
const stillIn = ({ given }: Scenario): readonly string[] =>
  Object.entries(given.browsers)
    .filter(([id, { submits, calls }]) => id !== 'browser-1' && submits === undefined && calls === undefined)
    .map(([id]) => id);

const STAGED_FAULTS = [...serviceFaultNames, ...CONNECTION_FAULTS, 'tear'];

/** The bounds of a search from one scenario: with each fault once that its services or connections alone can have. */
export function limitsFor(scenario: Scenario, bounds: Bounds): Bounds {
  const budget: FaultBudget = scenario.budget;
  const own = STAGED_FAULTS.filter((fault) => (budget[fault] ?? 0) > 0);
  const faults = { ...bounds.faults, ...Object.fromEntries(own.map((fault) => [fault, 1])) };
  return { ...bounds, faults, still: stillIn(scenario) };
}
