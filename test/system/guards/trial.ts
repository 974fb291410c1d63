// Tries a statement as it is and without some of its conditions, on the same rows. One store holds every
// text that is left when a condition, or what is declared to go with it, is deleted.

import { must } from '../../../src/kernel/errors';
import { safeDesign } from '../../../src/kernel/decision';
import { ConstraintError, type Parameters, type Row, type Rows } from '../../../src/kernel/store';
import { openSqlite, openStore } from '../../../src/sqlite/open';
import { decisions } from '../../../src/system/catalog';
import { type StatementName, statements } from '../../../src/system/sql/statements';
import { assembleDesign, schemaOf, statementsFor } from '../../../src/system/system';
import { type Condition, conditionsOf, without } from './conditions';
import type { GuardCase } from './guard-case';
import { History } from './history';
import { impliedPairs } from './implied-pairs';

export interface Outcome {
  readonly rows: readonly Row[];
  /** `table key` of every row that changed, and what it became. */
  readonly changes: Readonly<Record<string, Row | null>>;
  /** The constraint that threw. */
  readonly caughtBy?: string;
}

export interface Trial {
  run(statement: StatementName, tried: GuardCase, deleted: readonly string[]): Outcome;
  close(): void;
}

const safe = assembleDesign(safeDesign(decisions));
const filled = statementsFor(safe);

/** The conditions of a statement in the safe design. */
const conditions = new Map<StatementName, readonly Condition[]>(
  (Object.keys(statements) as StatementName[]).map((name) => [name, conditionsOf(textOf(name))]),
);

export const guardedStatements: readonly StatementName[] = [...conditions.keys()].filter(
  (name) => namesOf(name).length > 0,
);

export function namesOf(statement: StatementName): readonly string[] {
  return (conditions.get(statement) ?? []).map(({ name }) => name);
}

/** Every choice of some of these names, the smallest first. */
export function choicesOf(names: readonly string[]): readonly (readonly string[])[] {
  const choices = names.reduce<readonly (readonly string[])[]>(
    (smaller, name) => [...smaller, ...smaller.map((choice) => [...choice, name])],
    [[]],
  );
  return choices.filter((choice) => choice.length > 0).toSorted((a, b) => a.length - b.length);
}

export async function openTrial(): Promise<Trial> {
  const service = Object.fromEntries(Object.keys(statements).map((name) => [name, textOf(name)]));
  // What only a design without it does is tried, too, and what only one does that is woken.
  const tried = { ...safe, without: [...safe.without, 'events_immutable'], with: ['events_notify'] };
  const store = openStore(await openSqlite(), schemaOf(tried), {
    ...service,
    ...Object.fromEntries(guardedStatements.flatMap(shortened)),
  });
  const pasts = new Map<GuardCase, { rows: Rows; now: number; parameters: Parameters }>();

  const pastOf = (tried: GuardCase) => {
    const known = pasts.get(tried);
    if (known !== undefined) return known;
    const history = new History(store);
    const parameters = tried.play(history);
    const past = { rows: store.rows, now: history.now, parameters };
    pasts.set(tried, past);
    return past;
  };

  return {
    run(statement, tried, deleted) {
      const { rows, now, parameters } = pastOf(tried);
      store.restore(rows);
      store.begin();
      try {
        const found = store.run(variant(statement, present(statement, deleted)), {
          now,
          actor: 'test',
          ...parameters,
        });
        const changes = store.changed().map(({ table, key, after }) => [`${table} ${key}`, after] as const);
        return { rows: found, changes: Object.fromEntries(changes) };
      } catch (error) {
        if (!(error instanceof ConstraintError)) throw error;
        return { rows: [], changes: {}, caughtBy: error.constraint };
      } finally {
        store.rollback();
        store.commit();
      }
    },
    close: () => store.close(),
  };
}

function textOf(name: string): string {
  return must(filled[name], `statement ${name}`);
}

/** These conditions, once it is certain that the statement still has them. */
function present(statement: StatementName, names: readonly string[]): readonly string[] {
  const missing = names.filter((name) => !namesOf(statement).includes(name));
  if (missing.length > 0) throw new Error(`${statement} has no condition ${missing.join(' and ')} any more.`);
  return names;
}

/** The name of a statement without some of its conditions. */
const variant = (statement: StatementName, deleted: readonly string[]): string =>
  [statement, ...[...deleted].sort()].join(' without ');

/** A statement without each of its conditions, and without each choice of those declared to go together. */
function shortened(statement: StatementName): readonly (readonly [string, string])[] {
  const known = conditions.get(statement) ?? [];
  const together = impliedPairs
    .filter((pair) => pair.statement === statement)
    .flatMap((pair) => choicesOf(pair.conditions));
  return [...known.map(({ name }) => [name]), ...together].flatMap((names) => {
    const deleted = known.filter(({ name }) => names.includes(name));
    if (deleted.length < names.length) return [];
    return [[variant(statement, names), without(textOf(statement), deleted)] as const];
  });
}
