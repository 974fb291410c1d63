// Whatever comes in is answered: with a documented success, or with a documented problem and nothing written.
// Requests are drawn at random, most of them good ones with something changed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BODY_LENGTH_MAX, type Endpoint, route } from '../../src/system/http';
import { PROBLEMS, type ProblemSlug } from '../../src/system/problems';
import {
  ask,
  type Asking,
  cancel,
  changed,
  decision,
  DIGEST,
  post,
  run,
  serviceRows,
  submission,
  waiting,
} from './asking';

const world = changed(waiting(), run({ min_retained_seq: 2 }));

const GOOD: Readonly<Record<Endpoint, Asking>> = {
  accept: post('k1'),
  read: {},
  page: { path: '/v1/runs/run_1/events?after_seq=2&limit=2', headers: { 'last-event-id': 'run_1:3' } },
  download: { path: '/v1/runs/run_1/artifacts/art_1' },
  conversation: { path: '/v1/conversations/conv_1' },
  decide: decision(DIGEST(world), { reason: 'fine' }),
  cancel: { ...cancel, body: '{"reason":"no"}' },
};

const SUCCESSES: Readonly<Record<Endpoint, readonly number[]>> = {
  ...{ accept: [202], read: [200, 304], page: [200], download: [200, 304], conversation: [200] },
  ...{ decide: [200], cancel: [200, 202] },
};

const asText = (value: string | number): string => String(value);
const cursor = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-0',
    '5',
    '6',
    '1.5',
    '1e3',
    '+1',
    ' 1',
    '٣',
    '0x1',
    'null',
    'run_1:3',
    'run_2:3',
  ),
  fc.integer().map(asText),
  fc.double().map(asText),
  fc.bigInt().map(String),
  fc.string(),
);
const id = fc.oneof(
  fc.constantFrom(
    'run_1',
    'run_2',
    'apr_op_run_1_s1',
    'art_1',
    'conv_1',
    'ord_1',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 70 }),
);
const word = fc.oneof(
  id,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0000', '\ud800', "'; DROP TABLE runs"),
);

const path = fc.oneof(
  fc.constantFrom(...Object.values(GOOD).map((asking) => asking.path ?? '/v1/runs/run_1')),
  fc
    .tuple(id, cursor, cursor)
    .map(([one, after, limit]) => `/v1/runs/${one}/events?after_seq=${after}&limit=${limit}`),
  id.map((one) => `/v1/runs/${one}`),
  id.map((one) => `/v1/runs/${one}/cancel`),
  fc.tuple(id, id).map(([one, other]) => `/v1/runs/${one}/artifacts/${other}`),
  id.map((one) => `/v1/approvals/${one}/decision`),
  id.map((one) => `/v1/conversations/${one}`),
  fc.string().map((any) => `/${any}`),
);

const headers = fc.dictionary(
  fc.constantFrom('idempotency-key', 'last-event-id', 'if-none-match', 'origin', 'cookie', 'content-type'),
  fc.oneof(
    word,
    cursor,
    fc.constantFrom('k', 'k'.repeat(255), 'k'.repeat(256), '*', 'session=alice; session=bob'),
  ),
);

/** A body in which one member is another value, or there is one more or one less. */
const mutated = (text: string | null): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(), fc.oneof(fc.jsonValue(), word, cursor), fc.nat(4)).map(([at, value, how]) => {
    const body = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const names = Object.keys(body);
    const name = names[at % Math.max(1, names.length)] ?? 'extra';
    if (how === 0) return JSON.stringify({ ...body, [name]: undefined });
    if (how === 1) return JSON.stringify({ ...body, extra: value });
    if (how === 2) return JSON.stringify({ ...body, [name]: { [String(at)]: value } });
    return how === 3 ? (text ?? '').slice(0, at % 40) : JSON.stringify({ ...body, [name]: value });
  });

const anyBody = fc.oneof(
  fc.constant(null),
  fc.json(),
  fc.string(),
  fc.constantFrom(
    '',
    '{}',
    '[]',
    'null',
    '0',
    '"'.repeat(9),
    '['.repeat(30_000),
    'x'.repeat(BODY_LENGTH_MAX + 1),
  ),
);

const person = fc.option(fc.oneof(fc.constantFrom('alice', 'bob', 'zoe', 'olga', 'carol', 'mallory'), id));

const requests: fc.Arbitrary<Asking> = fc.constantFrom(...Object.values(GOOD)).chain((good) => {
  const kept = <T>(value: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
  return fc.record({
    method: kept(good.method ?? 'GET', fc.constantFrom('GET' as const, 'POST' as const)),
    path: kept(good.path ?? '/v1/runs/run_1', path),
    person: kept<string | null>(good.person ?? 'alice', person),
    headers: kept(good.headers ?? {}, headers).map((more) => ({ ...good.headers, ...more })),
    body: kept<string | null>(good.body ?? null, fc.oneof(mutated(good.body ?? null), anyBody)),
  });
});

const LISTED = Object.keys(PROBLEMS);

/** What is wrong with the answer to a request; null where it is a documented one. */
function complaintOf(asking: Asking): string | null {
  const told = ask(world, asking);
  const { method = 'GET', path: asked = '/v1/runs/run_1' } = asking;
  if (told.headers['request-id'] !== 'asked') return 'the answer does not name its request';
  if (told.status < 400) {
    const endpoint = route({ method, path: asked })?.endpoint;
    return endpoint !== undefined && SUCCESSES[endpoint].includes(told.status)
      ? null
      : 'no documented success';
  }
  const slug = String(told.body['code']);
  if (!LISTED.includes(slug) || PROBLEMS[slug as ProblemSlug].status !== told.status)
    return 'no documented problem';
  if (told.headers['content-type'] !== 'application/problem+json') return 'a problem of another type';
  // The same rows, not only equal ones: nothing was written in between either.
  const [before, after] = [serviceRows(world), serviceRows(told.world)];
  const written = Object.keys(after).filter((table) => after[table] !== before[table]);
  return written.length === 0 ? null : `${written.join(', ')} was written`;
}

describe('any request', () => {
  it('is answered with a documented success, or a documented problem and nothing written', () => {
    const seen = new Set<string>();
    const checked = fc.check(
      fc.property(requests, (asking) => {
        const complaint = complaintOf(asking);
        seen.add(complaint ?? 'fine');
        expect(complaint).toBeNull();
      }),
      { numRuns: 600 },
    );
    const [least] = checked.counterexample ?? [];
    const shown = `seed ${String(checked.seed)}, ask(world, ${JSON.stringify(least)})`;
    expect(checked.failed, `${shown}: ${String(checked.errorInstance)}`).toBe(false);
  });

  it('that is good is answered with success at every endpoint', () => {
    for (const [endpoint, asking] of Object.entries(GOOD))
      expect(SUCCESSES[endpoint as Endpoint], endpoint).toContain(ask(world, asking).status);
  });
});

describe('a cursor', () => {
  const page = (query: string): Asking => ({ path: `/v1/runs/run_1/events?${query}` });

  it.each([
    ...['after_seq=-1', 'after_seq=-0', 'after_seq=1.5', 'after_seq=1e3', 'after_seq=%2B1', 'after_seq=%201'],
    ...[
      'after_seq=',
      'after_seq',
      'after_seq=9007199254740993',
      'after_seq=NaN',
      'after_seq=0x1',
      'limit=1.5',
    ],
    ...['limit=-1', 'limit=0', 'limit=00', 'limit=', 'limit=Infinity'],
  ])('%s is none', (query) => {
    expect(ask(world, page(query))).toMatchObject({ status: 400, body: { code: 'invalid-cursor' } });
  });

  it.each(['run_2:3', 'run_11:3', 'run_1:', 'run_1:-1', ':3', 'run_1:3:4', 'run_1'])(
    '%s is none of this run',
    (last) => {
      const asking = { ...page('after_seq=3'), headers: { 'last-event-id': last } };
      expect(ask(world, asking)).toMatchObject({ status: 400, body: { code: 'invalid-cursor' } });
    },
  );

  it('that is huge lies ahead, and a limit that is huge is lowered', () => {
    expect(ask(world, page('after_seq=999999999999')).body['code']).toBe('cursor-ahead');
    expect(ask(world, page('after_seq=1&limit=999999999999')).body['events']).toHaveLength(4);
  });
});

describe('a body', () => {
  const of = (asking: Asking, body: string | null): Asking => ({ ...asking, body });

  it.each(['', '{', 'null', '[]', '"a"', '0', '{"a":', '\ufeff{}', '['.repeat(30_000)])(
    '%s is none',
    (body) => {
      for (const asking of [GOOD.accept, GOOD.decide, GOOD.cancel])
        expect(ask(world, of(asking, body)).body['code'], asking.path).toBe('invalid-request');
    },
  );

  it.each([
    ['accept', { conversation_id: 1 }, '/conversation_id'],
    ['accept', { input: { message: 'a', order_id: null } }, '/input/order_id'],
    ['accept', { input: { message: '', order_id: 'ord_1' } }, '/input/message'],
    ['accept', { budget: { attempts: 0 } }, '/budget/attempts'],
    ['accept', { budget: { steps: 1.5 } }, '/budget/steps'],
    ['decide', { decision: 'APPROVE' }, '/decision'],
    ['decide', { proposal_digest: 9 }, '/proposal_digest'],
    ['decide', { reason: null }, '/reason'],
    ['cancel', { reason: 'x'.repeat(2_001) }, '/reason'],
  ] as const)('of %s with %o is refused at %s', (endpoint, change, pointer) => {
    const asking = GOOD[endpoint];
    const body = JSON.stringify({ ...(JSON.parse(asking.body ?? '{}') as object), ...change });
    expect(ask(world, of(asking, body)).body).toMatchObject({
      code: 'invalid-request',
      errors: [{ pointer }],
    });
  });

  it('is taken at its greatest length, and refused one character above it', () => {
    const filled = (length: number): string => submission().padEnd(length, ' ');
    expect(ask(world, of(GOOD.accept, filled(BODY_LENGTH_MAX))).status).toBe(202);
    expect(ask(world, of(GOOD.accept, filled(BODY_LENGTH_MAX + 1))).body['code']).toBe('payload-too-large');
  });
});

describe('a key', () => {
  it.each([
    [0, 400],
    [1, 202],
    [255, 202],
    [256, 400],
  ])('of %i characters is answered with %i', (length, status) => {
    expect(ask(world, post('k'.repeat(length))).status).toBe(status);
  });
});
