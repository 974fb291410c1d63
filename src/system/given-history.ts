// The history of a run that was there before a scenario begins, played with the service's own statements, so
// that nobody can start from rows which the service could not have written.

import { STEPS } from './actors/api/checks';
import { only } from '../kernel/actor';
import { ConvergeError, must } from '../kernel/errors';
import { canonical, type Data } from '../kernel/json';
import type { Simulation } from '../kernel/simulation';
import type { Parameters, Row, Run, Store } from '../kernel/store';
import { CONVERSATION } from './actors/browser/submitting';
import { leaseIn } from './actors/worker/lease';
import { refundMessage } from './agent';
import { shortDigest } from './digest';
import { append } from './events';
import { announce } from './handout';
import { RETRY_DELAY_MS } from './time';

export interface GivenRun {
  readonly run: string;
  readonly by: string;
  readonly order: string;
  readonly amount: string;
  /** How many times the model fails at it. */
  readonly fails?: number;
  /** What the model wants looked up first. */
  readonly looksUp?: readonly string[];
  /** The text that the model writes to the person. */
  readonly writes?: string;
  readonly attempts: number;
  /** How many steps it may take; 20 where nothing is said. */
  readonly steps?: number;
  /** `submitted`, `claimed by worker-2`, `failed`, `taken over by worker-1`, `stored art_1`, `pruned to 3`. */
  readonly history: readonly string[];
  readonly lease?: 'over' | 'held';
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
    const budget = { attempts: given.attempts, steps: given.steps ?? STEPS };
    const fingerprint = shortDigest(['POST', '/v1/runs', body]);
    play.run('insert_run', {
      ...{ run_id: given.run, conversation_id: CONVERSATION, principal: given.by, key: `given-${given.run}` },
      ...{ fingerprint, body: canonical(body), ...budget, resumes: null },
    });
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
  const { parameters } = play;
  const sql: Run = (name, values) => play.run(name, values);
  announce({ sql, parameters }, { runId: given.run, seq, type, availableAt });
}

/** Plays a run's history; returns the time at its end. */
export function playHistory(simulation: Simulation, given: GivenRun, start: number): number {
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
