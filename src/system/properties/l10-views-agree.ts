// Views agree: two browsers that have come equally far in a run show the same of it (CONTRACT §16).

import { keyed } from '../../kernel/property';
import { found, type PropertySource, VIEW, VIEWS, VIEWS_OF_RUN } from './property-source';

const own = keyed(...VIEW);
const others = found('L10.views', 'run_id');

export const l10: PropertySource = {
  id: 'L10',
  name: 'views agree',
  kind: 'eventually',
  key: VIEW,
  keys: VIEWS,
  query: `SELECT v.browser FROM now_views v JOIN now_views o ON o.run_id=v.run_id AND o.cursor=v.cursor
    WHERE v.browser=:browser AND v.incarnation=:incarnation AND v.run_id=:run_id AND o.digest<>v.digest`,
  lookups: { 'L10.views': VIEWS_OF_RUN },
  // A view that is gone is found no more, but its verdict has to go with it.
  touches: { now_views: (row, sql) => [...own(row, sql), ...others(row, sql)] },
};
