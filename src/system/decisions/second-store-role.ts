// A list in memory says what is to be started, and it is the only place that says so: the outbox counts the
// message as sent, the broker as delivered. When the store forgets, the tasks are in no one's hands. A store
// that may forget can hold nothing but what the tables can give it again. M06 §5, §7.

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const secondStoreRole: Decision = {
  id: 'second_store.role',
  kind: 'safety',
  properties: ['S27', 'L1', 'L6'],
  alternatives: [
    {
      name: 'owns_facts',
      safe: false,
      failure: 'cache as source of truth',
      edits: [parameter('second_store', 'owns_facts')],
    },
    { name: 'derived_only', safe: true, failure: '', edits: [] },
  ],
};
