// One request at a time through the API, over rows that every relation of the matrix has a person for.

import { put } from '../../src/kernel/channel';
import { withChanges } from '../../src/kernel/rows';
import type { Change } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';
import { type Answer, asArrival, asJson, HTTP, ORIGIN, type Request } from '../../src/system/http';
import { begin, PLAIN, simulationOf } from './walks';

const simulation = simulationOf({});

/** A world with one run of alice's, which zoe, the approver, has been asked about. */
export function ground(): World {
  const history = {
    run: 'run_1',
    by: 'alice',
    order: 'ord_1',
    amount: '75.00',
    attempts: 3,
    history: ['submitted'],
  };
  const world = begin(simulation, { ...PLAIN, browsers: {}, runs: [history] }, {});
  const row = (table: string, key: string, after: Change['after']): Change => ({
    table,
    key,
    before: null,
    after,
  });
  const person = (id: string, tenant: string, operator: number): Change =>
    row('principals', id, { principal_id: id, tenant_id: tenant, is_operator: operator });
  const asked = {
    approval_id: 'apr_1',
    run_id: 'run_1',
    operation_id: 'op_1',
    proposal_digest: 'd',
    status: 'pending',
  };
  const when = { requested_at: 0, expires_at: 900_000, decided_by: null, decided_at: null, reason: null };
  const rows = withChanges(world.rows, [
    ...[person('writer', 'acme', 0), person('zoe', 'acme', 0), person('colleague', 'acme', 0)],
    row('conversation_members', 'conv_1/writer', {
      conversation_id: 'conv_1',
      principal_id: 'writer',
      role: 'writer',
    }),
    row('approvals', 'apr_1', { ...asked, ...when }),
    row('approval_assignees', 'apr_1/zoe', { approval_id: 'apr_1', principal_id: 'zoe' }),
  ]);
  return simulation.start(world.actors, rows, {}, world.now);
}

export interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly person?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly world: World;
}

/** Sends one request and lets the API answer it. */
export function ask(world: World, asking: Asking): Told {
  const { method = 'GET', path = '/v1/runs/run_1', person = 'alice', headers = {}, body = null } = asking;
  const session: Record<string, string> = person === null ? {} : { cookie: `session=${person}` };
  const request: Request = {
    ...{ method, path, body, headers: { ...session, origin: ORIGIN, ...headers } },
    sender: { incarnation: 1, draft: 'draft-1' },
  };
  const message = {
    channel: HTTP,
    id: 'asked',
    from: 'browser-1',
    to: 'api',
    run: null,
    body: asJson(request),
  };
  const [http] = put(HTTP, {}, message);
  let now = simulation.take(
    { ...world, channels: { ...world.channels, [HTTP]: http } },
    `deliver:${HTTP}>api:asked`,
  ).world;
  for (;;) {
    const step = simulation.enabled(now).find((action) => action.lane === 'api' && action.kind === 'step');
    if (step === undefined) break;
    now = simulation.take(now, step.id).world;
  }
  const [sent] = Object.values(now.channels[HTTP] ?? {});
  const answer = asArrival(sent?.body ?? null) as Answer;
  const told = JSON.parse(answer.body) as Told['body'];
  return {
    status: answer.status,
    headers: answer.headers,
    body: told,
    world: { ...now, channels: world.channels },
  };
}

export const submission = (changes: object = {}): string =>
  JSON.stringify({
    conversation_id: 'conv_1',
    input: { message: 'Refund 25.00 EUR.', order_id: 'ord_1' },
    ...changes,
  });

export const post = (key: string, changes: Asking = {}): Asking => ({
  method: 'POST',
  path: '/v1/runs',
  body: submission(),
  ...changes,
  headers: { 'idempotency-key': key, ...changes.headers },
});
