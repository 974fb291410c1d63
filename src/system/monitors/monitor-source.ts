// The shape of a monitor's file: what a property must remember of the past, as one table that the observer
// writes within the step that it watches (CONTRACT §15.2). Small and bounded, for it is part of what makes
// two worlds the same: counters stop at the first number that says "more than allowed".

import type { Fact } from '../../kernel/actor';
import type { Parameters, Value } from '../../kernel/store';
import type { Monitor, Observed } from '../../kernel/world';

export interface MonitorSource extends Monitor {
  /** The table and its plain indexes. */
  readonly schema: readonly string[];
  /** Texts by statement name. */
  readonly statements: Readonly<Record<string, string>>;
}

/** The facts of one name in a step. */
export const factsOf = (step: Observed, name: string): readonly Fact[] =>
  step.facts.filter((fact) => fact.fact === name);

/** Members of a fact as a statement's parameters. */
export const members = (fact: Fact, ...names: readonly string[]): Parameters =>
  Object.fromEntries(names.map((name) => [name, (fact[name] ?? null) as Value]));
