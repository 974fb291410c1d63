// Nobody holds a run for ever: once its lease is over, somebody takes it over or ends it, for whoever held it
// may be dead (CONTRACT §16). A lease without an end is as good as over: nothing else will tell.

import { ofRun, type PropertySource } from './property-source';

export const l02: PropertySource = {
  id: 'L2',
  name: 'no orphan lease',
  kind: 'eventually',
  key: ['run_id'],
  keys: 'SELECT run_id FROM runs',
  query: `SELECT run_id FROM runs WHERE run_id=:run_id AND status='running'
    AND (lease_until IS NULL OR lease_until<=:now)`,
  touches: { runs: ofRun },
};
