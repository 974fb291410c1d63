// A browser says done, failed, cancelled or interrupted only if the run is: silence, an empty page or a
// lost connection is no ending, and a person who believes it goes away, or presses again (CONTRACT §12). It
// waits while the ending that the browser heard of is still being committed.

import { keyed } from '../../kernel/property';
import { found, type PropertySource, VIEW, VIEWS, VIEWS_OF_RUN } from './property-source';

const FALSE_ENDING = `SELECT v.browser FROM now_views v JOIN runs r ON r.run_id=v.run_id
  WHERE v.browser=:browser AND v.incarnation=:incarnation AND v.run_id=:run_id
    AND v.state IN ('DONE','FAILED','CANCELLED','INTERRUPTED')
    AND r.status<>CASE v.state WHEN 'DONE' THEN 'succeeded' ELSE lower(v.state) END`;

export const s36: PropertySource = {
  id: 'S36',
  name: 'no false ending',
  kind: 'always',
  key: VIEW,
  keys: VIEWS,
  query: `${FALSE_ENDING} AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.run_id=v.run_id AND p.pending=1
    AND r.status='running')`,
  suspicion: FALSE_ENDING,
  lookups: { 'S36.views': VIEWS_OF_RUN },
  touches: { now_views: keyed(...VIEW), runs: found('S36.views', 'run_id') },
};
