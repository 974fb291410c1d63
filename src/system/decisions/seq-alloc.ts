// A place in the history that is drawn before the transaction that writes it is drawn too early: two who ask
// for the highest number get the same one, and a number of a sequence may come late, or never. The run row
// gives the next place in the transaction that takes it. M06 §3; durable-sse-recovery, Event Identity.

import { type AnyOperation, only, operation, type StepView } from '../../kernel/actor';
import type { Decision, Edit } from '../../kernel/decision';
import { add, fragment, replace, split, without } from '../../kernel/edit';
import { appendCancelDrawn } from '../actors/api/cancelling';
import { appendIntentDrawn } from '../actors/worker/refund';

type View = StepView<object, object, { readonly runId?: string; readonly drawnSeq?: number }>;
type Draw = 'next_place' | 'draw_place';

const drawSeq = (draw: Draw): AnyOperation =>
  operation((view: View) => {
    const run = view.locals.runId ?? view.run ?? '';
    const seq = Number(only(view.sql(draw, { run_id: run }))?.['seq']);
    return { locals: { drawnSeq: seq }, says: { key: 'log.drawSeq', values: { run, seq } } };
  });

/** A step that draws, and the append that takes what was drawn: of the intent, and of a request to cancel. */
const drawnBefore = (draw: Draw): readonly Edit[] => [
  add('worker.work.drawSeq', 'after planOperation', drawSeq(draw)),
  split('worker.work.drawSeq'),
  split('worker.work.reserveOrder'),
  replace('worker.work.appendIntent', appendIntentDrawn),
  add('api.cancel.drawSeq', 'outside before cancelRun', drawSeq(draw)),
  replace('api.cancel.appendCancel', appendCancelDrawn),
  without('events_dense'),
];

/** Whoever draws none takes what lies above all that were drawn. */
const ABOVE_THE_SEQUENCE = `MAX(last_seq,COALESCE((SELECT s.last FROM sequences s WHERE s.name=runs.run_id),0))+1`;

export const seqAlloc: Decision = {
  id: 'seq.alloc',
  kind: 'safety',
  properties: ['S05'],
  alternatives: [
    {
      name: 'max_plus_one',
      safe: false,
      failure: 'duplicate position',
      edits: [
        ...drawnBefore('next_place'),
        fragment('next_seq', 'last_seq+1'),
        without('events_one_per_seq'),
      ],
    },
    {
      name: 'db_sequence',
      safe: false,
      failure: 'out-of-order visibility',
      edits: [...drawnBefore('draw_place'), fragment('next_seq', ABOVE_THE_SEQUENCE)],
    },
    { name: 'row_counter', safe: true, failure: '', edits: [fragment('next_seq', 'last_seq+1')] },
  ],
};
