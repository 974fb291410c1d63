// A view shows its own run only: a person must not read another task's words, or another person's, under
// their own (CONTRACT §12; durable-sse-recovery, Event Identity).

import { keyed } from '../../kernel/property';
import { type PropertySource, VIEW } from './property-source';

export const s34: PropertySource = {
  id: 'S34',
  name: 'run isolation',
  kind: 'always',
  key: VIEW,
  keys: 'SELECT browser, incarnation, run_id FROM mon_applied',
  query: `SELECT browser FROM mon_applied
    WHERE browser=:browser AND incarnation=:incarnation AND run_id=:run_id AND foreign_run=1`,
  touches: { mon_applied: keyed(...VIEW) },
};
