// What a person has to be told: every transaction that ends a run, or asks about one, leaves an outbox row for
// the notifier. Without a notifier on stage nobody writes such rows, for nobody would ever mark them as done.

import { type AnyOperation, only, operation } from '../../../kernel/actor';
import type { Edit } from '../../../kernel/decision';
import { add } from '../../../kernel/edit';

/** Tells of the newest event of a type; where the transaction has appended none, there is nothing to tell. */
const tell = (type: string): AnyOperation =>
  operation((view) => {
    const run_id = view.run ?? '';
    const event = only(view.sql('newest_of', { run_id, type }));
    if (event === null) return {};
    const message = { run_id, seq: event['seq'] ?? 0, topic: 'runs.notify', type };
    const payload = JSON.stringify({ run_id });
    view.sql('insert_outbox', { ...message, payload, available_at: view.now });
    return {};
  });

/** The edits that a notifier's presence makes (CONTRACT §11). */
export const telling: readonly Edit[] = [
  add('worker.work.insertNotify', 'after finish', tell('run.succeeded')),
  add('worker.reconcile.insertNotify', 'after finish', tell('run.succeeded')),
  add('worker.decline.insertNotify', 'after finish', tell('run.succeeded')),
  add('worker.fail.insertNotify', 'after finishFailed', tell('run.failed')),
  add('worker.stop.insertNotify', 'after finishCancelled', tell('run.cancelled')),
  add('worker.exhaust.insertNotify', 'after appendEnding', tell('run.failed')),
  add('worker.propose.insertNotify', 'after yield', tell('approval.requested')),
  add('timer.expire.insertNotify', 'after failExpired', tell('run.failed')),
  add('api.cancel.insertNotify', 'after insertOutbox', tell('run.cancelled')),
];
