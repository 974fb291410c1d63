// In which order a request is judged (CONTRACT §2), and what a problem tells (§3). Of two faults the earlier
// one in that order is told, so that nobody learns of a later one what they may not know.

import { describe, expect, it } from 'vitest';
import type { World } from '../../src/kernel/world';
import { BODY_LENGTH_MAX } from '../../src/system/http';
import { PROBLEMS, type ProblemSlug } from '../../src/system/problems';
import {
  artifact,
  ask,
  type Asking,
  assigned,
  cancel,
  changed,
  decision,
  DIGEST,
  ground,
  post,
  question,
  run,
  serviceRows,
  submission,
  waiting,
} from './asking';

const world = waiting();
const decided = ask(world, decision(DIGEST(world))).world;
const expired = changed(world, question({ expires_at: 0 }));
const spent = ask(ground(), post('k1')).world;
const pruned = changed(world, run({ min_retained_seq: 4 }));
const gone = changed(world, artifact('art_1', { expires_at: 0 }));

const EVIL = { origin: 'https://evil.invalid' };
const nobody = (asking: Asking): Asking => ({ ...asking, person: null });
const evil = (asking: Asking): Asking => ({ ...asking, headers: { ...asking.headers, ...EVIL } });
const stranger = (asking: Asking): Asking => ({ ...asking, person: 'mallory' });
const viewer = (asking: Asking): Asking => ({ ...asking, person: 'carol' });
const malformed = (asking: Asking): Asking => ({ ...asking, body: '{' });
const oversize = (asking: Asking): Asking => ({ ...asking, body: `"${'x'.repeat(BODY_LENGTH_MAX)}"` });

const yes = decision(DIGEST(world));
const page = (query: string): Asking => ({ path: `/v1/runs/run_1/events?${query}` });
const download: Asking = { path: '/v1/runs/run_1/artifacts/art_1' };
const elsewhere = submission({ conversation_id: 'conv_9' });
const unknownOrder = submission({ input: { message: 'Refund', order_id: 'ord_9' } });
const otherCancel = { ...cancel, path: '/v1/runs/run_9/cancel' };
const otherDecision = { ...yes, path: '/v1/approvals/apr_9/decision' };

type Judged = readonly [faults: string, asking: Asking, told: ProblemSlug, at?: World];

const ORDER: readonly Judged[] = [
  ['no session, another origin', nobody(evil(cancel)), 'unauthenticated'],
  ['no session, no key', nobody(post('')), 'unauthenticated'],
  ['no session, no such run', nobody({ path: '/v1/runs/run_9' }), 'unauthenticated'],
  ['no session, no such endpoint', nobody({ path: '/v2' }), 'unauthenticated'],
  ['no session, malformed', nobody(malformed(yes)), 'unauthenticated'],
  ['another origin, no key', evil(post('')), 'origin-forbidden'],
  ['another origin, no such run', evil(otherCancel), 'origin-forbidden'],
  ['another origin, not permitted', viewer(evil(cancel)), 'origin-forbidden'],
  ['another origin, malformed', evil(malformed(yes)), 'origin-forbidden'],
  ['another origin, no such endpoint', evil({ ...cancel, path: '/v1/nothing' }), 'origin-forbidden'],
  ['no key, unknown conversation', post('', { body: elsewhere }), 'idempotency-key-missing'],
  ['no key, not permitted', viewer(post('')), 'idempotency-key-missing'],
  ['no key, malformed', malformed(post('')), 'idempotency-key-missing'],
  ['no key, oversize', oversize(post('')), 'idempotency-key-missing'],
  ['no cursor, no such run', { path: '/v1/runs/run_9/events?after_seq=x' }, 'invalid-cursor'],
  ['no cursor, not visible', stranger(page('after_seq=-1')), 'invalid-cursor'],
  ['not visible, cursor ahead', stranger(page('after_seq=99')), 'not-found'],
  ['not visible, cursor below what is kept', stranger(page('after_seq=1')), 'not-found', pruned],
  ['not visible, malformed', stranger(malformed(cancel)), 'not-found'],
  ['not visible, oversize', stranger(oversize(yes)), 'not-found'],
  ['not visible, no longer kept', stranger(download), 'not-found', gone],
  ['no such run, malformed', malformed(otherCancel), 'not-found'],
  ['no such question, malformed', { ...malformed(otherDecision), person: 'bob' }, 'not-found'],
  [
    'no such conversation, a member too many',
    post('k1', { body: elsewhere.replace('{', '{"a":1,') }),
    'not-found',
  ],
  ['not permitted, malformed', viewer(malformed(cancel)), 'forbidden'],
  ['not permitted, oversize', viewer(oversize(cancel)), 'forbidden'],
  ['not permitted, unknown order', viewer(post('k1', { body: unknownOrder })), 'forbidden'],
  ['not permitted, too late', { ...yes, person: 'alice' }, 'forbidden', expired],
  ['not permitted, no longer kept', { ...download, person: 'bob' }, 'forbidden', gone],
  ['malformed, too late', malformed(yes), 'invalid-request', expired],
  ['malformed, answered', malformed({ ...yes, person: 'zoe' }), 'invalid-request', decided],
  ['oversize, answered', oversize({ ...yes, person: 'zoe' }), 'payload-too-large', decided],
  ['a member too many, key of another request', post('k1', { body: '{"a":1}' }), 'invalid-request', spent],
  ['unknown order, key of another request', post('k1', { body: unknownOrder }), 'unprocessable', spent],
  ['something else, answered', { ...decision('0'), person: 'zoe' }, 'approval-already-decided', decided],
  ['something else, too late', decision('0'), 'approval-expired', expired],
];

describe('of two faults the earlier one is told:', () => {
  it.each(ORDER.map((one) => [one[0], one] as const))('%s', (_faults, [, asking, slug, at = world]) => {
    const told = ask(at, asking);
    expect(told.body['code']).toBe(slug);
    expect(serviceRows(told.world)).toEqual(serviceRows(at));
  });
});

type Members = Readonly<Record<string, unknown>>;
const late = (columns: Parameters<typeof question>[0]): World => changed(world, question(columns));

/** For each problem a request that meets it, and the members that it adds. */
const MET: Readonly<Record<ProblemSlug, readonly [Asking, World, Members?, Members?]>> = {
  'invalid-request': [malformed(yes), world, { errors: expect.any(Array) as unknown }],
  'idempotency-key-missing': [post(''), world],
  'invalid-cursor': [page('after_seq=x'), world],
  unauthenticated: [nobody({}), world],
  'origin-forbidden': [evil(cancel), world],
  'self-approval-forbidden': [{ ...yes, person: 'alice' }, changed(world, assigned('alice'))],
  forbidden: [viewer(cancel), world],
  'not-found': [stranger({}), world],
  'idempotency-key-mismatch': [
    post('k1', { body: submission({ budget: { attempts: 9 } }) }),
    spent,
    { original_run_id: 'run_2' },
  ],
  'approval-already-decided': [{ ...yes, person: 'zoe' }, decided],
  'approval-stale': [decision('0'), world],
  'approval-expired': [yes, expired],
  'approval-withdrawn': [yes, late({ status: 'withdrawn' })],
  'artifact-not-ready': [
    download,
    changed(world, artifact('art_1', { body: null })),
    {},
    { 'retry-after': '1' },
  ],
  'cursor-ahead': [page('after_seq=99'), world, { min_retained_seq: 1, last_seq: 5 }],
  'resync-required': [
    page('after_seq=2'),
    pruned,
    { min_retained_seq: 4, last_seq: 5, snapshot: '/v1/runs/run_1' },
  ],
  'artifact-expired': [download, gone],
  'payload-too-large': [oversize(yes), world],
  unprocessable: [
    post('k1', { body: unknownOrder }),
    world,
    { errors: [{ pointer: '/input/order_id', detail: 'There is no such order.' }] },
  ],
};

/** Status, and whether the same request may do better later, as CONTRACT §3 lists them. */
const LISTED: Readonly<Record<ProblemSlug, readonly [status: number, retryable: boolean]>> = {
  ...{ 'invalid-request': [400, false], 'idempotency-key-missing': [400, false] },
  ...{ 'invalid-cursor': [400, false], unauthenticated: [401, false], 'origin-forbidden': [403, false] },
  ...{ 'self-approval-forbidden': [403, false], forbidden: [403, false], 'not-found': [404, false] },
  ...{ 'idempotency-key-mismatch': [409, false], 'approval-already-decided': [409, false] },
  ...{ 'approval-stale': [409, false], 'approval-expired': [409, false] },
  ...{ 'approval-withdrawn': [409, false], 'artifact-not-ready': [409, true], 'cursor-ahead': [409, false] },
  ...{ 'resync-required': [410, true], 'artifact-expired': [410, false], 'payload-too-large': [413, false] },
  unprocessable: [422, false],
};

describe('a problem', () => {
  it.each(Object.entries(MET))(
    '%s tells its type, and what to go by',
    (slug, [asking, at, members, headers]) => {
      const told = ask(at, asking);
      const [status, retryable] = LISTED[slug as ProblemSlug];
      const { title, ...rest } = told.body;
      expect(rest).toEqual({
        ...{ type: `https://converge.invalid/problems/${slug}`, status, code: slug, retryable },
        ...{ definite: true, request_id: 'asked', ...members },
      });
      expect(title).toBe(PROBLEMS[slug as ProblemSlug].title);
      expect(told.status).toBe(status);
      expect(told.headers).toEqual({
        ...{ 'content-type': 'application/problem+json', 'request-id': 'asked' },
        ...{ 'cache-control': 'no-store', ...headers },
      });
      expect(serviceRows(told.world)).toEqual(serviceRows(at));
    },
  );
});
