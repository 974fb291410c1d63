// Every problem that the service can answer with, as RFC 9457 data (CONTRACT §3). Callers decide on the
// type, never on the number; `definite` tells whether the operation certainly did not happen.

import type { Data } from '../kernel/json';
import type { Response } from './http';

interface ProblemType {
  readonly status: number;
  readonly retryable: boolean;
  readonly definite: boolean;
  readonly title: string;
}

const definite = (status: number, title: string): ProblemType => ({
  status,
  retryable: false,
  definite: true,
  title,
});

export const PROBLEMS = {
  'invalid-request': definite(400, 'The request is not of the documented shape.'),
  'idempotency-key-missing': definite(
    400,
    'A submission needs an Idempotency-Key of 1 to 255 visible ASCII characters.',
  ),
  'invalid-cursor': definite(400, 'A cursor is an integer from 0, or an event id of this run.'),
  unauthenticated: definite(401, 'Sign in first.'),
  'origin-forbidden': definite(403, 'State-changing calls need a same-origin Origin.'),
  'self-approval-forbidden': definite(403, 'Nobody approves their own request.'),
  forbidden: definite(403, 'You may see this, but not do this.'),
  'not-found': definite(404, 'There is nothing here that you may see.'),
  'idempotency-key-mismatch': definite(409, 'This key was used for another request.'),
  'approval-already-decided': definite(409, 'This question has been answered.'),
  'approval-stale': definite(409, 'What was approved is not what is asked for now.'),
  'approval-expired': definite(409, 'The time for this answer is over.'),
  'approval-withdrawn': definite(409, 'Nobody waits for this answer any more.'),
  'artifact-not-ready': { ...definite(409, 'This artifact is still being written.'), retryable: true },
  'cursor-ahead': definite(409, 'The cursor lies after the last event.'),
  'resync-required': {
    status: 410,
    retryable: true,
    definite: true,
    title: 'Events after this cursor are gone.',
  },
  'artifact-expired': definite(410, 'This artifact is no longer kept.'),
  'payload-too-large': definite(413, 'The body is too large.'),
  unprocessable: definite(422, 'The request is well formed but cannot be done.'),
} as const satisfies Readonly<Record<string, ProblemType>>;

export type ProblemSlug = keyof typeof PROBLEMS;

/** An `application/problem+json` response. */
export function problem(slug: ProblemSlug, requestId: string, members: Data = {}): Response {
  const { status, retryable, definite: isDefinite, title } = PROBLEMS[slug];
  const body = {
    ...{ type: `https://converge.invalid/problems/${slug}`, title, status, code: slug },
    ...{ retryable, definite: isDefinite, request_id: requestId },
    ...members,
  };
  const kind = { 'content-type': 'application/problem+json' };
  const headers = { ...kind, 'request-id': requestId, 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(body) };
}
