// No connection keeps more frames than its limit: one reader that does not read would take the memory of all
// (CONTRACT §5).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s39: PropertySource = {
  id: 'S39',
  name: 'bounded buffer',
  kind: 'always',
  key: ['conn_id'],
  keys: 'SELECT conn_id FROM now_connections',
  query: 'SELECT conn_id FROM now_connections WHERE conn_id=:conn_id AND buffered>buffer_limit',
  touches: { now_connections: keyed('conn_id') },
};
