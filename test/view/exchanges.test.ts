// Requests and answers as the pane shows them: from real runs, and from records by hand where no run goes there.
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/kernel/channel';
import { exchangeAt, isReset } from '../../src/view/exchanges';
import { record } from './records';
import { allRuns, runOf } from './runs';

const { trace } = runOf('crash-before-publish');
const stepOf = (id: string): number => trace.findIndex((one) => one.id === id) + 1;

describe('an exchange in a run', () => {
  it('is at first a request without an answer, on its way', () => {
    const exchange = exchangeAt(trace, 2);
    expect(exchange?.request).toMatchObject({
      ...{ method: 'POST', path: '/v1/runs', from: 'browser-1', to: 'api' },
      ...{ sentAt: 2, takenAt: null, lostAt: null },
    });
    expect(exchange?.request?.headers).toContainEqual(['idempotency-key', 'browser-1-k1']);
    expect(exchange?.request?.body).toContain('\n  "conversation_id": "conv_1"');
    expect(exchange?.answer).toBeNull();
  });

  it('holds nothing that came after the cursor', () => {
    for (const run of allRuns()) {
      for (let cursor = 1; cursor <= run.length; cursor += 1) {
        expect(exchangeAt(run.trace, cursor)).toEqual(exchangeAt(run.trace.slice(0, cursor), cursor));
      }
    }
  });

  it('shows a request beside the answer that came to it, and not to an earlier one', () => {
    const page =
      trace.findIndex(({ sent }) => sent.some(({ id }) => id.startsWith('page:browser-2:run_1:1:200'))) + 1;
    const exchange = exchangeAt(trace, page);
    expect(exchange?.step).toBe(page);
    expect(exchange?.request?.path).toBe('/v1/runs/run_1/events?after_seq=1');
    expect(exchange?.answer).toMatchObject({ status: 200, problem: null, sentAt: page, takenAt: null });
  });

  it('tells of a connection that was reset by what it was reset for', () => {
    const step = stepOf('deliver:http>browser-1:submit:browser-1-k1:reset');
    const exchange = exchangeAt(trace, step);
    expect(exchange?.request?.method).toBe('POST');
    expect(exchange?.answer !== null && exchange?.answer !== undefined && isReset(exchange.answer)).toBe(
      true,
    );
  });

  it('is an earlier one of the same actor where the step has none, and none where it had none', () => {
    const silent =
      trace.findIndex(
        (one, at) => at > 12 && one.actor === 'api' && one.sent.length + one.taken.length === 0,
      ) + 1;
    expect(exchangeAt(trace, silent)!.step).toBeLessThan(silent);
    const dispatcher = trace.findIndex(({ actor }) => actor === 'dispatcher') + 1;
    expect(dispatcher).toBeGreaterThan(0);
    expect(exchangeAt(trace, dispatcher)).toBeNull();
    expect(exchangeAt(trace, 0)).toBeNull();
  });
});

describe('an exchange by hand', () => {
  const message = (id: string, from: string, to: string, body: Message['body']): Message => {
    return { channel: 'http', id, from, to, run: null, body };
  };
  const asked = message('r', 'browser-1', 'api', { method: 'GET', path: '/', headers: {}, body: null });
  const headers = { 'content-type': 'application/problem+json' };
  const refusal = message('r:404', 'api', 'browser-1', {
    ...{ status: 404, headers, body: '{"code":"not-found","title":"…"}', answers: 'r' },
  });
  const send = record({ id: 'a', actor: 'browser-1', sent: [asked] });
  const take = record({ id: 'b', actor: 'api', taken: [asked] });
  const answer = record({ id: 'c', actor: 'api', sent: [refusal] });

  it('names a problem by its code', () => {
    expect(exchangeAt([send, take, answer], 3)?.answer).toMatchObject({ status: 404, problem: 'not-found' });
  });

  it('says where a message was lost', () => {
    const drop = record({ id: 'drop:http:r', actor: 'browser-1' });
    expect(exchangeAt([send, drop], 2)?.request).toMatchObject({ sentAt: 1, takenAt: null, lostAt: 2 });
  });

  it('gives a request that was sent anew no answer to the one before', () => {
    const again = [send, take, answer, send];
    expect(exchangeAt(again, 4)).toMatchObject({ step: 4, request: { sentAt: 4 }, answer: null });
    expect(exchangeAt(again, 3)?.answer).not.toBeNull();
  });

  it('leaves a body that is no JSON as it is', () => {
    const plain = message('r:200', 'api', 'browser-1', {
      status: 200,
      headers: {},
      body: 'a: b',
      answers: 'r',
    });
    const trace = [send, take, record({ id: 'c', actor: 'api', sent: [plain] })];
    expect(exchangeAt(trace, 3)?.answer).toMatchObject({ body: 'a: b', problem: null });
  });
});
