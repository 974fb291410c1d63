// Random walks: some rows to begin with, then statements with random parameters, each in a step of its own,
// some of which are taken back.

import fc from 'fast-check';
import { ConvergeError } from '../../src/kernel/errors';
import { ConstraintError, type Parameters, type Rows, type Store } from '../../src/kernel/store';
import { openStore } from '../../src/sqlite/open';
import { knottyDomains, knottySchema, knottyStatements } from './knotty';
import { serviceDomains } from './service-domains';
import { constraints, tables } from './service-schema';
import { safeStatements } from './service-statements';
import {
  type Candidate,
  type Domains,
  fullReads,
  laidIn,
  parametersFor,
  shapesOf,
  sqlite,
  type TableShape,
  worldsOf,
} from './worlds';

export interface Ground {
  readonly name: string;
  readonly store: Store;
  readonly shapes: readonly TableShape[];
  readonly statements: Readonly<Record<string, string>>;
  readonly domains: Domains;
}

interface Move {
  readonly name: string;
  readonly parameters: Parameters;
  readonly isTakenBack: boolean;
}

export interface Walk {
  readonly rows: readonly Candidate[];
  readonly moves: readonly Move[];
}

/** The service with all its constraints, and the knotty schema. */
export const grounds: readonly Ground[] = [
  groundOf('the service', [...tables, ...constraints], safeStatements, serviceDomains),
  groundOf('the knotty schema', knottySchema, knottyStatements, knottyDomains),
];

export function groundOf(
  name: string,
  schema: readonly string[],
  statements: Readonly<Record<string, string>>,
  domains: Domains,
): Ground {
  const shapes = shapesOf(schema);
  const store = openStore(sqlite, schema, { ...statements, ...fullReads(shapes) });
  return { name, store, shapes, statements, domains };
}

export function walksOn({ shapes, statements, domains }: Ground): fc.Arbitrary<Walk> {
  const moves = Object.entries(statements).map(([name, text]) =>
    fc.record({
      name: fc.constant(name),
      parameters: parametersFor(text, domains),
      isTakenBack: fc.nat(4).map((n) => n === 0),
    }),
  );
  return fc.record({
    rows: worldsOf(shapes, domains, 3),
    moves: fc.array(fc.oneof(...moves), { minLength: 5, maxLength: 25 }),
  });
}

/** Takes the walk and visits every world on the way. */
export function walk({ store, shapes }: Ground, { rows, moves }: Walk, visit: (world: Rows) => void): void {
  visit(laidIn(store, shapes, {}, rows));
  for (const move of moves) {
    store.begin();
    attempt(store, move);
    if (move.isTakenBack) store.rollback();
    store.commit();
    visit(store.rows);
  }
}

/** Runs a statement, which may be refused. */
export function attempt(store: Store, { name, parameters }: Pick<Move, 'name' | 'parameters'>): void {
  try {
    store.run(name, parameters);
  } catch (error) {
    const isRefused = error instanceof ConstraintError;
    // A value that no column of that kind may hold is a mistake of the random parameters.
    const isMistaken = error instanceof ConvergeError && error.code === 'schema';
    if (!isRefused && !isMistaken) throw error;
  }
}
