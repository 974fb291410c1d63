// One request at a time through the API, over rows that every relation of the matrix has a person for.

import { put } from '../../src/kernel/channel';
import { must } from '../../src/kernel/errors';
import { withChanges } from '../../src/kernel/rows';
import type { Simulation } from '../../src/kernel/simulation';
import { keyText, type Row, type Rows } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';
import type { Given } from '../../src/system/given';
import { type Answer, asArrival, asJson, HTTP, ORIGIN, type Request } from '../../src/system/http';
import { begin, PLAIN, simulationOf } from './walks';

const simulation = simulationOf({});

const RUN: Given['runs'][number] = {
  ...{ run: 'run_1', by: 'alice', order: 'ord_1', amount: '75.00', attempts: 3 },
  history: ['submitted'],
};

/** A row of a table whose key are its first columns. */
export interface Laid {
  readonly table: string;
  readonly key: readonly string[];
  /** Null where it is to be gone. */
  readonly row: Row | null;
}

const laid = (table: string, key: Row, rest: Row = {}): Laid => {
  return { table, key: Object.values(key).map(String), row: { ...key, ...rest } };
};

/** The same world with some columns of some rows changed, or rows added or gone. */
export function changed(world: World, ...rows: readonly Laid[]): World {
  const changes = rows.map(({ table, key, row }) => {
    const before = world.rows[table]?.get(keyText(key)) ?? null;
    return { table, key: keyText(key), before, after: row === null ? null : { ...before, ...row } };
  });
  return simulation.start(world.actors, withChanges(world.rows, changes), {}, world.now);
}

const person = (principal_id: string, tenant_id = 'acme', is_operator = 0): Laid =>
  laid('principals', { principal_id }, { tenant_id, is_operator });

/** Somebody for each relation that the people of a scenario do not have; zoe is to be asked. */
const PEOPLE: readonly Laid[] = [
  ...[person('writer'), person('zoe'), person('colleague')],
  laid('conversation_members', { conversation_id: 'conv_1', principal_id: 'writer' }, { role: 'writer' }),
];

/** A world with one run of alice's, which is queued. */
export function ground(): World {
  return changed(begin(simulation, { ...PLAIN, browsers: {}, runs: [RUN] }, {}), ...PEOPLE);
}

export const QUESTION = 'apr_op_run_1_s1';
export const assigned = (principal_id: string): Laid =>
  laid('approval_assignees', { approval_id: QUESTION, principal_id });

/** A world in which worker-1 holds that run, and is about to ask a person. */
export function held(): World {
  const history = ['submitted', 'claimed by worker-1'];
  const actors = { 'worker-1': { procedure: 'worker.propose', run: 'run_1' } };
  const given = { ...PLAIN, browsers: {}, runs: [{ ...RUN, history }], actors };
  return changed(begin(simulation, given, {}), ...PEOPLE);
}

/** A world in which it waits for bob's or zoe's answer, and has made something. */
export const waiting = (): World =>
  changed(stepped(simulation, held(), 'worker-1'), assigned('zoe'), artifact('art_1'));

/** Columns of the run, the question, or a further operation of the run. */
export const run = (columns: Row): Laid => laid('runs', { run_id: 'run_1' }, columns);
export const question = (columns: Row): Laid => laid('approvals', { approval_id: QUESTION }, columns);
export const operation = (status: string): Laid =>
  laid(
    'operations',
    { operation_id: 'op_run_1_s0' },
    {
      ...{ run_id: 'run_1', step_key: 's0', kind: 'refund', order_id: 'ord_1', amount_cents: 100 },
      ...{ currency: 'EUR', request_digest: 'd', requires_approval: 0, status, started_fence: 1 },
      ...{ provider_ref: null, error_code: null, created_at: 0, started_at: 0, settled_at: null },
    },
  );

/** What was appended to the run's log in between, oldest first. */
export const appended = (before: World, after: World): readonly Row[] =>
  [...(after.rows['events']?.entries() ?? [])]
    .filter(([key]) => before.rows['events']?.get(key) === undefined)
    .map(([, row]) => row)
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']));

export const typesOf = (events: readonly Row[]): readonly string[] => events.map(({ type }) => String(type));

export const artifact = (artifact_id: string, more: Row = {}): Laid =>
  laid(
    'artifacts',
    { artifact_id },
    {
      ...{ run_id: 'run_1', name: 'letter.txt', media_type: 'text/plain', size_bytes: 5, digest: 'c0ffee' },
      ...{ body: 'Hello', created_at: 0, expires_at: null, ...more },
    },
  );

/** Lets one actor take its steps until it has none. */
function stepped(within: Simulation, world: World, actor: string): World {
  for (let now = world; ;) {
    const step = within
      .enabled(now)
      .find(({ lane, kind, blocked }) => lane === actor && kind === 'step' && blocked === null);
    if (step === undefined) return now;
    now = within.take(now, step.id).world;
  }
}

export interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly person?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it travels. */
  readonly text: string;
  readonly world: World;
}

/** A request as it is on its way, in the world that it is sent into. */
function sent(world: World, id: string, asking: Asking): World {
  const {
    method = 'GET',
    path = '/v1/runs/run_1',
    person: who = 'alice',
    headers = {},
    body = null,
  } = asking;
  const session: Record<string, string> = who === null ? {} : { cookie: `session=${who}` };
  const request: Request = {
    ...{ method, path, body, headers: { ...session, origin: ORIGIN, ...headers } },
    sender: { incarnation: 1, draft: 'draft-1' },
  };
  const to = { channel: HTTP, id, from: 'browser-1', to: 'api', run: null };
  const [http] = put(HTTP, world.channels[HTTP] ?? {}, { ...to, body: asJson(request) });
  return { ...world, channels: { ...world.channels, [HTTP]: http } };
}

/** Sends one request and lets the API answer it. */
export function ask(world: World, asking: Asking, within: Simulation = simulation): Told {
  const asked = sent({ ...world, channels: { ...world.channels, [HTTP]: {} } }, 'asked', asking);
  const now = stepped(within, within.take(asked, `deliver:${HTTP}>api:asked`).world, 'api');
  const [answered] = Object.values(now.channels[HTTP] ?? {});
  return toldBy(asArrival(answered?.body ?? null) as Answer, { ...now, channels: world.channels });
}

/** The same, where something changes once the API has taken so many steps for it. */
export function askWhile(world: World, asking: Asking, steps: number, ...rows: readonly Laid[]): Told {
  let now = sent({ ...world, channels: {} }, 'asked', asking);
  now = simulation.take(now, `deliver:${HTTP}>api:asked`).world;
  for (let taken = 1; taken < steps; taken++) {
    const next = simulation.enabled(now).find(({ id }) => id.startsWith('api.'));
    now = simulation.take(now, must(next, 'a further step of the API').id).world;
  }
  now = stepped(simulation, changed(now, ...rows), 'api');
  const [answered] = Object.values(now.channels[HTTP] ?? {});
  return toldBy(asArrival(must(answered, 'an answer').body) as Answer, now);
}

/** Two requests that the API has both let in before it goes on with the second, and then with the first. */
export function askTogether(world: World, first: Asking, second: Asking): readonly [Told, Told] {
  let now = sent(sent(world, 'first', first), 'second', second);
  for (const id of ['first', 'second']) now = simulation.take(now, `deliver:${HTTP}>api:${id}`).world;
  for (const id of ['second', 'first']) {
    const isNext = (one: { readonly id: string }): boolean =>
      one.id.startsWith('api.') && one.id.endsWith(`:${id}`);
    for (let step = simulation.enabled(now).find(isNext); step !== undefined;) {
      now = simulation.take(now, step.id).world;
      step = simulation.enabled(now).find(isNext);
    }
  }
  const answers = Object.values(now.channels[HTTP] ?? {}).map(({ body }) => asArrival(body) as Answer);
  const told = (id: string): Told =>
    toldBy(
      must(
        answers.find((answer) => answer.answers === id),
        `answer to ${id}`,
      ),
      now,
    );
  return [told('first'), told('second')];
}

function toldBy(answer: Answer, world: World): Told {
  const isJson = /json$/.test(answer.headers['content-type'] ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson ? (JSON.parse(answer.body) as Told['body']) : {},
    text: answer.body,
    world,
  };
}

/** The service's own rows: not what the observer notes, and not what is derived. */
export const serviceRows = ({ rows }: World): Rows =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !/^(mon|now)_/.test(table)));

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

/** The proposal that bob sees. */
export const DIGEST = (world: World): string =>
  String(world.rows['approvals']?.get(QUESTION)?.['proposal_digest']);

export const decision = (digest: string, changes: object = {}): Asking => ({
  method: 'POST',
  path: `/v1/approvals/${QUESTION}/decision`,
  person: 'bob',
  body: JSON.stringify({ decision: 'approve', proposal_digest: digest, ...changes }),
});

export const cancel: Asking = { method: 'POST', path: '/v1/runs/run_1/cancel' };
