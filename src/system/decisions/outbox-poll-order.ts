// The dispatcher remembers the highest number that it has sent, and asks for what lies above. A number is
// drawn before the commit, so a transaction that commits late brings a lower one than was sent already: its
// row is there, unsent, and nobody ever asks for it. A flag on each row has no order to be wrong about.
// M06 §6.

import { type AnyOperation, only, operation, type StepView } from '../../kernel/actor';
import type { Decision } from '../../kernel/decision';
import { add, type Place } from '../../kernel/edit';
import { fragment } from '../../kernel/edit';

/** Of the locals of whoever writes an outbox row: the number drawn for it, and where its event stands. */
interface Numbered {
  readonly outboxNumber?: number;
  readonly runId?: string;
  readonly createdSeq?: number;
  readonly decidedSeq?: number;
  readonly cancelSeq?: number;
  readonly lastSeq?: number;
}

type View = StepView<object, object, Numbered>;
type SeqName = 'createdSeq' | 'decidedSeq' | 'cancelSeq' | 'lastSeq';

/** As a sequence of a database does: outside the transaction, and never given back. */
const drawNumber: AnyOperation = operation((view: View) => {
  const drawn = Number(only(view.sql('draw_number', { name: 'outbox' }))?.['last']);
  const says = { key: 'outbox.drawNumber', values: { number: drawn } };
  return { locals: { outboxNumber: drawn }, says };
});

/** The transaction that writes the row gives it the number that was drawn. */
const numberOutbox = (seqName: SeqName): AnyOperation =>
  operation((view: View) => {
    const { runId, outboxNumber, [seqName]: seq } = view.locals;
    if (runId === undefined || outboxNumber === undefined || seq === undefined) return {};
    view.sql('number_outbox', { run_id: runId, seq, number: outboxNumber });
    return {};
  });

/** In a procedure: a step that draws, and an operation that writes the number down beside the row. */
const numbered = (procedure: string, first: string, seqName: SeqName) => [
  add(`${procedure}.drawNumber`, `outside before ${first}` satisfies Place, drawNumber),
  add(`${procedure}.numberOutbox`, 'after insertOutbox', numberOutbox(seqName)),
];

/** Rows without a number, those of notices, are found by their flag. */
const ABOVE_THE_MARK = `((number IS NULL AND sent=0)
    OR number>(SELECT COALESCE(MAX(m.number),0) FROM outbox m WHERE m.sent=1))`;

export const outboxPollOrder: Decision = {
  id: 'outbox.poll_order',
  kind: 'safety',
  properties: ['L6', 'L1'],
  alternatives: [
    {
      name: 'id_watermark',
      safe: false,
      failure: 'watermark skips late commits',
      edits: [
        ...numbered('api.accept', 'findKey', 'createdSeq'),
        ...numbered('api.decide', 'decideApproval', 'decidedSeq'),
        ...numbered('api.cancel', 'cancelRun', 'cancelSeq'),
        ...numbered('worker.retry', 'appendFailedAttempt', 'lastSeq'),
        fragment('unsent', ABOVE_THE_MARK),
        fragment('poll_order', 'number, run_id, seq, topic'),
      ],
    },
    {
      name: 'unsent_flag',
      safe: true,
      failure: '',
      edits: [fragment('unsent', 'sent=0'), fragment('poll_order', 'run_id, seq, topic')],
    },
  ],
};
