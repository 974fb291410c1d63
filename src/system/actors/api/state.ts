// What one request knows on its way through the API, and how it is answered or refused.

import { type Decide, type Fact, operation, type Outcome, type StepView } from '../../../kernel/actor';
import type { Data } from '../../../kernel/json';
import { contentDigest } from '../../digest';
import { type Answer, asJson, type Endpoint, HTTP, type Request, type Response } from '../../http';
import { problem, type ProblemSlug } from '../../problems';

export interface ApiDisk {
  /** How many runs this service has named. */
  readonly runs: number;
}

export interface PageAsked {
  readonly afterSeq: number;
  readonly limit: number;
  /** The cursor is a number of the server's own count, and no position of the log (stream.id). */
  readonly isNumber?: true;
}

export interface ApiLocals {
  readonly caller: string;
  readonly requestId: string;
  readonly sender: Request['sender'];
  readonly principal: string;
  readonly endpoint?: Endpoint;
  /** The id that the request names: of a run, an approval or a conversation. */
  readonly target?: string;
  /** Set as soon as the answer is known; operations after that have nothing to do. */
  readonly answer?: Response;
  readonly submission?: Submission;
  readonly isReplay?: boolean;
  readonly runId?: string;
  readonly createdSeq?: number;
  readonly page?: PageAsked;
  /** The cursor that was asked with, whatever `page` makes of it. */
  readonly askedSeq?: number;
  readonly minRetainedSeq?: number;
  /** What the answer tells, for the observer. */
  readonly told?: readonly Fact[];
  /** Position that was read before the run was. */
  readonly snapshotSeq?: number;
  /** The versions that the client has, as it lists them. */
  readonly ifNoneMatch?: string;
  readonly artifactId?: string;
  readonly conversationId?: string;
  readonly approvalId?: string;
  readonly deciding?: Deciding;
  readonly decidedSeq?: number;
  /** Whether the run waited for a person, and is queued now. */
  readonly isRequeued?: boolean;
  readonly reason?: string | null;
  readonly cancelEffect?: 'cancelled' | 'requested' | 'already_requested' | 'none_already_terminal';
  readonly cancelSeq?: number;
  readonly endSeq?: number;
  /** The place of its next event, where that is drawn before. */
  readonly drawnSeq?: number;
}

/** A person's answer to a question. */
export interface Deciding {
  readonly decision: 'approved' | 'rejected';
  /** Of what the person saw. */
  readonly digest: string;
  readonly reason: string | null;
}

export interface Submission {
  readonly key: string;
  readonly fingerprint: string;
  readonly body: string;
  readonly conversationId: string;
  readonly orderId: string;
  readonly attempts: number;
  readonly steps: number;
}

export type View = StepView<object, ApiDisk, ApiLocals>;
export type Result = Outcome<object, ApiDisk, ApiLocals>;
export const api = (decide: Decide<object, ApiDisk, ApiLocals>) =>
  operation<object, ApiDisk, ApiLocals>((view) => settled(view.locals, decide(view)));

type Settling = Pick<ApiLocals, 'principal' | 'endpoint' | 'target' | 'runId' | 'answer'>;

/** What the observer is told: to whom an answer is given, and about what. */
export function answered({ principal, endpoint, target, runId }: Omit<Settling, 'answer'>, status: number) {
  const about = target === undefined || target === '' ? (runId ?? '') : target;
  return { fact: 'answered', principal, endpoint: endpoint ?? '', target: about, status };
}

/** An answer is judged where it is settled, by what the asker was then: on its way that may change. */
export function settled<
  Done extends { readonly locals?: Partial<Settling>; readonly facts?: readonly Fact[] },
>(locals: Settling, outcome: Done): Done {
  const answer = outcome.locals?.answer;
  if (answer === undefined || locals.answer !== undefined) return outcome;
  const fact = answered({ ...locals, ...outcome.locals }, answer.status);
  return { ...outcome, facts: [...(outcome.facts ?? []), fact] };
}

/** Ends the procedure's own work with a problem; `respond` still sends it. */
export function refuse(
  view: View,
  slug: ProblemSlug,
  members: Data = {},
  headers: Readonly<Record<string, string>> = {},
): Result {
  const answer = problem(slug, view.locals.requestId, members);
  const locals = { answer: { ...answer, headers: { ...answer.headers, ...headers } } };
  return { locals, then: { to: 'respond' } };
}

/** Answers the caller on the connection of its request. */
export function send(view: View, response: Response | undefined): Result {
  const { caller, requestId } = view.locals;
  if (response === undefined) return {};
  const answer: Answer = { ...response, answers: requestId };
  // Named by its content: which of two answers to one request was sent first must not show in a name.
  const id = `${requestId}:${String(response.status)}:${contentDigest({ ...response }).slice(0, 6)}`;
  return { send: [{ channel: HTTP, id, to: caller, run: view.run, body: asJson(answer) }] };
}
