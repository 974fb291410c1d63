import { describe, expect, it } from 'vitest';
import { withChanges } from '../../src/kernel/rows';
import { wireTime } from '../../src/system/time';
import { ask, ground, post, submission } from './asking';

describe('a submission', () => {
  it('becomes a run, an event and an outbox row, and is answered with where to look', () => {
    const { status, headers, body, world } = ask(ground(), post('k1'));
    expect([status, headers['location']]).toEqual([202, '/v1/runs/run_2']);
    expect(body).toMatchObject({
      run_id: 'run_2',
      status: 'queued',
      version: 1,
      last_seq: 1,
      snapshot_seq: 1,
    });
    expect(world.rows['outbox']?.get('run_2:1:runs.dispatch')).toMatchObject({ sent: 0, run_id: 'run_2' });
    expect(world.rows['events']?.get('run_2/1/0')?.['type']).toBe('run.created');
  });

  it('sent again with its key is answered with the same run, as it is now', () => {
    const first = ask(ground(), post('k1'));
    const again = ask(first.world, post('k1'));
    expect(again).toMatchObject({
      status: 202,
      body: { run_id: 'run_2' },
      headers: { 'idempotent-replayed': 'true' },
    });
    expect(again.world.rows['runs']?.size).toBe(2);
  });

  it('with the key of another request is refused, and told which run has it', () => {
    const first = ask(ground(), post('k1'));
    const other = ask(first.world, post('k1', { body: submission({ budget: { attempts: 9 } }) }));
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'idempotency-key-mismatch', original_run_id: 'run_2', retryable: false },
    });
    expect(other.world.rows['runs']?.size).toBe(2);
  });

  it('with another person’s key is a run of its own', () => {
    const first = ask(ground(), post('k1'));
    expect(ask(first.world, post('k1', { person: 'writer' })).body['run_id']).toBe('run_3');
  });

  it.each([
    ['no key', post('', {}), 400, 'idempotency-key-missing'],
    ['a key of 256 characters', post('k'.repeat(256)), 400, 'idempotency-key-missing'],
    ['a key with a space', post('a b'), 400, 'idempotency-key-missing'],
    ['another origin', post('k1', { headers: { origin: 'https://evil.invalid' } }), 403, 'origin-forbidden'],
    ['no body', post('k1', { body: null }), 400, 'invalid-request'],
    ['a body that is no JSON', post('k1', { body: '{' }), 400, 'invalid-request'],
    [
      'a member of the wrong type',
      post('k1', { body: submission({ input: 'refund' }) }),
      400,
      'invalid-request',
    ],
    ['an unknown member', post('k1', { body: submission({ principal: 'bob' }) }), 400, 'invalid-request'],
    ['too large a body', post('k1', { body: `"${'x'.repeat(70_000)}"` }), 413, 'payload-too-large'],
    [
      'an unknown conversation',
      post('k1', { body: submission({ conversation_id: 'conv_9' }) }),
      404,
      'not-found',
    ],
  ] as const)('with %s is refused, and nothing is written', (_what, asking, status, code) => {
    const world = ground();
    const told = ask(world, asking);
    expect(told).toMatchObject({ status, body: { code, status, definite: true } });
    expect(told.headers['content-type']).toBe('application/problem+json');
    for (const table of ['runs', 'events', 'outbox']) expect(told.world.rows[table]).toBe(world.rows[table]);
  });

  it('that is refused for its body is told where it is wrong, and in which way', () => {
    const errorsOf = (change: Parameters<typeof submission>[0]) =>
      ask(ground(), post('k1', { body: submission(change) })).body;
    expect(errorsOf({ principal: 'bob' })).toMatchObject({
      errors: [{ pointer: '/', detail: 'Unrecognized key: "principal"' }],
    });
    expect(errorsOf({ budget: { attempts: 101 } })).toMatchObject({
      errors: [{ pointer: '/budget/attempts', detail: 'Too big: expected number to be <=100' }],
    });
  });

  it('with a key of 255 characters is taken', () => {
    expect(ask(ground(), post('k'.repeat(255))).status).toBe(202);
  });
});

describe('a page', () => {
  const path = (query: string): string => `/v1/runs/run_1/events${query}`;

  it('holds the events after the cursor, which is exclusive', () => {
    const { body } = ask(ground(), { path: path('?after_seq=0') });
    expect(body).toMatchObject({
      has_more: false,
      next_after_seq: 1,
      last_seq: 1,
      run_status: 'queued',
      log_complete: false,
    });
    expect((body['events'] as { seq: number }[]).map((event) => event.seq)).toEqual([1]);
    expect(ask(ground(), { path: path('?after_seq=1') }).body).toMatchObject({
      events: [],
      next_after_seq: 1,
    });
  });

  it('takes Last-Event-ID before after_seq', () => {
    const { body } = ask(ground(), { path: path('?after_seq=0'), headers: { 'last-event-id': 'run_1:1' } });
    expect(body['events']).toEqual([]);
  });

  it.each(['?after_seq=-1', '?after_seq=1.5', '?after_seq=x', '?limit=0', '?limit=-3', '?after_seq='])(
    'refuses %s as no cursor',
    (query) => {
      expect(ask(ground(), { path: path(query) })).toMatchObject({
        status: 400,
        body: { code: 'invalid-cursor' },
      });
    },
  );

  it('refuses a cursor of another run', () => {
    const headers = { 'last-event-id': 'run_2:1' };
    expect(ask(ground(), { path: path(''), headers })).toMatchObject({
      status: 400,
      body: { code: 'invalid-cursor' },
    });
  });

  it('says that a cursor lies ahead of the log, and where the log ends', () => {
    expect(ask(ground(), { path: path('?after_seq=2') })).toMatchObject({
      status: 409,
      body: { code: 'cursor-ahead', last_seq: 1 },
    });
  });

  it('says that a cursor lies below what is kept, and where to start from instead', () => {
    const world = ground();
    const run = world.rows['runs']?.get('run_1') ?? {};
    const kept = { ...run, last_seq: 9, min_retained_seq: 5 };
    const rows = withChanges(world.rows, [{ table: 'runs', key: 'run_1', before: run, after: kept }]);
    expect(ask({ ...world, rows }, { path: path('?after_seq=3') })).toMatchObject({
      status: 410,
      body: { code: 'resync-required', min_retained_seq: 5, last_seq: 9, snapshot: '/v1/runs/run_1' },
    });
    expect(ask({ ...world, rows }, { path: path('?after_seq=4') }).status).toBe(200);
  });
});

describe('time on the wire', () => {
  it('is RFC 3339, counted from the first of January 2026', () => {
    expect([0, 900_000, 1_234].map(wireTime)).toEqual([
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:15:00Z',
      '2026-01-01T00:00:01.234Z',
    ]);
    expect(wireTime(58 * 86_400_000)).toBe('2026-02-28T00:00:00Z');
    expect(wireTime(59 * 86_400_000 + 3_661_000)).toBe('2026-03-01T01:01:01Z');
    expect(wireTime(364 * 86_400_000 + 86_399_000)).toBe('2026-12-31T23:59:59Z');
    expect(() => wireTime(-1)).toThrow(/outside the year/);
  });
});
