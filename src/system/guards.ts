// What a guarded statement demands, read from its own text: under every design the guard that is shown is the
// guard that is there. A condition that a design has filled with 1 demands nothing.

import type { Row } from '../kernel/store';
import type { Guard } from './transitions';

export interface Condition {
  /** `status` for the statuses that a row may have; null for a condition that has no name here. */
  readonly guard: Guard | 'status' | null;
  readonly text: string;
}

/** What the writer went by, and the run as it was. */
export interface Known {
  readonly actor: string;
  readonly now: number;
  /** The tenure and the version that the writer names; null where it names none. */
  readonly fence: number | null;
  readonly version: number | null;
  readonly run: Row;
  /** Statuses of the run's operations; null where the transaction had changed them by then. */
  readonly operations: readonly string[] | null;
}

const SENT = 'started,unknown';

/** Conditions on operations, by the statuses that must be absent. */
const ABSENT: Readonly<Record<string, Guard>> = {
  [SENT]: 'settled',
  [`planned,${SENT}`]: 'nothingOpen',
  [`${SENT},committed`]: 'nothingSent',
  [`planned,${SENT},committed`]: 'nothingLeft',
};

const PLAIN: Readonly<Record<string, Guard>> = {
  'fence=:fence': 'fence',
  'owner=:owner': 'owner',
  'version=:version': 'version',
  'available_at<=:now': 'available',
  'lease_until<=:now': 'leaseOver',
  'budget_attempts>1': 'attempts',
  'budget_attempts=1': 'lastAttempt',
  'budget_attempts<=1': 'lastAttempt',
  'budget_steps>0': 'steps',
  'cancel_requested=0': 'notCancelled',
  'cancel_requested=1': 'cancelAsked',
  'expires_at>:now': 'notExpired',
  'expires_at<=:now': 'expired',
  'proposal_digest=:digest': 'sameProposal',
  "status='pending'": 'pending',
};

/** Which row is meant, and what every row fulfils. */
const IDENTITY = /^(\w+\.)?\w+_id=:?[\w.]+$|^1$/;

/** The conditions of a statement, those that name its row left out. */
export function conditionsOf(statement: string): readonly Condition[] {
  const where = clauseOf(statement.replaceAll(/\s+/g, ' '));
  return splitAt(where, 'AND').flatMap((text) => {
    if (IDENTITY.test(text) || splitAt(inner(text), 'OR').includes('1')) return [];
    return [{ guard: guardOf(text), text }];
  });
}

function guardOf(text: string): Condition['guard'] {
  const plain = PLAIN[text];
  if (plain !== undefined) return plain;
  if (/^status( IN |=)/.test(text)) return 'status';
  if (/^:principal<>\(SELECT principal FROM runs\b/.test(text)) return 'notSubmitter';
  if (/^EXISTS .*\bapproval_assignees\b/.test(text)) return 'asked';
  if (/^NOT EXISTS .*\boperations\b/.test(text)) return ABSENT[statusesIn(text).join(',')] ?? null;
  const [first = '', second = ''] = splitAt(inner(text), 'OR');
  if (!/^EXISTS .*\boperations\b/.test(second)) return null;
  if (first === 'budget_attempts>1' && statusesIn(second).join(',') === SENT) return 'attemptsOrUnsettled';
  return first === 'cancel_requested=0' ? 'notCancelledOrCommitted' : null;
}

/** Whether a condition held; null where that cannot be told from these. */
export function holds(condition: Condition, known: Known): boolean | null {
  const { guard, text } = condition;
  const { run, now } = known;
  const number = (column: string): number => Number(run[column] ?? NaN);
  switch (guard) {
    case 'status':
      return statusesIn(text).includes(String(run['status']));
    case 'fence':
      return known.fence === null ? null : run['fence'] === known.fence;
    case 'version':
      return known.version === null ? null : run['version'] === known.version;
    case 'owner':
      return run['owner'] === known.actor;
    case 'available':
      return number('available_at') <= now;
    case 'leaseOver':
      return number('lease_until') <= now;
    case 'attempts':
      return number('budget_attempts') > 1;
    case 'steps':
      return number('budget_steps') > 0;
    case 'lastAttempt':
      return number('budget_attempts') <= 1;
    case 'notCancelled':
      return run['cancel_requested'] === 0;
    case 'cancelAsked':
      return run['cancel_requested'] === 1;
    default:
      return holdsOfOperations(condition, known);
  }
}

/** The same for conditions on the operations of the run. */
function holdsOfOperations({ guard, text }: Condition, { run, operations }: Known): boolean | null {
  const has = operations?.some((one) => statusesIn(text).includes(one)) ?? null;
  switch (guard) {
    case 'settled':
    case 'nothingOpen':
    case 'nothingSent':
    case 'nothingLeft':
      return has === null ? null : !has;
    case 'attemptsOrUnsettled':
      return Number(run['budget_attempts']) > 1 || has;
    case 'notCancelledOrCommitted':
      return run['cancel_requested'] === 0 || has;
    default:
      return null;
  }
}

/** The statuses that a condition lists. */
export const statusesIn = (text: string): readonly string[] =>
  [...text.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');

/** What stands between the outermost WHERE and what follows it. */
function clauseOf(statement: string): string {
  const [, ...rest] = splitAt(statement, 'WHERE');
  const [where = ''] = splitAt(rest.join(' WHERE '), 'RETURNING');
  return splitAt(where, 'ORDER BY')[0] ?? '';
}

/** A text without the parentheses around the whole of it. */
const inner = (text: string): string => (/^\(.*\)$/.test(text) ? text.slice(1, -1).trim() : text);

/** The parts of a text between a word, where that stands outside all parentheses. */
function splitAt(text: string, word: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const token of text.split(new RegExp(`([()]|\\b${word}\\b)`))) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === word && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
