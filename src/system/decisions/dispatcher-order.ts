// Several dispatchers work faster than one, each on a row of its own. Two rows of one run are then on their
// way at once, and the later one may arrive first: a person hears that the run is cancelled, and then is asked
// to approve it. With the oldest unsent row of a run in the way, later ones wait, whoever sends it. M06 §6.
//
// One dispatcher has one row in hand at a time, so this shows only where a second one is cast.

import { only, operation, type StepView } from '../../kernel/actor';
import type { Decision } from '../../kernel/decision';
import { fragment, replace } from '../../kernel/edit';
import { type DispatcherLocals, found } from '../actors/dispatcher';

/** Takes a row that nobody else has in hand. */
const takeUnsent = operation((view: StepView<object, object, DispatcherLocals>) => {
  const row = only(view.sql('read_unsent', {}));
  if (row === null) return { then: { end: true } };
  view.sql('take_unsent', { message_id: row['message_id'] ?? null });
  return found(row);
});

export const dispatcherOrder: Decision = {
  id: 'dispatcher.order',
  kind: 'safety',
  properties: ['S30'],
  alternatives: [
    {
      name: 'parallel',
      safe: false,
      failure: 'reordering',
      edits: [
        replace('dispatcher.pump.readUnsent', takeUnsent),
        fragment('outbox_head', '(o.taken_by IS NULL OR o.taken_by=:actor)'),
      ],
    },
    {
      name: 'per_aggregate',
      safe: true,
      failure: '',
      edits: [
        fragment(
          'outbox_head',
          `NOT EXISTS (SELECT 1 FROM outbox p
            WHERE p.run_id=o.run_id AND p.topic=o.topic AND p.sent=0 AND p.seq<o.seq)`,
        ),
      ],
    },
  ],
};
