// A task that can never be done is tried again and again, and each attempt costs a model call and keeps a
// worker from others. Taking one from the budget in the very statement that gives the run back, or takes it
// over, counts every attempt once, whatever crashes in between. M06 §7.

import type { Decision } from '../../kernel/decision';
import { fragment, without } from '../../kernel/edit';

export const budgetEnforce: Decision = {
  id: 'budget.enforce',
  kind: 'safety',
  properties: ['S12', 'L1'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'poison task, retry storm',
      edits: [
        fragment('spend_loss', 'budget_attempts'),
        fragment('attempts_left', '1'),
        without('runs_budget'),
      ],
    },
    {
      name: 'spent_in_statement',
      safe: true,
      failure: '',
      edits: [
        fragment('spend_loss', 'MAX(0,budget_attempts-1)'),
        fragment('attempts_left', 'budget_attempts>1'),
      ],
    },
  ],
};
