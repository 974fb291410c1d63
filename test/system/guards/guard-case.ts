// One case: a past, the parameters that somebody in it would run the statement with, and what must come of
// it. Deleting a condition that the case holds must make something else of it.

import type { Parameters, Row } from '../../../src/kernel/store';
import type { ConstraintName } from '../../../src/system/schema';
import type { StatementName } from '../../../src/system/sql/statements';
import type { History } from './history';

export interface GuardCase {
  readonly claim: string;
  /** The conditions that make it so, each alone. */
  readonly holds: readonly string[];
  /** The condition that `impliedPairs` says another one implies: only without all of them is it not so. */
  readonly implied?: string;
  /** Plays the past; returns the statement's parameters. */
  readonly play: (history: History) => Parameters;
  readonly expected: Expected;
  /** The constraint that catches what the deleted condition let through. */
  readonly caughtBy?: ConstraintName;
}

export interface Expected {
  /** Columns of the rows that come back; not asked for where null. */
  readonly rows: readonly Row[] | null;
  /** The rows that change, as `table key`. */
  readonly changes: readonly string[];
}

export type Cases = Readonly<Partial<Record<StatementName, readonly GuardCase[]>>>;

/** No row is changed and none comes back. */
export const nothing: Expected = { rows: [], changes: [] };

/** These rows come back and nothing is changed. */
export const rows = (...expected: readonly Row[]): Expected => ({ rows: expected, changes: [] });

/** These rows are changed and no others. */
export const changes = (...expected: readonly string[]): Expected => ({ rows: null, changes: expected });
