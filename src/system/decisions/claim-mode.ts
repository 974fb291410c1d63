// Two workers hold the same message. Without a claim both work; with a claim that was checked in an
// earlier read both believe that they hold the run. Compare-and-set lets one statement check and take.
// M06 §6, §7.

import type { Decision } from '../../kernel/decision';
import { fragment, replace, without } from '../../kernel/edit';
import { claimAnyway } from '../actors/worker/taking';

const CLAIMABLE = "status='queued' AND available_at<=:now";

export const claimMode: Decision = {
  id: 'claim.mode',
  kind: 'safety',
  properties: ['S21', 'S07'],
  alternatives: [
    {
      name: 'none',
      safe: false,
      failure: 'no consumer idempotency',
      edits: [
        replace('worker.work.claim', claimAnyway),
        fragment('claimable', CLAIMABLE),
        without('runs_fence_grows'),
      ],
    },
    {
      name: 'read_then_write',
      safe: false,
      failure: 'double claim',
      edits: [fragment('claimable', '1'), without('runs_fence_grows')],
    },
    { name: 'compare_and_set', safe: true, failure: '', edits: [fragment('claimable', CLAIMABLE)] },
  ],
};
