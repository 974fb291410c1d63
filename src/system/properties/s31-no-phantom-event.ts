// No view is ahead of the log: a person has seen an event that the service does not know, because it was
// delivered before it was stored, or because the log fell back (CONTRACT §1 rule 2; durable-sse-recovery,
// Append-before-deliver).

import { keyed } from '../../kernel/property';
import { found, type PropertySource, VIEW, VIEWS, VIEWS_OF_RUN } from './property-source';

const AHEAD = `SELECT v.browser FROM now_views v LEFT JOIN runs r ON r.run_id=v.run_id
  WHERE v.browser=:browser AND v.incarnation=:incarnation AND v.run_id=:run_id
    AND v.applied_seq>COALESCE(r.last_seq,0)`;

export const s31: PropertySource = {
  id: 'S31',
  name: 'no phantom event',
  kind: 'always',
  key: VIEW,
  keys: VIEWS,
  query: `${AHEAD} AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=v.run_id AND p.pending=1)`,
  suspicion: AHEAD,
  lookups: { 'S31.views': VIEWS_OF_RUN },
  touches: { now_views: keyed(...VIEW), runs: found('S31.views', 'run_id') },
};
