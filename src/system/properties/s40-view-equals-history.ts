// A view at cursor c equals the fold of events 1…c: two people who look at one run, or one person who looks
// twice, must see the same story (CONTRACT §2.2, §12).

import { keyed } from '../../kernel/property';
import { found, type PropertySource, VIEW, VIEWS } from './property-source';

export const s40: PropertySource = {
  id: 'S40',
  name: 'view = history',
  kind: 'always',
  key: VIEW,
  keys: VIEWS,
  query: `SELECT v.browser FROM now_views v JOIN now_folds f ON f.run_id=v.run_id AND f.seq=v.applied_seq
    WHERE v.browser=:browser AND v.incarnation=:incarnation AND v.run_id=:run_id
      AND v.applied_seq>0 AND v.digest<>f.digest`,
  lookups: {
    'S40.views': `SELECT browser, incarnation, run_id FROM now_views WHERE run_id=:run_id AND applied_seq=:seq`,
  },
  touches: { now_views: keyed(...VIEW), now_folds: found('S40.views', 'run_id', 'seq') },
};
