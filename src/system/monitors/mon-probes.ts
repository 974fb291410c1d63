// What somebody without any relation to a run is answered about it, and what about one that does not exist:
// two answers that differ tell that it does (S38b).

import type { Row } from '../../kernel/store';
import { factsOf, members, type MonitorSource } from './monitor-source';
import { standingsOf } from './mon-leaks';

/** Who is nothing at all to a run. */
const isStranger = ({ own, role, asked, operator }: Row): boolean =>
  own === 0 && role === null && asked === 0 && operator === 0;

export const monProbes: MonitorSource = {
  table: 'mon_probes',
  schema: [
    `CREATE TABLE mon_probes (principal TEXT NOT NULL, endpoint TEXT NOT NULL, existing TEXT, unknown TEXT,
      PRIMARY KEY (principal, endpoint)) STRICT`,
  ],
  statements: {
    'mon_probes.existing': `INSERT INTO mon_probes(principal,endpoint,existing)
      VALUES(:principal,:endpoint,:answer) ON CONFLICT(principal,endpoint) DO UPDATE SET existing=:answer`,
    'mon_probes.unknown': `INSERT INTO mon_probes(principal,endpoint,unknown)
      VALUES(:principal,:endpoint,:answer) ON CONFLICT(principal,endpoint) DO UPDATE SET unknown=:answer`,
  },
  observe(step, sql) {
    for (const fact of factsOf(step, 'answered')) {
      // What is allowed tells on purpose; a submission names no run that exists.
      if (Number(fact['status']) < 400 || fact['endpoint'] === 'accept') continue;
      const standings = standingsOf(fact, sql);
      if (!standings.every(isStranger)) continue;
      const statement = standings.length === 0 ? 'mon_probes.unknown' : 'mon_probes.existing';
      sql(statement, { ...members(fact, 'principal', 'endpoint'), answer: String(Number(fact['status'])) });
    }
  },
};
