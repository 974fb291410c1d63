import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Systems } from '../../src/scenario/systems';
import { runVector } from '../../src/scenario/vector-runs';
import { type JudgedCase, judgeVectors, parseVectors } from '../../src/scenario/vectors';
import { openSqlite } from '../../src/sqlite/open';
import { problemsOf } from './samples';

const systems = new Systems(await openSqlite());

const judged = (text: string): readonly JudgedCase[] =>
  judgeVectors(parseVectors(text, 'cases.json'), (one, refuse) => runVector(systems, one, refuse));

/** One case, with what it is expected to come to. */
function got(kind: string, given: unknown, input: unknown, asked: object): unknown {
  const one = { id: 'case', kind, section: 'M06', given, input, expected: asked };
  return judged(JSON.stringify({ cases: [one] }))[0]?.got;
}

const course = judged(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));

describe('the worked cases of the course', () => {
  it.each(course.map((one) => [one.id, one] as const))('%s', (_id, one) => {
    expect(one.got).toEqual(one.expected);
    expect(one.ok).toBe(true);
  });
});

const NOTHING = { run: false, outbox: false, broker_messages: 0, sent: false };

describe('an outbox case', () => {
  const asked = { run: 0, sent: 0, broker_messages: 0, logical_runs: 0, eventual_dispatch: 0 };

  it.each([
    [['commit'], { run: true, sent: false, broker_messages: 0, logical_runs: 1, eventual_dispatch: true }],
    [
      ['commit', 'publish', 'mark'],
      { run: true, sent: true, broker_messages: 1, logical_runs: 1, eventual_dispatch: true },
    ],
    [
      ['commit', 'publish', 'mark', 'crash', 'recover'],
      { run: true, sent: true, broker_messages: 1, logical_runs: 1, eventual_dispatch: true },
    ],
    [
      ['commit', 'publish', 'crash', 'recover', 'crash', 'recover'],
      { run: true, sent: true, broker_messages: 2, logical_runs: 1, eventual_dispatch: true },
    ],
    [
      ['crash', 'recover'],
      { run: false, sent: false, broker_messages: 0, logical_runs: 0, eventual_dispatch: false },
    ],
  ])('%j comes to what the service does', (tokens, expected) => {
    expect(got('outbox', NOTHING, tokens, asked)).toEqual(expected);
  });

  it('may start with a message that was sent before', () => {
    const start = { run: true, outbox: true, broker_messages: 1, sent: true };
    expect(got('outbox', start, ['crash', 'recover'], asked)).toMatchObject({
      broker_messages: 1,
      sent: true,
    });
  });

  it('refuses a token that is not possible where it stands, with its place', () => {
    const file = JSON.stringify({
      cases: [{ id: 'c', kind: 'outbox', section: 's', given: NOTHING, input: ['mark'], expected: {} }],
    });
    expect(() => judged(file)).toThrow(
      /cases\[0\]\.input\[0\]: found "mark"; expected a token that is possible here/,
    );
  });
});

describe('a dual write', () => {
  it('guarantees the dispatch once the message is published, and loses it in a crash before', () => {
    const asked = { dispatch_guaranteed: true };
    expect(got('dual_write', NOTHING, ['save_run', 'publish'], asked)).toEqual({ dispatch_guaranteed: true });
    expect(got('dual_write', NOTHING, ['save_run', 'crash_before_publish'], asked)).toEqual({
      dispatch_guaranteed: false,
    });
  });
});

describe('a version case', () => {
  const asked = { status: '', version: 0, A: '', B: '' };
  const run = (version: number, ...input: readonly string[]): unknown =>
    got('version', { version }, input, asked);

  it('keeps the first write where the second names the version that it read', () => {
    expect(
      run(12, 'A.read', 'B.read', 'A.set waiting_approval where version=12', 'B.set failed where version=12'),
    ).toEqual({
      ...{ status: 'waiting_approval', version: 13, A: 'accepted', B: 'rejected, re-reads' },
    });
  });

  it('loses the first write where the second names no version', () => {
    expect(run(7, 'A.read', 'B.read', 'A.set waiting_approval', 'B.set failed')).toMatchObject({
      status: 'failed',
      version: 9,
    });
  });

  it('accepts a writer that has read again', () => {
    const late = 'B.set failed where version=8';
    expect(run(7, 'A.set waiting_approval where version=7', 'B.read', late)).toMatchObject({
      status: 'failed',
      version: 9,
      B: 'accepted',
    });
  });

  it.each(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'])(
    'sets %s with the version that was read, and refuses an older one',
    (status) => {
      expect(run(7, `A.set ${status} where version=7`)).toMatchObject({ status, version: 8, A: 'accepted' });
      expect(run(7, `A.set ${status} where version=6`)).toMatchObject({
        ...{ status: 'running', version: 7, A: 'rejected, re-reads' },
      });
    },
  );
});

describe('a case of pages', () => {
  const page = (events: readonly number[], cursor: number): unknown => {
    const given = { server_events: events, client_seen: [], after_seq: cursor };
    return got('page', given, null, { replayed: [], status: '' });
  };

  it('replays what comes after the cursor', () => {
    expect(page([1, 2, 3, 4, 5, 6, 7], 5)).toEqual({ replayed: [6, 7], status: 'ok' });
    expect(page([1, 2, 3], 3)).toEqual({ replayed: [], status: 'ok' });
    expect(page([1, 2, 3], 4)).toEqual({ replayed: [], status: 'cursor_ahead' });
  });

  it.each([
    [8, 10, 'resync_required'],
    [9, 10, 'ok'],
    [15, 10, 'ok'],
    [0, 1, 'ok'],
  ])('with cursor %i and minimum %i answers %s', (after_seq, minimum_retained_seq, status) => {
    expect(got('retention', null, { after_seq, minimum_retained_seq }, { status: '' })).toEqual({ status });
  });

  it.each([
    [[1, 2], [2, 3, 3, 4], [1, 2, 3, 4], 4],
    [[], [1, 1, 2], [1, 2], 2],
    [[1], [3, 2, 3], [1, 2, 3], 3],
    [[1, 2, 3], [1, 2, 3], [1, 2, 3], 3],
  ])('seen %j and frames %j come to %j, cursor %i', (seen, frames, projection, after_seq) => {
    expect(got('guard', null, { seen, frames }, { projection: [], after_seq: 0 })).toEqual({
      projection,
      after_seq,
    });
  });
});

describe('a case of streams', () => {
  const reconnect = (last: number, server: number, ...input: readonly string[]): unknown => {
    const asked = { replayed_from: 0, replayed_to: 0, applied_once_each: true, cursor: 0, terminal: '' };
    return got('reconnect', { last_accepted: last, server_last_seq: server }, input, asked);
  };
  const terminal = 'only from a durable terminal event';

  it.each([
    [7, 12, { replayed_from: 8, replayed_to: 12, applied_once_each: true, cursor: 12, terminal }],
    [0, 3, { replayed_from: 1, replayed_to: 3, applied_once_each: true, cursor: 3, terminal }],
    [5, 5, { replayed_from: null, replayed_to: null, applied_once_each: true, cursor: 5, terminal }],
    [120, 350, { replayed_from: 121, replayed_to: 350, applied_once_each: true, cursor: 350, terminal }],
  ])('cut at %i while the server goes on to %i replays the rest, once each', (last, server, answer) => {
    expect(reconnect(last, server, 'disconnect', 'reconnect with overlap')).toEqual(answer);
  });

  it('may be cut more than once', () => {
    const twice = ['disconnect', 'reconnect with overlap', 'disconnect', 'reconnect with overlap'];
    expect(reconnect(3, 6, ...twice)).toMatchObject({ replayed_from: 4, cursor: 6, applied_once_each: true });
  });

  it('starts again where the log is shorter than the cursor', () => {
    expect(reconnect(9, 4, 'disconnect', 'reconnect with overlap')).toMatchObject({
      ...{ replayed_from: null, cursor: 4, terminal },
    });
  });

  it('refuses to connect where it is connected, with the place', () => {
    const given = { last_accepted: 1, server_last_seq: 2 };
    expect(problemsOf(() => got('reconnect', given, ['reconnect with overlap'], {}))).toEqual([
      'cases.json:1:116 cases[0].input[0]: found "reconnect with overlap"; expected "disconnect", for the stream is open',
    ]);
  });

  it.each([
    [{ R1_last_seq: 99 }, ['R2 seq 1 arrives'], { R2_applied: [1] }],
    [{ R1_last_seq: 4 }, ['R1 seq 5 arrives', 'R1 seq 5 arrives'], { R1_applied: [5] }],
    [{ R1_last_seq: 4 }, ['R2 seq 1 arrives', 'R1 seq 5 arrives'], { R2_applied: [1], R1_applied: [] }],
    [{ R1_last_seq: 9, R2_last_seq: 3 }, ['R2 seq 4 arrives', 'R2 seq 3 arrives'], { R2_applied: [4] }],
  ])('with %j: %j comes to %j', (given, input, answer) => {
    expect(got('namespace', given, input, answer)).toEqual(answer);
  });

  it.each([
    [
      [1, 2, 3],
      [2, 3, 4],
      [4, 5],
      [1, 2, 3, 4, 5],
    ],
    [[1], [1], [1, 2], [1, 2]],
    [
      [1, 2],
      [4, 5],
      [3, 4, 5],
      [1, 2, 3, 4, 5],
    ],
    [[], [], [], []],
  ])('live %j, replayed %j, live again %j come to %j', (live, replay, again, projection) => {
    const asked = { projection: [], applied_twice: [] };
    const given = { live, replay, reconnected_live: again };
    expect(got('overlap', given, ['deliver in that order'], asked)).toEqual({
      projection,
      applied_twice: [],
    });
  });
});
