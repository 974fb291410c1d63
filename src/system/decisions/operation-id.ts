// The provider knows a call by its key alone. A key that is new with every call, or with every attempt,
// makes a repeated refund look like another one. One key for one step of one run survives every crash.
// M06 §1, §2.

import type { Decision } from '../../kernel/decision';
import { fragment, without } from '../../kernel/edit';

export const operationId: Decision = {
  id: 'operation.id',
  kind: 'safety',
  properties: ['S21'],
  alternatives: [
    {
      name: 'fresh_each_call',
      safe: false,
      failure: 'double spend',
      edits: [
        fragment('operation_id', "'op_'||:actor||'_'||:call"),
        fragment('same_operation', '0'),
        without('operations_one_per_step'),
      ],
    },
    {
      name: 'per_attempt',
      safe: false,
      failure: 'double spend',
      edits: [
        fragment('operation_id', "'op_'||:attempt_id||'_'||:step_key"),
        fragment('same_operation', "operation_id='op_'||:attempt_id||'_'||:step_key"),
        without('operations_one_per_step'),
      ],
    },
    {
      name: 'per_step',
      safe: true,
      failure: '',
      edits: [
        fragment('operation_id', "'op_'||:run_id||'_'||:step_key"),
        fragment('same_operation', 'step_key=:step_key'),
      ],
    },
  ],
};
