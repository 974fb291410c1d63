// Views catch up: a browser that is live or recovering shows the whole history in the end, whatever was
// lost, cut or skipped on the way (CONTRACT §16). One that says "we do not know" claims nothing, and
// a page that nobody has opened has no view yet.

import { keyed } from '../../kernel/property';
import { found, type PropertySource, VIEW, VIEWS, VIEWS_OF_RUN } from './property-source';

export const l07: PropertySource = {
  id: 'L7',
  name: 'views catch up',
  kind: 'eventually',
  key: VIEW,
  keys: VIEWS,
  query: `SELECT v.browser FROM now_views v LEFT JOIN runs r ON r.run_id=v.run_id
    WHERE v.browser=:browser AND v.incarnation=:incarnation AND v.run_id=:run_id
      AND (v.state='LIVE' OR v.state GLOB 'RECOVERING*') AND v.cursor<>COALESCE(r.last_seq,0)
      AND NOT (v.state='RECOVERING/page' AND v.digest='' AND v.attempts=0)`,
  lookups: { 'L7.views': VIEWS_OF_RUN },
  touches: { now_views: keyed(...VIEW), runs: found('L7.views', 'run_id') },
};
