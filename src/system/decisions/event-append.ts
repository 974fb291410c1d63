// Status and history are written in two transactions, and a crash between them leaves a run that the
// status page and the event log tell differently: a dual write inside one database. M06 §3.

import type { Decision } from '../../kernel/decision';
import { split } from '../../kernel/edit';

export const eventAppend: Decision = {
  id: 'event.append',
  kind: 'safety',
  properties: ['S04', 'S26', 'S27'],
  alternatives: [
    {
      name: 'separate_transactions',
      safe: false,
      failure: 'status and history disagree',
      edits: [
        split('api.accept.appendCreated'),
        split('worker.work.appendCommitted'),
        split('api.decide.appendDecided'),
      ],
    },
    { name: 'same_transaction', safe: true, failure: '', edits: [] },
  ],
};
