// A design in, a simulation out: the chosen alternatives are applied to the procedures, the statements
// and the schema, and a database is opened for them. Another schema is another database: one a design.

import { assemble, type Assembly, type Design } from '../kernel/decision';
import { ConvergeError } from '../kernel/errors';
import { parseProcedure, type Procedure } from '../kernel/procedure';
import { Simulation } from '../kernel/simulation';
import type { Row, Run, Store } from '../kernel/store';
import type { Deadline, System } from '../kernel/world';
import { openStore, type Sqlite } from '../sqlite/open';
import { actorKinds, decisions, monitors, properties } from './catalog';
import { serviceFaults } from './faults';
import { derivationsOf } from './present';
import { statementsOf, toProperty } from './properties/property-source';
import { additions, constraints, coreTables, presentTables, times } from './schema';
import { statements } from './sql/statements';
import { actorsWith, castings, channelsOf } from './topology';

/** The procedures of all actors as the safe design has them. */
export const safeProcedures: ReadonlyMap<string, Procedure> = new Map(
  Object.values(actorKinds).flatMap((kind) =>
    Object.entries(kind.procedures).map(([name, text]) => [name, parseProcedure(name, text)] as const),
  ),
);

/**
 * Applies a design; throws `design` where its alternatives contradict each other.
 * @param cast the extras on stage
 */
export function assembleDesign(design: Design, cast: readonly string[] = []): Assembly {
  const presence = castings.map(({ id }) => [id, cast.includes(id) ? 'present' : 'absent'] as const);
  return assemble(
    [...decisions, ...castings],
    { ...design, ...Object.fromEntries(presence) },
    safeProcedures,
  );
}

/** Opens a database for a design and makes the simulation over it. */
export function openSystem(sqlite: Sqlite, design: Design, cast: readonly string[] = []): Simulation {
  const assembly = assembleDesign(design, cast);
  const store = openStore(sqlite, schemaOf(assembly), statementsFor(assembly));
  return new Simulation(systemOver(assembly, store, cast));
}

/** Every table, index and trigger of a design. */
export function schemaOf(assembly: Assembly): readonly string[] {
  const kept = Object.entries(constraints).filter(([name]) => !assembly.without.includes(name));
  return [
    ...coreTables,
    ...presentTables,
    ...monitors.flatMap((monitor) => monitor.schema),
    ...kept.map(([, constraint]) => constraint.text),
    ...Object.entries(additions).flatMap(([name, text]) => (assembly.with.includes(name) ? [text] : [])),
  ];
}

/** Every named statement of a design, its fragments filled in. */
export function statementsFor(assembly: Assembly): Readonly<Record<string, string>> {
  const service = Object.entries(statements).map(
    ([name, text]) => [name, filled(name, text, assembly.fragments)] as const,
  );
  const observers = [...monitors.map((monitor) => monitor.statements), ...properties.map(statementsOf)];
  return Object.assign(Object.fromEntries(service), ...observers) as Readonly<Record<string, string>>;
}

function filled(name: string, text: string, fragments: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_braces, fragment: string) => {
    const { [fragment]: found, ...others } = fragments;
    if (found === undefined) throw new ConvergeError('definition', `${name} has no text for {${fragment}}.`);
    // A text of one decision may hold a place for another's, and never one for itself.
    return filled(name, found, others);
  });
}

function systemOver(assembly: Assembly, store: Store, cast: readonly string[]): System {
  const actors = actorsWith(cast);
  const { procedures, operations, parameters } = assembly;
  const channels = channelsOf(actors, parameters);
  return {
    ...{ actors, channels, procedures, operations, parameters, store, monitors, times },
    properties: properties.map(toProperty),
    excuses: 'now_procedures',
    derivations: derivationsOf(actors, assembly),
    faults: serviceFaults,
    deadlines,
  };
}

const AHEAD = ['leases_ahead', 'queued_ahead', 'unsent_ahead', 'approvals_ahead', 'keys_ahead'] as const;

function deadlines(now: number, sql: Run): readonly Deadline[] {
  const due = (statement: string): readonly Deadline[] =>
    sql(statement, { now }).map((row: Row) => ({
      at: Number(row['at']),
      what: `${statement}:${String(row['id'])}`,
    }));
  return AHEAD.flatMap(due);
}
