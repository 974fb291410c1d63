// Recovery is bounded: a browser that gets nowhere stops asking in the end, and says what it knows (CONTRACT §16).
// A bound on what must come is something that must never happen, so it is judged at every step.

import { keyed } from '../../kernel/property';
import { type PropertySource, VIEW, VIEWS } from './property-source';

export const l08: PropertySource = {
  id: 'L8',
  name: 'recovery is bounded',
  kind: 'always',
  key: VIEW,
  keys: VIEWS,
  query: `SELECT browser FROM now_views
    WHERE browser=:browser AND incarnation=:incarnation AND run_id=:run_id AND attempts>7`,
  touches: { now_views: keyed(...VIEW) },
};
