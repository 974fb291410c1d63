// What a reader was told is never rewritten: two people who read the same position have read the same, and a cursor
// stands for one story (CONTRACT §8, events_immutable). What is removed is another matter: that is declared.

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s06: PropertySource = {
  id: 'S06',
  name: 'history stands',
  kind: 'always',
  key: ['run_id'],
  keys: 'SELECT run_id FROM mon_history',
  query: 'SELECT run_id FROM mon_history WHERE run_id=:run_id AND rewritten_seq>0',
  touches: { mon_history: keyed('run_id') },
};
