// Who may do what (CONTRACT §7): a relation to a run or conversation, read from the tables, and the
// matrix that says what each endpoint answers to it. 404 hides existence; 403 only where the caller may
// already see the object.

import { only } from '../kernel/actor';
import type { Run } from '../kernel/store';
import type { Endpoint } from './http';

export type Relation = 'own' | 'wri' | 'vie' | 'app' | 'own+app' | 'ope' | 'ten' | 'oth';
/** `self`: the person who asks may not be the one who grants. */
export type Permission = 'allowed' | 'forbidden' | 'self' | 'hidden';

type Matrix = Readonly<Record<Endpoint, Readonly<Record<Relation, Permission>>>>;

const readers = {
  own: 'allowed',
  wri: 'allowed',
  vie: 'allowed',
  app: 'allowed',
  'own+app': 'allowed',
} as const;
const outsiders = { ope: 'allowed', ten: 'hidden', oth: 'hidden' } as const;

export const MATRIX: Matrix = {
  accept: {
    ...{ own: 'allowed', wri: 'allowed', vie: 'forbidden', app: 'hidden', 'own+app': 'allowed' },
    ...{ ope: 'forbidden', ten: 'hidden', oth: 'hidden' },
  },
  read: { ...readers, ...outsiders },
  page: { ...readers, ...outsiders },
  conversation: { ...readers, app: 'hidden', ...outsiders },
  decide: {
    ...{ own: 'forbidden', wri: 'forbidden', vie: 'forbidden', app: 'allowed', 'own+app': 'self' },
    ...{ ope: 'forbidden', ten: 'hidden', oth: 'hidden' },
  },
  cancel: { ...readers, vie: 'forbidden', app: 'forbidden', ...outsiders },
  download: { ...readers, app: 'forbidden', ...outsiders, ope: 'forbidden' },
};

/** A principal's relation to a conversation; null where there is no such conversation or principal. */
export function relationToConversation(sql: Run, principal: string, conversation: string): Relation | null {
  const scope = only(sql('read_conversation', { conversation_id: conversation }));
  const person = only(sql('read_principal', { principal_id: principal }));
  if (scope === null || person === null) return null;
  const member = only(sql('read_membership', { conversation_id: conversation, principal_id: principal }));
  if (member !== null) return member['role'] === 'writer' ? 'wri' : 'vie';
  if (person['tenant_id'] !== scope['tenant_id']) return 'oth';
  return person['is_operator'] === 1 ? 'ope' : 'ten';
}

/** A principal's relation to a run; null where there is no such run or principal. */
export function relationToRun(sql: Run, principal: string, runId: string): Relation | null {
  const run = only(sql('read_run_scope', { run_id: runId }));
  if (run === null) return null;
  const isAssignee = sql('read_assignee_of_run', { run_id: runId, principal_id: principal }).length > 0;
  const isOwner = run['principal'] === principal;
  if (isOwner) return isAssignee ? 'own+app' : 'own';
  if (isAssignee) return 'app';
  return relationToConversation(sql, principal, String(run['conversation_id']));
}
