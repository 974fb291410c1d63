// The start of a scenario: domain words become rows, and a run's history is played with the service's own
// statements, so that nobody can start from rows which the service could not have written.

import type { Activity, ActorState } from '../kernel/actor';
import { ConvergeError, must } from '../kernel/errors';
import type { FaultBudget } from '../kernel/fault';
import { canonical, type Data } from '../kernel/json';
import { withChanges } from '../kernel/rows';
import type { Simulation } from '../kernel/simulation';
import { only } from '../kernel/actor';
import type { Change, Parameters, Row, Store } from '../kernel/store';
import type { Actor, World } from '../kernel/world';
import { CONVERSATION } from './actors/browser';
import { leaseIn } from './actors/worker/lease';
import { type BrowserDisk, emptyDisk, loaded } from './actors/browser/state';
import { centsOf, type Model, plan, refundMessage } from './agent';
import { parseCall } from './calls';
import { shortDigest } from './digest';
import { append } from './events';
import { announce } from './handout';
import { RETRY_DELAY_MS } from './time';

export interface Given {
  /** `total` is an amount such as `100.00`. */
  readonly orders: readonly { readonly order: string; readonly total: string }[];
  readonly browsers: Readonly<Record<string, GivenBrowser>>;
  readonly runs: readonly GivenRun[];
  /** Actors on stage beside those who always are. */
  readonly cast?: readonly string[] | undefined;
  /** Actors that stand at the beginning of a procedure, for a run. */
  readonly actors: Readonly<Record<string, { readonly procedure: string; readonly run: string }>>;
  /** Workers that renew their leases by a timer. */
  readonly renews?: readonly string[];
}

export interface GivenBrowser {
  readonly person: string;
  /** `key` where the page makes the key of the request itself, so that it may meet another one's. */
  readonly submits?: Model & {
    readonly order: string;
    readonly amount: string;
    readonly key?: string | undefined;
  };
  /** The run that it follows from the start. */
  readonly watches?: string;
  /** What its person asks for beside that, one after the other. */
  readonly calls?: readonly string[] | undefined;
}

export interface GivenRun {
  readonly run: string;
  readonly by: string;
  readonly order: string;
  readonly amount: string;
  /** How many times the model fails at it. */
  readonly fails?: number;
  readonly attempts: number;
  /** `submitted`, `claimed by worker-2`, `failed`, `taken over by worker-1`, `stored art_1`, `pruned to 3`. */
  readonly history: readonly string[];
  readonly lease?: 'over' | 'held';
}

/** People, and what they are to the one conversation: two writers, a viewer, two approvers, an operator, a stranger. */
const PEOPLE: readonly { readonly id: string; readonly tenant: string; readonly isOperator: number }[] = [
  { id: 'alice', tenant: 'acme', isOperator: 0 },
  { id: 'bob', tenant: 'acme', isOperator: 0 },
  { id: 'wendy', tenant: 'acme', isOperator: 0 },
  { id: 'carol', tenant: 'acme', isOperator: 0 },
  { id: 'erin', tenant: 'acme', isOperator: 0 },
  { id: 'olga', tenant: 'acme', isOperator: 1 },
  { id: 'mallory', tenant: 'other', isOperator: 0 },
];

const MEMBERS: Readonly<Record<string, string>> = { alice: 'writer', wendy: 'writer', carol: 'viewer' };

/** The first world of a scenario under a simulation's design. */
export function beginWorld(simulation: Simulation, given: Given, budget: FaultBudget): World {
  const { store } = simulation.system;
  store.restore({});
  store.restore(withChanges({}, groundRows(given)));
  let now = 0;
  for (const run of given.runs) now = playHistory(simulation, run, now);
  const { actors } = simulation.system;
  const states = actors.map((actor) => [actor.id, stateOf(simulation, given, actor, now)] as const);
  return simulation.start(Object.fromEntries(states), store.rows, budget, now);
}

function groundRows(given: Given): readonly Change[] {
  const row = (table: string, key: string, after: Row): Change => ({ table, key, before: null, after });
  return [
    row('conversations', CONVERSATION, { conversation_id: CONVERSATION, tenant_id: 'acme' }),
    ...PEOPLE.map(({ id, tenant, isOperator }) =>
      row('principals', id, { principal_id: id, tenant_id: tenant, is_operator: isOperator }),
    ),
    ...Object.entries(MEMBERS).map(([id, role]) =>
      row('conversation_members', `${CONVERSATION}/${id}`, {
        conversation_id: CONVERSATION,
        principal_id: id,
        role,
      }),
    ),
    ...given.orders.map(({ order, total }) =>
      row('orders', order, {
        ...{ order_id: order, tenant_id: 'acme', currency: 'EUR', total_cents: centsOf(total) ?? 0 },
        ...{ refunded_cents: 0, reserved_cents: 0 },
      }),
    ),
  ];
}

/** One transition of a history: its statements, at a time of the clock; `rest` is what its words end with. */
type Transition = (sql: Play, given: GivenRun, rest: string) => void;

interface Play {
  readonly now: number;
  readonly parameters: Simulation['system']['parameters'];
  readonly leaseMs: number | null;
  run(statement: string, parameters: Parameters): readonly Row[];
  append(type: string, data: Data, attemptId: string | null, fence: number | null): number;
}

const TRANSITIONS: Readonly<Record<string, Transition>> = {
  submitted: (play, given) => {
    const input = { message: refundMessage(given.amount, given.order, given), order_id: given.order };
    const body = { conversation_id: CONVERSATION, input };
    const fingerprint = shortDigest(['POST', '/v1/runs', body]);
    play.run('insert_run', {
      ...{ run_id: given.run, conversation_id: CONVERSATION, principal: given.by, key: `given-${given.run}` },
      ...{ fingerprint, body: canonical(body), attempts: given.attempts, steps: 20, resumes: null },
    });
    const budget = { attempts: given.attempts, steps: 20 };
    const data = { conversation_id: CONVERSATION, input_digest: fingerprint, budget, resumes: null };
    told(play, given, play.append('run.created', data, null, null), 'run.created', play.now);
  },
  claimed: (play, given, owner) => {
    for (const seq of Array.from({ length: 1_000 }, (_, i) => i + 1)) {
      if (seq > lastSeq(play, given)) break;
      play.run('mark', { message_id: `${given.run}:${String(seq)}:runs.dispatch` });
    }
    const row = only(play.run('claim', { run_id: given.run, owner, ttl: play.leaseMs, version: 0 }));
    started(play, owner, must(row, `claimable run ${given.run}`));
  },
  failed: (play, given) => {
    const run = readRun(play, given);
    const data = { fence: run['fence'] ?? 0, reason: 'failed' };
    const seq = play.append('attempt.ended', data, String(run['attempt_id']), Number(run['fence']));
    const availableAt = play.now + RETRY_DELAY_MS;
    play.run('retry_later', { ...holderOf(given, run), available_at: availableAt });
    told(play, given, seq, 'attempt.ended', availableAt);
  },
  stored: (play, given, artifact) => {
    const run = readRun(play, given);
    const body = `${given.run}: refund of ${given.amount} EUR`;
    const what = { name: `${artifact}.txt`, media_type: 'text/plain', size_bytes: body.length };
    const told = { artifact_id: artifact, ...what, digest: shortDigest(body) };
    play.run('insert_artifact', { ...told, run_id: given.run, body, expires_at: null });
    play.append('artifact.created', told, String(run['attempt_id']), Number(run['fence']));
  },
  'pruned to': (play, given, minimum) => {
    play.run('raise_minimum', { run_id: given.run, minimum: Number(minimum) });
    play.run('delete_prefix', { run_id: given.run, minimum: Number(minimum) });
  },
  'taken over': (play, given, owner) => {
    const run = readRun(play, given);
    const row = only(play.run('take_over', { ...holderOf(given, run), owner, ttl: play.leaseMs }));
    const lost = {
      fence: run['fence'] ?? 0,
      reason: 'lost',
      lease_until: run['lease_until'] ?? 0,
      taken_at: play.now,
    };
    play.append('attempt.ended', lost, String(run['attempt_id']), Number(run['fence']));
    started(play, owner, must(row, `expired run ${given.run}`));
  },
};

const readRun = (play: Play, given: GivenRun): Row => {
  return must(
    only(play.run('read_run', { run_id: given.run })),
    `run ${given.run} before its history goes on`,
  );
};
const lastSeq = (play: Play, given: GivenRun): number => Number(readRun(play, given)['last_seq']);

function holderOf(given: GivenRun, run: Row): Parameters {
  return {
    run_id: given.run,
    owner: run['owner'] ?? null,
    fence: run['fence'] ?? 0,
    version: run['version'] ?? 0,
  };
}

function started(play: Play, owner: string, row: Row): void {
  const fence = Number(row['fence']);
  const data = {
    fence,
    number: fence,
    owner_label: owner,
    lease_until: play.leaseMs === null ? null : play.now + play.leaseMs,
  };
  play.append('attempt.started', data, String(row['attempt_id']), fence);
}

function told(play: Play, given: GivenRun, seq: number, type: string, availableAt: number): void {
  const { run: sql, parameters } = play;
  announce({ sql, parameters }, { runId: given.run, seq, type, availableAt });
}

/** Plays a run's history; returns the time at its end. */
function playHistory(simulation: Simulation, given: GivenRun, start: number): number {
  const { store } = simulation.system;
  let now = start;
  for (const entry of given.history) {
    const [, words = '', rest = ''] =
      /^(submitted|claimed|failed|stored|pruned to|taken over)(?: by)?(?: (\S+))?$/.exec(entry) ?? [];
    const transition = TRANSITIONS[words];
    if (transition === undefined) throw new ConvergeError('definition', `A history has no step "${entry}".`);
    now = dueTime(store, given, words, now);
    play(
      simulation,
      now,
      (sql) => {
        transition(sql, given, rest);
      },
      words === 'claimed' || words === 'taken over' ? rest : 'api',
      given,
    );
  }
  return given.lease === 'over' ? dueTime(store, given, 'taken over', now) : now;
}

/** When the next transition can happen: a retry is due, or a lease is over. */
function dueTime(store: Store, given: GivenRun, words: string, now: number): number {
  const run = store.rows['runs']?.get(given.run);
  const due =
    words === 'claimed' ? run?.['available_at'] : words === 'taken over' ? run?.['lease_until'] : null;
  return Math.max(now, Number(due ?? 0));
}

function play(
  simulation: Simulation,
  now: number,
  body: (sql: Play) => void,
  actor: string,
  given: GivenRun,
): void {
  const { store, monitors } = simulation.system;
  const leaseMs = leaseIn(simulation.system).ms;
  const run = (name: string, parameters: Parameters): readonly Row[] =>
    store.run(name, { now, actor, ...parameters });
  store.begin();
  body({
    ...{ now, leaseMs, parameters: simulation.system.parameters },
    run,
    append: (type, data, attemptId, fence) =>
      append(run, { runId: given.run, type, data, now, attemptId, fence }),
  });
  const observed = { actor, operations: [], changes: store.changed(), sent: [], taken: [], facts: [] };
  for (const monitor of monitors) monitor.observe(observed, run);
  store.commit();
}

function stateOf(simulation: Simulation, given: Given, { id, kind }: Actor, now: number): ActorState {
  const bare: ActorState = { up: true, paused: false, memory: kind.memory, disk: kind.disk, activities: [] };
  const browser = given.browsers[id];
  if (kind.kind === 'browser') {
    const disk = diskOf(browser ?? { person: '' });
    return { ...bare, disk: disk as unknown as Data, memory: loaded(disk) as unknown as Data };
  }
  if (kind.kind === 'api') return { ...bare, disk: { runs: highestRun(given) } };
  const renews = given.renews?.includes(id) === true;
  const actor: ActorState = renews ? { ...bare, disk: { ...kind.disk, renews } } : bare;
  const standing = given.actors[id];
  if (standing === undefined) return actor;
  return { ...actor, activities: [activityOf(simulation, standing.procedure, standing.run, now)] };
}

function diskOf(given: GivenBrowser): BrowserDisk {
  const { submits } = given;
  const draft =
    submits === undefined
      ? null
      : {
          ...{ id: 'draft-1', order: submits.order, amount: submits.amount },
          ...{ key: submits.key ?? null, fails: submits.fails ?? 0, rethinks: submits.rethinks ?? null },
        };
  const calls = (given.calls ?? []).flatMap((text) => parseCall(text) ?? []);
  return { ...emptyDisk, person: given.person, draft, runId: given.watches ?? null, calls };
}

/** The API goes on naming runs after the given ones. */
function highestRun(given: Given): number {
  const numbers = given.runs.map(({ run }) => Number(/^run_(\d+)$/.exec(run)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** A worker that holds a run and stands at the first step of a procedure. */
function activityOf(simulation: Simulation, procedure: string, runId: string, now: number): Activity {
  const { value } = simulation.system.store.peek((sql) => ({
    run: must(only(sql('read_run', { run_id: runId })), `run ${runId}`),
    input: must(only(sql('read_run_input', { run_id: runId })), `run ${runId}`),
  }));
  const { run, input } = value;
  const asked = (
    JSON.parse(String(input['request_body'])) as { input: { message: string; order_id: string } }
  ).input;
  const proposal = plan(asked.message, asked.order_id, Number(run['fence']));
  const locals = {
    ...{
      runId,
      fence: Number(run['fence']),
      version: Number(run['version']),
      attemptId: run['attempt_id'] ?? null,
    },
    ...{
      leaseUntil: run['lease_until'] ?? null,
      budgetAttempts: run['budget_attempts'] ?? 0,
      requestedAt: now,
    },
    ...(proposal === null || proposal === 'nothing' ? {} : { plan: { ...proposal } }),
  };
  return { request: '', procedure, step: 0, locals, run: runId, receipt: null, caller: null };
}
