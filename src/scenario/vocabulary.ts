// The names that a scenario may use, all from the catalog of the modelled service, so that a new actor,
// decision, table or property needs no second mention here.

import { assemble, type Decision, type Design, safeDesign, splitAddress } from '../kernel/decision';
import type { Procedure } from '../kernel/procedure';
import { channelIds, decisions, properties, tables } from '../system/catalog';
import { countersOf } from '../system/counters';
import { safeProcedures } from '../system/system';
import { actors, BYSTANDERS } from '../system/topology';

export interface Vocabulary {
  readonly decisions: readonly Decision[];
  readonly properties: readonly string[];
  /** Kind by actor id, in lane order. */
  readonly actors: ReadonlyMap<string, string>;
  /** What may stand on a stage: actors, and what takes no steps of its own. */
  readonly lanes: readonly string[];
  readonly channels: readonly string[];
  /** Columns by table. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly counters: readonly string[];
  /** The safe design's procedures by name. */
  readonly procedures: ReadonlyMap<string, Procedure>;
}

export const vocabulary: Vocabulary = {
  decisions,
  properties: properties.map((property) => property.id),
  actors: new Map(actors.map((actor) => [actor.id, actor.kind.kind])),
  lanes: [...actors.map((actor) => actor.id), ...BYSTANDERS],
  channels: channelIds,
  tables: new Map(Object.entries(tables)),
  counters: Object.keys(countersOf([])),
  procedures: safeProcedures,
};

/** Operations by kind of actor. */
export type Operations = ReadonlyMap<string, ReadonlySet<string>>;

/** The operations that exist in a design. Throws `design` where its alternatives contradict each other. */
export function operationsIn(known: Vocabulary, overrides: Design): Operations {
  const design = { ...safeDesign(known.decisions), ...overrides };
  const assembly = assemble(known.decisions, design, known.procedures);
  const found = new Map<string, Set<string>>();
  for (const procedure of assembly.procedures.values()) {
    const kind = splitAddress(procedure.name).procedure;
    const names = found.get(kind) ?? new Set();
    found.set(kind, names);
    for (const step of procedure.steps) for (const operation of step.operations) names.add(operation);
  }
  return found;
}

const inAny = new WeakMap<Vocabulary, Operations>();

/** The operations of every design that differs from the safe one in one decision. */
export function operationsInAny(known: Vocabulary): Operations {
  const found = inAny.get(known) ?? operationsOfAny(known);
  inAny.set(known, found);
  return found;
}

function operationsOfAny(known: Vocabulary): Operations {
  const alternatives = known.decisions.flatMap(({ id, alternatives: ofIt }) =>
    ofIt.map(({ name }) => operationsIn(known, { [id]: name })),
  );
  return unionOf(alternatives);
}

export function unionOf(several: readonly Operations[]): Operations {
  const all = new Map<string, Set<string>>();
  for (const operations of several) {
    for (const [kind, names] of operations) all.set(kind, new Set([...(all.get(kind) ?? []), ...names]));
  }
  return all;
}
