// Within one page load no event is missing from a view and none is applied twice: text would be doubled, or
// a step of the story would be gone, with nothing on the screen to say so (CONTRACT §12; durable-sse-
// recovery, Live / Replay Overlap).

import { keyed } from '../../kernel/property';
import { type PropertySource, VIEW } from './property-source';

export const s33: PropertySource = {
  id: 'S33',
  name: 'contiguous view',
  kind: 'always',
  key: VIEW,
  keys: 'SELECT browser, incarnation, run_id FROM mon_applied',
  query: `SELECT browser FROM mon_applied
    WHERE browser=:browser AND incarnation=:incarnation AND run_id=:run_id AND (gap=1 OR repeat=1)`,
  touches: { mon_applied: keyed(...VIEW) },
};
