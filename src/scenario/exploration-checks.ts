// Compares what a scenario expects a search to find with what it finds.

import type { Json } from '../kernel/json';
import { type Audit, auditOf } from '../explore/audit';
import type { Bounds } from '../explore/bounds';
import { type Finding, finished, type SearchResult } from '../explore/search';
import { boundsOf, Exploration } from './exploration';
import type { Failure } from './expectation';
import { SEARCH_LIMITS } from './explore-schema';
import type { Scenario, ScenarioDesign } from './scenario';
import type { Systems } from './systems';
import type { Design } from '../kernel/decision';

type Expected = Readonly<Record<string, { readonly faults: number; readonly steps: number }>>;

/** How far a check searches. */
export interface Depth {
  /** One more of every fault, and what is looked up is run again by chance; how far it comes is no failure. */
  readonly isDeep?: boolean;
  readonly audit?: Audit;
}

/**
 * What a search of a design was expected to find, and did not. One that must find something ends when it has;
 * one that must find nothing goes to the end of its bounds.
 * @param changes further alternatives, in place of the design's
 */
export function explorationFailures(
  systems: Systems,
  scenario: Scenario,
  design: ScenarioDesign,
  changes: Design,
  { isDeep = false, audit = isDeep ? auditOf(0, DEEP_SEED) : undefined }: Depth = {},
): readonly Failure[] {
  const expected: Expected | undefined = scenario.explore?.expect[design.name];
  if (expected === undefined) return [];
  const wanted = Object.keys(expected);
  const isEnough = (found: readonly Finding[]): boolean =>
    wanted.length > 0 && wanted.every((id) => found.some(({ property }) => property === id));
  const overrides = { ...design.overrides, ...changes };
  const bounds = isDeep ? deeper(boundsOf(scenario)) : boundsOf(scenario);
  const more = audit === undefined ? { isEnough } : { isEnough, audit };
  const exploration = new Exploration(systems, scenario, overrides, bounds, more);
  const result = finished(exploration.search);
  for (const found of result.found) exploration.confirm(found);
  return compared(expected, result, isDeep);
}

const DEEP_SEED = 1;

function deeper(bounds: Bounds): Bounds {
  const faults = Object.entries(bounds.faults).map(([entry, n]) => [entry, (n ?? 0) + 1] as const);
  return {
    ...bounds,
    faults: Object.fromEntries(faults),
    together: bounds.together + 1,
    worlds: SEARCH_LIMITS.worlds,
  };
}

function compared(expected: Expected, result: SearchResult, mayBeCut: boolean): readonly Failure[] {
  const { found, complete } = result;
  const failures: Failure[] = [];
  const add = (what: string, wanted: Json, got: Json): number =>
    failures.push({ what: `explore: ${what}`, expected: wanted, got });
  for (const [id, { faults, steps }] of Object.entries(expected)) {
    const one = found.find(({ property }) => property === id);
    const told = one === undefined ? null : { faults: one.faults, steps: one.path.length };
    if (told?.faults !== faults || told.steps !== steps) add(id, { faults, steps }, told);
  }
  if (Object.keys(expected).length > 0) return failures;
  for (const { property, faults, path } of found) add(property, 'not broken', { faults, path });
  if (!mayBeCut && !complete && found.length === 0) add('bounds', 'searched to their end', reached(result));
  return failures;
}

const reached = ({ worlds, depth, faults }: SearchResult): Json => ({ worlds, depth, faults });
