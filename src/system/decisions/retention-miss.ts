// A browser asks for events that are no longer kept. Starting at the oldest one, or answering with an
// empty page, hides a hole; only saying so lets it fetch a snapshot instead. M06 §4;
// durable-sse-recovery, "Retention / Compaction". (Where nobody on stage removes events, a search finds no harm.)

import { type AnyOperation, only, operation, type StepView } from '../../kernel/actor';
import type { Decision } from '../../kernel/decision';
import { replace } from '../../kernel/edit';
import type { ApiDisk, ApiLocals } from '../actors/api/state';

type View = StepView<object, ApiDisk, ApiLocals>;

const logOf = (view: View): { readonly minimum: number; readonly lastSeq: number } => {
  const log = only(view.sql('poll_page', { run_id: view.locals.runId ?? '' }));
  return { minimum: Number(log?.['min_retained_seq'] ?? 1), lastSeq: Number(log?.['last_seq'] ?? 0) };
};

/** Pages from the oldest kept event on, as if nothing had been there before it. */
const startAtOldest: AnyOperation = operation((view: View) => ({
  locals: { minRetainedSeq: logOf(view).minimum },
}));

/** Answers a cursor below retention with the page after the last event, which is empty. */
const emptyPage: AnyOperation = operation((view: View) => {
  const { page } = view.locals;
  const { minimum, lastSeq } = logOf(view);
  if (page === undefined || page.afterSeq >= minimum - 1) return { locals: { minRetainedSeq: minimum } };
  return { locals: { minRetainedSeq: minimum, page: { ...page, afterSeq: lastSeq } } };
});

export const retentionMiss: Decision = {
  id: 'retention.miss',
  kind: 'safety',
  properties: ['S37', 'L7'],
  alternatives: [
    {
      name: 'start_at_oldest',
      safe: false,
      failure: 'silent data loss',
      breaksAlways: true,
      edits: [replace('api.page.checkCursor', startAtOldest)],
    },
    {
      name: 'empty_page',
      safe: false,
      failure: 'silent data loss',
      breaksAlways: true,
      edits: [replace('api.page.checkCursor', emptyPage)],
    },
    { name: 'resync_required', safe: true, failure: '', edits: [] },
  ],
};
