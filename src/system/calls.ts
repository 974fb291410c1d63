// What a person asks for beside submitting: each a request of its own, in the words of a scenario's start.
//
//   read run_1 · refresh run_1 (the page takes it as its view) · events run_1 · cancel run_1 [once running] · download art_1 of run_1
//   check run_1                                   after it gave up, the page tries again
//   approve run_1 · reject run_1                  what the view shows, once it shows it
//   approve apr_op_run_1_s1 for 75.00 of ord_1    without a view: from a link, or by guessing
//   guess …                                       the id is made up, not known

import type { Data } from '../kernel/json';
import { centsOf } from './agent';
import { proposalDigest } from './proposal';

export interface Call extends Data {
  readonly text: string;
  readonly does:
    'read' | 'refresh' | 'check' | 'events' | 'cancel' | 'download' | 'approve' | 'reject' | 'conversation';
  /** The run, approval or conversation that it names. */
  readonly target: string;
  readonly artifact: string | null;
  /** Of a proposal that is not seen in the view. */
  readonly digest: string | null;
  /** The view has to show first that somebody has begun to work on the run. */
  readonly onceRunning: boolean;
  readonly guesses: boolean;
}

const FORM =
  /^(?<guess>guess )?(?:(?<does>read|refresh|check|events|cancel|conversation) (?<run>\w+)(?<once> once running)?|download (?<artifact>\w+) of (?<owner>\w+)|(?<decides>approve|reject) (?<asked>\w+)(?: for (?<amount>\S+) of (?<order>\w+))?)$/;

export const CALL_FORMS =
  'a call such as "read run_1", "cancel run_1 once running", "approve run_1" or "download art_1 of run_1"';

/** The call that a text is; null where it is none. */
export function parseCall(text: string): Call | null {
  const groups = FORM.exec(text)?.groups;
  if (groups === undefined) return null;
  const { guess, does, run, once, artifact, owner, decides, asked, amount, order } = groups;
  const base = {
    text,
    artifact: null,
    digest: null,
    onceRunning: once !== undefined,
    guesses: guess !== undefined,
  };
  if (does !== undefined) return { ...base, does: does as Call['does'], target: run ?? '' };
  if (artifact !== undefined) return { ...base, does: 'download', artifact, target: owner ?? '' };
  const cents = amount === undefined ? null : centsOf(amount);
  if (amount !== undefined && cents === null) return null;
  const digest = cents === null ? null : proposalDigest(order ?? '', cents, 'EUR');
  return { ...base, does: decides as Call['does'], target: asked ?? '', digest };
}

/** True for a decision about what the view shows. */
export const isAboutView = (call: Call): boolean =>
  (call.does === 'approve' || call.does === 'reject') && call.digest === null;
