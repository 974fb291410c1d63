// Who asks for events below retention is told so: an ordinary page from the oldest kept event on would be a
// silent gap in somebody's view (CONTRACT §6).

import { keyed } from '../../kernel/property';
import { type PropertySource, VIEW } from './property-source';

export const s37: PropertySource = {
  id: 'S37',
  name: 'no silent skip',
  kind: 'always',
  key: VIEW,
  keys: 'SELECT browser, incarnation, run_id FROM mon_applied',
  query: `SELECT browser FROM mon_applied
    WHERE browser=:browser AND incarnation=:incarnation AND run_id=:run_id AND skipped=1`,
  touches: { mon_applied: keyed(...VIEW) },
};
