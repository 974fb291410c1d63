// What breaks if it is taken out: for every naive alternative the smallest set of further naive alternatives
// with which a property breaks (DESIGN §5). None: it is the only line of defence. One or two: others stand
// for it. Guards overlap, and that they do is the better lesson.

import type { Decision, Design } from '../kernel/decision';
import { canonical } from '../kernel/json';
import type { Bounds } from '../explore/bounds';
import { ABLATION_BOUNDS, limitsFor } from './ablation-bounds';
import { withFaultsOf } from './budget';
import { runScenario, safeDesignOf } from './run';
import { parseSchedule, type Scenario } from './scenario';
import { sentencesOf } from './sentences';
import type { Systems } from './systems';
import { verdictsOf } from './verdicts';
import { operationsIn, vocabulary } from './vocabulary';

/** One alternative, and what it takes to break something with it. */
export interface AblationRow {
  readonly decision: string;
  readonly alternative: string;
  /** Further naive alternatives, `decision=alternative`. */
  readonly with: readonly string[];
  readonly scenario: string;
  readonly property: string;
  readonly steps: number;
  readonly faults: number;
  /** A search found the shortest way within its bounds; a schedule is one that its scenario has. */
  readonly from: 'search' | 'schedule';
  readonly path: readonly string[];
  /** The same as interventions, which other designs can follow. */
  readonly schedule: readonly string[];
  readonly ends: 'quiet' | 'here';
  /** Decisions that stand for this one: those of `with`. */
  readonly coveredBy: readonly string[];
}

export interface Ablation {
  readonly rows: readonly AblationRow[];
  /** Alternatives that break nothing within the bounds, with two others neither. */
  readonly redundant: readonly { readonly decision: string; readonly alternative: string }[];
}

/** With how many scenarios everybody begins. */
const INTRODUCTIONS = 3;

/** The scenarios that speak of a decision in one of their designs; the introductory ones where none does. */
function startsFor(starts: readonly Scenario[], { decision }: Choice): readonly Scenario[] {
  const own = starts.filter(({ designs }) => designs.some(({ overrides }) => decision in overrides));
  return own.length > 0 ? own : starts.slice(0, INTRODUCTIONS);
}

/** A search that is to end with the first thing that breaks. */
export interface AblationJob {
  readonly scenario: string;
  readonly overrides: Design;
  readonly bounds: Bounds;
}

export interface Breach {
  readonly property: string;
  readonly faults: number;
  readonly path: readonly string[];
  readonly from: 'search' | 'schedule';
}

/** Runs searches, side by side or one after the other; the answers are in the order of the jobs. */
export type Searching = (jobs: readonly AblationJob[]) => Promise<readonly (Breach | null)[]>;

interface Choice {
  readonly decision: string;
  readonly alternative: string;
}
type Combination = readonly Choice[];

/** The naive alternatives of a catalog that are meant to break something. */
export function naiveChoices(decisions: readonly Decision[]): readonly Choice[] {
  return decisions
    .filter(({ kind }) => kind !== 'cost')
    .flatMap(({ id, alternatives }) =>
      alternatives.filter(({ safe }) => !safe).map(({ name }) => ({ decision: id, alternative: name })),
    );
}

/** Scenarios that begin alike and speak of the same are one to a search: the first of each is kept. */
export function distinctStarts(scenarios: readonly Scenario[]): readonly Scenario[] {
  const seen = new Set<string>();
  return scenarios.filter((scenario) => {
    const text = canonical({ given: scenario.given, decisions: decisionsIn(scenario) });
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** The decisions that a scenario's designs speak of, in the order of their names. */
export const decisionsIn = ({ designs }: Scenario): readonly string[] =>
  [...new Set(designs.flatMap(({ overrides }) => Object.keys(overrides)))].toSorted();

interface Broken {
  readonly combination: Combination;
  readonly scenario: string;
  readonly breach: Breach;
}

/**
 * Finds the rows. Combinations grow by one alternative at a time, and none is looked at that holds a smaller
 * one which breaks already: every member of what is found is needed.
 * @param asked the alternatives that rows are wanted for
 */
export async function ablate(
  systems: Systems,
  scenarios: readonly Scenario[],
  decisions: readonly Decision[],
  asked: readonly Choice[],
  search: Searching,
  bounds: readonly (readonly Bounds[])[] = ABLATION_BOUNDS,
): Promise<Ablation> {
  const all = naiveChoices(decisions);
  const starts = distinctStarts(scenarios);
  const broken: Broken[] = [];
  const isOpen = (choice: Choice): boolean =>
    !broken.some(({ combination }) => combination.some((one) => isSame(one, choice)));
  const extend = async (wanted: readonly Combination[], searches: readonly Bounds[]): Promise<void> => {
    for (const limits of searches) {
      const left = wanted.filter((one) => !broken.some(({ combination }) => combination === one));
      broken.push(...(await breakages(starts, left, limits, search)));
    }
  };
  let combinations: readonly Combination[] = asked.map((choice) => [choice]);
  for (const [size, searches] of bounds.entries()) {
    await extend(combinations, searches);
    if (!asked.some(isOpen)) break;
    // Which of the others break alone must be known before they are put together.
    const others = size > 0 ? [] : all.filter((one) => !isAsked(asked, one)).map((one) => [one]);
    await extend(others, searches);
    const safe = [...combinations, ...others].filter(
      (one) => !broken.some(({ combination }) => combination === one),
    );
    combinations = grown(safe, all, broken, neighbours(decisions));
    // A pair that breaks without what is asked for must be known; of triples nothing grows.
    if (size + 2 < bounds.length) continue;
    combinations = combinations.filter((combination) =>
      combination.some((one) => isAsked(asked, one) && isOpen(one)),
    );
  }
  const rows = asked.flatMap((choice) => rowOf(systems, scenarios, choice, broken) ?? []);
  const redundant = asked.filter((choice) => !rows.some((row) => isSame(row, choice)));
  return { rows, redundant };
}

const isSame = (a: Choice, b: Choice): boolean =>
  a.decision === b.decision && a.alternative === b.alternative;
const isAsked = (asked: readonly Choice[], one: Choice): boolean => asked.some((other) => isSame(other, one));

/** The shortest breach of each combination, over all starts. */
async function breakages(
  starts: readonly Scenario[],
  combinations: readonly Combination[],
  bounds: Bounds,
  search: Searching,
): Promise<readonly Broken[]> {
  const asked = combinations.map((combination) => {
    const own = new Set(combination.flatMap((choice) => startsFor(starts, choice)));
    return { combination, own: [...own] };
  });
  const jobs = asked.flatMap(({ combination, own }) =>
    own.map((scenario) => {
      const limits = limitsFor(scenario, bounds);
      return { scenario: scenario.id, overrides: designOf(combination), bounds: limits };
    }),
  );
  const answers = (await search(jobs))[Symbol.iterator]();
  return asked.flatMap(({ combination, own }) => {
    const mine = own.flatMap(({ id }): readonly Broken[] => {
      const breach = answers.next().value ?? null;
      return breach === null ? [] : [{ combination, scenario: id, breach }];
    });
    const shortest = mine.toSorted((a, b) => lengthOf(a.breach) - lengthOf(b.breach))[0];
    return shortest === undefined ? [] : [shortest];
  });
}

/** Fewest faults first, then fewest steps. */
const lengthOf = ({ faults, path }: Breach): number => faults * 1_000_000 + path.length;

const designOf = (combination: Combination): Design =>
  Object.fromEntries(combination.map(({ decision, alternative }) => [decision, alternative]));

/** Decisions that can stand for one another: they have a property in common. */
function neighbours(decisions: readonly Decision[]): (a: string, b: string) => boolean {
  const properties = new Map(decisions.map((one) => [one.id, one.properties]));
  return (a, b) => properties.get(a)?.some((id) => properties.get(b)?.includes(id) === true) === true;
}

/**
 * Every combination with one alternative more of a decision beside it, without those that hold a smaller one
 * that breaks.
 */
function grown(
  combinations: readonly Combination[],
  all: readonly Choice[],
  broken: readonly Broken[],
  isBeside: (a: string, b: string) => boolean,
): readonly Combination[] {
  const found = new Map<string, Combination>();
  for (const combination of combinations) {
    for (const choice of all) {
      if (combination.some(({ decision }) => decision === choice.decision)) continue;
      if (!combination.some(({ decision }) => isBeside(decision, choice.decision))) continue;
      const larger = [...combination, choice];
      const name = larger.map(({ decision, alternative }) => `${decision}=${alternative}`).toSorted();
      const holdsBroken = broken.some((one) =>
        one.combination.every((member) => larger.some((other) => isSame(other, member))),
      );
      if (!holdsBroken && fits(larger)) found.set(name.join(), larger);
    }
  }
  return [...found.values()];
}

/** Whether alternatives can be assembled together. */
function fits(combination: Combination): boolean {
  try {
    operationsIn(vocabulary, designOf(combination));
    return true;
  } catch {
    return false;
  }
}

/** The row of an alternative: the smallest combination with it that breaks; null where none does. */
function rowOf(
  systems: Systems,
  scenarios: readonly Scenario[],
  choice: Choice,
  broken: readonly Broken[],
): AblationRow | null {
  const mine = broken
    .filter(({ combination }) => combination.some((one) => isSame(one, choice)))
    .toSorted(
      (a, b) => a.combination.length - b.combination.length || lengthOf(a.breach) - lengthOf(b.breach),
    );
  for (const { combination, scenario: id, breach } of mine) {
    const scenario = scenarios.find((one) => one.id === id)!;
    const others = combination.filter((one) => !isSame(one, choice));
    const told = scheduleOf(systems, scenario, combination, breach);
    return {
      ...choice,
      with: others.map(({ decision, alternative }) => `${decision}=${alternative}`),
      ...{ scenario: id, property: breach.property, steps: breach.path.length, faults: breach.faults },
      ...{ from: breach.from, path: breach.path, ...told, coveredBy: others.map(({ decision }) => decision) },
    };
  }
  return null;
}

/** The path as interventions over the default scheduler. */
function scheduleOf(systems: Systems, scenario: Scenario, combination: Combination, { path }: Breach) {
  const design = { name: '', overrides: designOf(combination) };
  const { timeline } = runScenario(systems, withFaultsOf(scenario, path), design, {}, { path });
  return sentencesOf(timeline);
}

/** Whether a row's property is broken by its schedule: in its own design, or with its alternative made safe. */
export function isBroken(
  systems: Systems,
  scenario: Scenario,
  row: AblationRow,
  as: 'naive' | 'safe',
): boolean {
  const others = Object.fromEntries(row.with.map((text) => text.split('=') as [string, string]));
  const own = as === 'naive' ? { [row.decision]: row.alternative } : {};
  const { schedule, ends } = row;
  const steering =
    as === 'naive' ? { path: row.path } : parseSchedule(JSON.stringify({ schedule, ends }), 'ablation');
  const design = { ...safeDesignOf(scenario), overrides: { ...others, ...own } };
  const { timeline } = runScenario(systems, withFaultsOf(scenario, row.path), design, {}, steering);
  return verdictsOf(timeline)[row.property] === 'violated';
}
