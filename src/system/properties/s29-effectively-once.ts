// A message may come many times, and changes a person's list once: nobody reads the same news twice
// (CONTRACT §11; M06 §6).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s29: PropertySource = {
  id: 'S29',
  name: 'effectively once',
  kind: 'always',
  key: ['message_id'],
  keys: 'SELECT DISTINCT message_id FROM notices',
  query: 'SELECT message_id FROM notices WHERE message_id=:message_id AND copy>1',
  touches: { notices: keyed('message_id') },
};
