// Looking whether a key is there and inserting the run are two transactions: two requests look, neither finds
// it, both insert. A unique constraint lets the database decide, and the loser answers with the winner's run.
// M06 §2.

import type { Decision } from '../../kernel/decision';
import { split, without } from '../../kernel/edit';

export const submitInsert: Decision = {
  id: 'submit.insert',
  kind: 'safety',
  properties: ['S01'],
  alternatives: [
    {
      name: 'check_then_insert',
      safe: false,
      failure: 'check-then-act race (TOCTOU)',
      edits: [split('api.accept.insertRun'), without('runs_one_per_key')],
    },
    { name: 'unique_constraint', safe: true, failure: '', edits: [] },
  ],
};
