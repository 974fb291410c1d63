// What the API shows (CONTRACT §2.2, §2.6, §2.7): a run with what stands behind it, what a run has made, and the
// runs of a conversation.

import { describe, expect, it } from 'vitest';
import type { World } from '../../src/kernel/world';
import {
  artifact,
  ask,
  type Asking,
  cancel,
  changed,
  DIGEST,
  operation,
  QUESTION,
  run,
  waiting,
} from './asking';

const world = waiting();
const download: Asking = { path: '/v1/runs/run_1/artifacts/art_1' };
const having = (tag: string): Asking => ({ headers: { 'if-none-match': tag } });

describe('a run', () => {
  it('is shown with its question, its operations and what it has made, and with nothing of its holder', () => {
    const { status, headers, body } = ask(changed(world, operation('committed')), {});
    expect([status, headers['cache-control'], headers['etag']]).toEqual([200, 'no-store', '"v3.5.1"']);
    expect(body).toEqual({
      ...{ run_id: 'run_1', conversation_id: 'conv_1', status: 'waiting_approval', version: 3 },
      ...{ attempt: { attempt_id: null, count: 1 }, cancel_requested: false },
      ...{
        budget: { attempts: 3, steps: 20 },
        snapshot_seq: 5,
        last_seq: 5,
        min_retained_seq: 1,
        resumes: null,
      },
      messages: [],
      pending_approval: {
        ...{ approval_id: QUESTION, operation_id: 'op_run_1_s1', order_id: 'ord_1', amount_cents: 7_500 },
        ...{ currency: 'EUR', proposal_digest: DIGEST(world), expires_at: '2026-01-01T00:15:00Z' },
      },
      operations: [
        ...[{ operation_id: 'op_run_1_s0', kind: 'refund', status: 'committed', amount_cents: 100 }],
        ...[{ operation_id: 'op_run_1_s1', kind: 'refund', status: 'planned', amount_cents: 7_500 }],
      ].map((one) => ({ ...one, currency: 'EUR' })),
      artifacts: [
        ...[{ artifact_id: 'art_1', name: 'letter.txt', media_type: 'text/plain', size_bytes: 5 }],
      ].map((one) => ({ ...one, digest: 'c0ffee' })),
      ...{ result: null, failure: null, finished_at: null },
      ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
    });
  });

  it('that the client has is not sent again: the answer is empty, and names the version', () => {
    const etag = ask(world, {}).headers['etag'] ?? '';
    for (const tag of [etag, `W/${etag}`, `"v0.0.0", ${etag}`, '*']) {
      const { status, headers, text } = ask(world, having(tag));
      expect({ status, text, headers }, tag).toEqual({
        ...{ status: 304, text: '' },
        headers: { etag, 'request-id': 'asked', 'cache-control': 'no-store' },
      });
    }
    for (const tag of ['"v0.0.0"', etag.replaceAll('"', ''), ''])
      expect(ask(world, having(tag)).status, tag).toBe(200);
  });

  it.each([
    ['a transition', { version: 4 }],
    ['an event', { last_seq: 6 }],
    ['what is no longer kept', { min_retained_seq: 2 }],
  ])('has another version after %s', (_what, columns) => {
    const etag = ask(world, {}).headers['etag'] ?? '';
    const told = ask(changed(world, run(columns)), having(etag));
    expect(told.status).toBe(200);
    expect(told.headers['etag']).not.toBe(etag);
  });

  it('tells nobody by its version what they may not see', () => {
    expect(ask(world, { ...having('*'), person: 'mallory' }).status).toBe(404);
  });

  it('shows how it ended', () => {
    expect(ask(ask(world, cancel).world, {}).body).toMatchObject({
      ...{ status: 'cancelled', cancel_requested: true, pending_approval: null },
      finished_at: '2026-01-01T00:00:00Z',
    });
  });
});

describe('what a run has made', () => {
  it('is sent as it is, to be kept and not to be run', () => {
    const { status, headers, text } = ask(world, download);
    expect({ status, text }).toEqual({ status: 200, text: 'Hello' });
    expect(headers).toEqual({
      ...{ 'content-type': 'text/plain', 'content-length': '5', etag: '"c0ffee"' },
      ...{ 'content-disposition': 'attachment; filename="letter.txt"', 'x-content-type-options': 'nosniff' },
      ...{ 'cache-control': 'no-store', 'request-id': 'asked' },
    });
  });

  it('is not sent to one who has it', () => {
    expect(ask(world, { ...download, ...having('"c0ffee"') })).toMatchObject({ status: 304, text: '' });
    expect(ask(world, { ...download, ...having('"decaf"') }).status).toBe(200);
  });

  const later = (more: Parameters<typeof artifact>[1]): World => changed(world, artifact('art_1', more));

  it.each([
    ['nothing of this name', { path: '/v1/runs/run_1/artifacts/art_9' }, world, 404, 'not-found'],
    ['what another run has made', download, later({ run_id: 'run_2' }), 404, 'not-found'],
    ['what is still written', download, later({ body: null }), 409, 'artifact-not-ready'],
    ['what is no longer kept', download, later({ expires_at: 0 }), 410, 'artifact-expired'],
    [
      'what is neither written nor kept',
      download,
      later({ body: null, expires_at: 0 }),
      410,
      'artifact-expired',
    ],
  ])('%s is refused, to those who have an older version too', (_what, asking, at, status, code) => {
    for (const headers of [{}, { 'if-none-match': '*' }])
      expect(ask(at, { ...asking, headers })).toMatchObject({ status, body: { code } });
  });

  it('is kept until its time is over', () => {
    expect(ask(later({ expires_at: 1 }), download).status).toBe(200);
  });

  it('is asked for anew each time: whoever leaves the conversation has had it', () => {
    const viewer = { ...download, person: 'carol' };
    expect(ask(world, viewer).status).toBe(200);
    const left = { table: 'conversation_members', key: ['conv_1', 'carol'], row: null };
    expect(ask(changed(world, left), viewer).status).toBe(404);
  });
});

describe('a conversation', () => {
  it('lists its runs with where each stands, ended ones too', () => {
    const second = ask(world, {
      ...{ method: 'POST', path: '/v1/runs', headers: { 'idempotency-key': 'k1' } },
      body: JSON.stringify({ conversation_id: 'conv_1', input: { message: 'Hi', order_id: 'ord_1' } }),
    }).world;
    const { status, headers, body } = ask(ask(second, cancel).world, { path: '/v1/conversations/conv_1' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      conversation_id: 'conv_1',
      messages: [],
      runs: [
        { run_id: 'run_1', status: 'cancelled', last_seq: 9, min_retained_seq: 1, resumes: null },
        { run_id: 'run_2', status: 'queued', last_seq: 1, min_retained_seq: 1, resumes: null },
      ],
    });
  });
});
