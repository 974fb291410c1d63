// A browser asks for events that are no longer kept. Starting at the oldest one, or answering with an
// empty page, hides a hole; only saying so lets it fetch a snapshot instead. M06 §4;
// durable-sse-recovery, "Retention / Compaction". (Where nobody on stage removes events, a search finds no harm.)

import type { AnyOperation } from '../../kernel/actor';
import type { Decision } from '../../kernel/decision';
import { replace } from '../../kernel/edit';
import { permitted } from '../actors/api/reauthorize';
import { api, type View } from '../actors/api/state';
import { permittedToFollow, startAt } from '../actors/gateway/opening';
import { gateway, type View as Following } from '../actors/gateway/state';
import { logOf } from '../cursor';

const reach = (view: View) => logOf(view.sql, view.locals.runId ?? '') ?? { minimum: 1, lastSeq: 0 };

/** Pages from the oldest kept event on, as if nothing had been there before it. */
const startAtOldest: AnyOperation = api(
  permitted((view: View) => ({ locals: { minRetainedSeq: reach(view).minimum } })),
);

/** Answers a cursor below retention with the page after the last event, which is empty. */
const emptyPage: AnyOperation = api(
  permitted((view: View) => {
    const { page } = view.locals;
    const { minimum, lastSeq } = reach(view);
    if (page === undefined || page.afterSeq >= minimum - 1) return { locals: { minRetainedSeq: minimum } };
    return { locals: { minRetainedSeq: minimum, page: { ...page, afterSeq: lastSeq } } };
  }),
);

/** A stream that begins somewhere else than where it was asked to, without a word. */
const streamFrom = (elsewhere: (log: ReturnType<typeof reach>) => number): AnyOperation =>
  gateway(
    permittedToFollow((view: Following) => {
      const log = logOf(view.sql, view.locals.runId ?? '') ?? { minimum: 1, lastSeq: 0 };
      const asked = view.locals.page?.afterSeq ?? 0;
      return startAt(view, asked < log.minimum - 1 ? elsewhere(log) : asked);
    }),
  );

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
      edits: [
        replace('api.page.checkCursor', startAtOldest),
        replace(
          'gateway.open.checkCursor',
          streamFrom(({ minimum }) => minimum - 1),
        ),
      ],
    },
    {
      name: 'empty_page',
      safe: false,
      failure: 'silent data loss',
      breaksAlways: true,
      edits: [
        replace('api.page.checkCursor', emptyPage),
        replace(
          'gateway.open.checkCursor',
          streamFrom(({ lastSeq }) => lastSeq),
        ),
      ],
    },
    { name: 'resync_required', safe: true, failure: '', edits: [] },
  ],
};
