// What one request knows on its way through the API, and how it is answered or refused.

import { type Decide, operation, type Outcome, type StepView } from '../../../kernel/actor';
import type { Data } from '../../../kernel/json';
import { contentDigest } from '../../digest';
import { type Answer, asJson, HTTP, type Request, type Response } from '../../http';
import { problem, type ProblemSlug } from '../../problems';

export interface ApiDisk {
  /** How many runs this service has named. */
  readonly runs: number;
}

export interface ApiLocals {
  readonly caller: string;
  readonly requestId: string;
  readonly sender: Request['sender'];
  readonly principal: string;
  /** Set as soon as the answer is known; operations after that have nothing to do. */
  readonly answer?: Response;
  readonly submission?: Submission;
  readonly isReplay?: boolean;
  readonly runId?: string;
  readonly createdSeq?: number;
  readonly page?: { readonly afterSeq: number; readonly limit: number };
  /** The cursor that was asked with, whatever `page` makes of it. */
  readonly askedSeq?: number;
  readonly minRetainedSeq?: number;
}

export interface Submission {
  readonly key: string;
  readonly fingerprint: string;
  readonly body: string;
  readonly conversationId: string;
  readonly attempts: number;
  readonly steps: number;
}

export type View = StepView<object, ApiDisk, ApiLocals>;
export type Result = Outcome<object, ApiDisk, ApiLocals>;
export const api = (decide: Decide<object, ApiDisk, ApiLocals>) => operation(decide);

/** Ends the procedure's own work with a problem; `respond` still sends it. */
export const refuse = (view: View, slug: ProblemSlug, members: Data = {}): Result => ({
  locals: { answer: problem(slug, view.locals.requestId, members) },
  then: { to: 'respond' },
});

/** Answers the caller on the connection of its request. */
export function send(view: View, response: Response | undefined): Result {
  const { caller, requestId } = view.locals;
  if (response === undefined) return {};
  const answer: Answer = { ...response, answers: requestId };
  // Named by its content: which of two answers to one request was sent first must not show in a name.
  const id = `${requestId}:${String(response.status)}:${contentDigest({ ...response }).slice(0, 6)}`;
  return { send: [{ channel: HTTP, id, to: caller, run: view.run, body: asJson(answer) }] };
}
