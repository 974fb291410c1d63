// Answers to people who may not have them, judged by the observer's own reading of CONTRACT §7, which shares
// nothing with the API's: one row for each person, endpoint and run (S38). They are judged by what the asker is in
// the step that settles the answer: what is on its way already was theirs.

import type { Fact } from '../../kernel/actor';
import type { Json } from '../../kernel/json';
import type { Row, Run } from '../../kernel/store';
import { factsOf, members, type MonitorSource } from './monitor-source';

const STANDING = `SELECT r.run_id, r.principal=:principal AS own,
    (SELECT role FROM conversation_members m
      WHERE m.conversation_id=r.conversation_id AND m.principal_id=:principal) AS role,
    EXISTS (SELECT 1 FROM approvals a JOIN approval_assignees g ON g.approval_id=a.approval_id
      WHERE a.run_id=r.run_id AND g.principal_id=:principal) AS asked,
    EXISTS (SELECT 1 FROM principals p JOIN conversations c ON c.tenant_id=p.tenant_id
      WHERE p.principal_id=:principal AND p.is_operator=1 AND c.conversation_id=r.conversation_id) AS operator
  FROM runs r`;

export const monLeaks: MonitorSource = {
  table: 'mon_leaks',
  schema: [
    `CREATE TABLE mon_leaks (principal TEXT NOT NULL, endpoint TEXT NOT NULL, run_id TEXT NOT NULL,
      PRIMARY KEY (principal, endpoint, run_id)) STRICT`,
  ],
  statements: {
    'mon_leaks.run': `${STANDING} WHERE r.run_id=:target`,
    'mon_leaks.approval': `${STANDING} WHERE r.run_id=(SELECT run_id FROM approvals WHERE approval_id=:target)`,
    'mon_leaks.conversation': `${STANDING} WHERE r.conversation_id=:target ORDER BY r.run_id`,
    'mon_leaks.note': `INSERT INTO mon_leaks(principal,endpoint,run_id) VALUES(:principal,:endpoint,:run_id)
      ON CONFLICT(principal,endpoint,run_id) DO NOTHING`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'answered')) {
      // "Not modified" tells as much as the content does to somebody who has it.
      if (Number(fact['status']) >= 400) continue;
      for (const standing of standingsOf(fact, sql)) {
        if (isEntitled(fact['endpoint'], standing)) continue;
        const asked = members(fact, 'principal', 'endpoint');
        sql('mon_leaks.note', { ...asked, run_id: standing['run_id'] ?? '' });
      }
    }
  },
};

/** What an asker is to each run that an answer is about. */
export function standingsOf(fact: Fact, sql: Run): readonly Row[] {
  const asked = members(fact, 'principal', 'target');
  if (fact['endpoint'] === 'decide') return sql('mon_leaks.approval', asked);
  return sql(fact['endpoint'] === 'conversation' ? 'mon_leaks.conversation' : 'mon_leaks.run', asked);
}

function isEntitled(endpoint: Json | undefined, { own, role, asked, operator }: Row): boolean {
  const [isOwner, isAsked, isOperator] = [own === 1, asked === 1, operator === 1];
  switch (endpoint) {
    case 'accept':
      return isOwner;
    case 'decide':
      return isAsked && !isOwner;
    case 'cancel':
      return isOwner || role === 'writer' || isOperator;
    case 'download':
      return isOwner || role !== null;
    case 'conversation':
      return isOwner || role !== null || isOperator;
    default:
      return isOwner || role !== null || isAsked || isOperator;
  }
}
