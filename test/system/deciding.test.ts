// The table of CONTRACT §2.4, row by row: one answer to a question counts, and whoever comes later learns why
// theirs does not.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';
import {
  appended,
  ask,
  type Asking,
  assigned,
  changed,
  decision,
  DIGEST,
  question,
  QUESTION,
  run,
  serviceRows,
  waiting,
} from './asking';

const world = waiting();
const digest = DIGEST(world);
const yes = decision(digest);
const no = decision(digest, { decision: 'reject' });
const approved = ask(world, yes).world;

const rowOf = (at: World): Row | undefined => at.rows['approvals']?.get(QUESTION);

describe('the first valid answer', () => {
  it.each([
    ['approve', 'approved', 'it is fine'],
    ['reject', 'rejected', null],
  ])('%s is written, queues the run and tells a worker, in one transaction', (word, status, reason) => {
    const asking = decision(digest, reason === null ? { decision: word } : { decision: word, reason });
    const { status: code, body, headers, world: after } = ask(world, asking);
    expect(code).toBe(200);
    expect(headers['idempotent-replayed']).toBeUndefined();
    expect(body).toEqual({
      ...{ approval_id: QUESTION, run_id: 'run_1', operation_id: 'op_run_1_s1', status, decided_by: 'bob' },
      ...{ proposal_digest: digest, expires_at: '2026-01-01T00:15:00Z' },
    });
    expect(rowOf(after)).toMatchObject({ status, decided_by: 'bob', decided_at: world.now, reason });
    const before = world.rows['runs']?.get('run_1');
    const seq = Number(before?.['last_seq']) + 1;
    const version = Number(before?.['version']) + 1;
    expect(after.rows['runs']?.get('run_1')).toMatchObject({ status: 'queued', version, last_seq: seq });
    const [event, ...more] = appended(world, after);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'approval.decided', seq, attempt_id: null, fence: null });
    expect(JSON.parse(String(event?.['payload']))).toEqual({
      ...{ approval_id: QUESTION, decision: status, decided_by: 'bob', reason },
    });
    expect(after.rows['outbox']?.get(`run_1:${String(seq)}:runs.dispatch`)).toMatchObject({
      ...{ sent: 0, type: 'approval.decided', available_at: world.now },
    });
  });

  it('said again by the same person is answered the same, and changes nothing', () => {
    for (const again of [yes, decision(digest, { reason: 'as I said' })]) {
      const told = ask(approved, again);
      expect(told).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
      expect(told.body).toEqual(ask(world, yes).body);
      expect(serviceRows(told.world)).toEqual(serviceRows(approved));
    }
  });

  it('said again by the same person after its time is answered the same', () => {
    const later = changed(approved, question({ expires_at: 0 }));
    expect(ask(later, yes)).toMatchObject({ status: 200, body: { status: 'approved' } });
  });
});

const REFUSED: Readonly<Record<string, readonly [World, Asking, number, string]>> = {
  'another answer of the same person': [approved, no, 409, 'approval-already-decided'],
  'the same answer of another person': [approved, { ...yes, person: 'zoe' }, 409, 'approval-already-decided'],
  'another answer of another person': [approved, { ...no, person: 'zoe' }, 409, 'approval-already-decided'],
  'the same answer to something else': [approved, decision('00000000'), 409, 'approval-already-decided'],
  'an answer of another person after the time of one that was given': [
    changed(approved, question({ expires_at: 0 })),
    { ...no, person: 'zoe' },
    409,
    'approval-already-decided',
  ],
  'an answer to something else than is asked': [world, decision('00000000'), 409, 'approval-stale'],
  'an answer at the end of its time': [
    changed(world, question({ expires_at: 0 })),
    yes,
    409,
    'approval-expired',
  ],
  'an answer to a question that has expired': [
    changed(world, question({ status: 'expired' })),
    yes,
    409,
    'approval-expired',
  ],
  'an answer to a question that was withdrawn': [
    changed(world, question({ status: 'withdrawn' })),
    yes,
    409,
    'approval-withdrawn',
  ],
  'an answer to a run that waits no longer': [
    changed(world, run({ status: 'failed' })),
    yes,
    409,
    'approval-withdrawn',
  ],
  'an answer to one’s own request': [
    changed(world, assigned('alice')),
    { ...yes, person: 'alice' },
    403,
    'self-approval-forbidden',
  ],
};

describe('refused is, and nothing is written:', () => {
  it.each(Object.entries(REFUSED))('%s', (_what, [at, asking, status, code]) => {
    const told = ask(at, asking);
    expect(told).toMatchObject({ status, body: { code, definite: true, retryable: false } });
    expect(serviceRows(told.world)).toEqual(serviceRows(at));
  });
});
