// The start of a scenario: domain words become rows, and what actors know of them.

import type { Activity, ActorState } from '../kernel/actor';
import { must } from '../kernel/errors';
import type { FaultBudget } from '../kernel/fault';
import type { Data } from '../kernel/json';
import { withChanges } from '../kernel/rows';
import type { Simulation } from '../kernel/simulation';
import { only } from '../kernel/actor';
import type { Change, Row } from '../kernel/store';
import type { Actor, World } from '../kernel/world';
import { CONVERSATION } from './actors/browser/submitting';
import { type BrowserDisk, emptyDisk, loaded } from './actors/browser/state';
import { centsOf, draft, type Model, plan } from './agent';
import { parseCall } from './calls';
import { MEMBERS, PEOPLE } from './people';
import { type GivenRun, playHistory } from './given-history';

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
  /**
   * How the gateway is set up: frames a connection's buffer holds, events read at once, and whether a quiet stream
   * gets signs of life, for which pages then listen.
   */
  readonly gateway?:
    | {
        readonly buffer?: number | undefined;
        readonly page?: number | undefined;
        readonly heartbeat?: boolean | undefined;
      }
    | undefined;
  /** How many events of a log the pruner keeps. */
  readonly retention?: { readonly keep: number } | undefined;
}

export interface GivenBrowser {
  readonly person: string;
  /** `key` where the page makes the key of the request itself, so that it may meet another one's. */
  readonly submits?: Model & {
    readonly order: string;
    readonly amount: string;
    readonly key?: string | undefined;
    /** How many steps it asks to be allowed. */
    readonly steps?: number | undefined;
  };
  /** The run that it follows from the start. */
  readonly watches?: string;
  /** Events that its page asks for at once. */
  readonly pages?: number | undefined;
  /** False where its page stores nothing: a reload finds it empty. */
  readonly stores?: boolean | undefined;
  /** Whether its page looks in the conversation for a run to follow. */
  readonly discovers?: boolean | undefined;
  /** What its person asks for beside that, one after the other. */
  readonly calls?: readonly string[] | undefined;
}

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

function stateOf(simulation: Simulation, given: Given, { id, kind }: Actor, now: number): ActorState {
  const bare: ActorState = { up: true, paused: false, memory: kind.memory, disk: kind.disk, activities: [] };
  const browser = given.browsers[id];
  if (kind.kind === 'browser') {
    const listens = given.gateway?.heartbeat === true ? ({ listens: true } as const) : {};
    const disk = { ...diskOf(browser ?? { person: '' }), ...listens };
    return { ...bare, disk: disk as unknown as Data, memory: loaded(disk) as unknown as Data };
  }
  if (kind.kind === 'gateway') return { ...bare, disk: gatewayDisk(given, kind.disk) };
  if (kind.kind === 'api') return { ...bare, disk: { runs: highestRun(given) } };
  if (kind.kind === 'pruner') return { ...bare, disk: { keep: given.retention?.keep ?? null } };
  const renews = given.renews?.includes(id) === true;
  const actor: ActorState = renews ? { ...bare, disk: { ...kind.disk, renews } } : bare;
  const standing = given.actors[id];
  if (standing === undefined) return actor;
  return { ...actor, activities: [activityOf(simulation, standing.procedure, standing.run, now)] };
}

function gatewayDisk({ gateway }: Given, usual: Data): Data {
  const { bufferLimit, pageLength } = usual;
  const beats = gateway?.heartbeat === true ? { beats: true } : {};
  const set = {
    bufferLimit: gateway?.buffer ?? bufferLimit ?? 0,
    pageLength: gateway?.page ?? pageLength ?? 0,
  };
  return { ...set, ...beats };
}

function diskOf(given: GivenBrowser): BrowserDisk {
  const { submits } = given;
  const draft =
    submits === undefined
      ? null
      : {
          ...{ id: 'draft-1', order: submits.order, amount: submits.amount },
          ...{ key: submits.key ?? null, fails: submits.fails ?? 0, rethinks: submits.rethinks ?? null },
          ...(submits.looksUp === undefined ? {} : { looksUp: submits.looksUp }),
          ...(submits.writes === undefined ? {} : { writes: submits.writes }),
          ...(submits.steps === undefined ? {} : { steps: submits.steps }),
        };
  const calls = (given.calls ?? []).flatMap((text) => parseCall(text) ?? []);
  const page = { pageLength: given.pages ?? null, stores: given.stores ?? true };
  const opens = given.discovers === true || given.stores === false ? CONVERSATION : null;
  return { ...emptyDisk, person: given.person, draft, runId: given.watches ?? null, calls, ...page, opens };
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
  const text = draft(asked.message, Number(run['fence']));
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
    ...(text === null ? {} : { draft: text }),
  };
  return { request: '', procedure, step: 0, locals, run: runId, receipt: null, caller: null };
}
