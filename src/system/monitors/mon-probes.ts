// What somebody without any relation to a run is answered about it, and what about one that does not exist:
// two answers that differ tell that it does (S38b).

import { factsOf, type MonitorSource } from './monitor-source';
import { standingsOf } from './mon-leaks';

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
      const [principal, endpoint] = [String(fact['principal']), String(fact['endpoint'])];
      // What is allowed tells on purpose; a submission names no run that exists.
      if (Number(fact['status']) < 400 || endpoint === 'accept') continue;
      const [standing, ...more] = standingsOf(fact, sql);
      const isStranger = standing?.['own'] === 0 && standing['role'] === null && standing['asked'] === 0;
      if (standing !== undefined && (!isStranger || standing['operator'] === 1 || more.length > 0)) continue;
      const answer = String(fact['status']);
      sql(standing === undefined ? 'mon_probes.unknown' : 'mon_probes.existing', {
        principal,
        endpoint,
        answer,
      });
    }
  },
};
