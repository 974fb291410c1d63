// The shape of a property's file: its sentence, its key, and its queries as texts. The kernel knows
// statements by name only; here the texts get theirs.

import type { Property, PropertyKind, Touch } from '../../kernel/property';
import { serviceTables } from '../tables';

export interface PropertySource {
  /** Number in CONTRACT §15 and §16. */
  readonly id: string;
  readonly name: string;
  readonly kind: PropertyKind;
  /** Names of the key's columns, which are parameters of the query. */
  readonly key: readonly string[];
  /** All keys. */
  readonly keys: string;
  /** A row is harm (always), or what is still missing (eventually). */
  readonly query: string;
  /** The query without its excuse; its keys are judged again whenever `now_procedures` changes. */
  readonly suspicion?: string;
  /** For an eventually: a row where what is missing waits for somebody who is not on stage. */
  readonly waits?: string;
  /** Texts by statement name that touches look keys up with. */
  readonly lookups?: Readonly<Record<string, string>>;
  /**
   * The keys that a changed row can affect, for every table of the query. Where there is a suspicion,
   * `now_procedures` is left out: the kernel judges the suspected keys again itself.
   */
  readonly touches: Readonly<Record<string, Touch>>;
}

/** The texts of a property by statement name. */
export function statementsOf(source: PropertySource): Readonly<Record<string, string>> {
  const { id, keys, query, suspicion, waits } = source;
  return {
    [id]: query,
    [`${id}.keys`]: keys,
    ...(suspicion === undefined ? {} : { [`${id}.suspicion`]: suspicion }),
    ...(waits === undefined ? {} : { [`${id}.waits`]: waits }),
    ...source.lookups,
  };
}

/** The property as the kernel knows it: names of statements in place of texts. */
export function toProperty(source: PropertySource): Property {
  const { id, kind, key, touches } = source;
  return {
    ...{ id, kind, key, keys: `${id}.keys`, query: id, touches, columns: columnsOf(source) },
    ...(source.suspicion === undefined ? {} : { suspicion: `${id}.suspicion` }),
    ...(source.waits === undefined ? {} : { waits: `${id}.waits` }),
  };
}

/** The columns whose names stand in the texts of a property: an update of any other column is no matter to it. */
function columnsOf(source: PropertySource): Property['columns'] {
  const words = new Set(Object.values(statementsOf(source)).join(' ').match(/\w+/g));
  const tables = Object.entries(serviceTables).filter(([table]) => words.has(table));
  return Object.fromEntries(
    tables.map(([table, columns]) => [table, columns.filter((name) => words.has(name))]),
  );
}

/** The touch of a row that names its run, which is the key; a row of no run touches nothing. */
export const ofRun: Touch = ({ run_id }) => (run_id === null || run_id === undefined ? [] : [{ run_id }]);

/** The run of a procedure that may still put things right: one with nothing ahead excuses nobody. */
export const ofPendingRun: Touch = (row, sql) => (row['pending'] === 1 ? ofRun(row, sql) : []);

/** The run of a submission that is still being accepted. */
export const ofAcceptedRun: Touch = (row, sql) => (row['procedure'] === 'api.accept' ? ofRun(row, sql) : []);

/** The touch of a row whose keys another statement finds, given columns of the row. */
export const found =
  (statement: string, ...columns: readonly string[]): Touch =>
  (row, sql) =>
    sql(statement, Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));

/** The key of a view: one page load of one browser, looking at one run. */
export const VIEW = ['browser', 'incarnation', 'run_id'] as const;

export const VIEWS = 'SELECT browser, incarnation, run_id FROM now_views';

export const VIEWS_OF_RUN = 'SELECT browser, incarnation, run_id FROM now_views WHERE run_id=:run_id';
