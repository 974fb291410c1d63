// What the model wants to know is looked up one thing after the other, and each is a step that the log holds once it
// is done: an attempt that is lost loses none of them, and the next one continues behind the last. A step is spent
// in the transaction that says it is completed (CONTRACT §9, §11).

import { type AnyOperation, only } from '../../../kernel/actor';
import { type Json, textOf } from '../../../kernel/json';
import { type LookUp, lookedUp, wanted } from '../../agent';
import { shortDigest } from '../../digest';
import { type CompletedStep, completedSteps } from '../../steps';
import { appendHeld, holder, RECONCILE, refused, type Result, runOf, type View, worker } from './state';
import { atSafePoint } from './stopping';

/** Which of the steps in the log an attempt continues from. */
type Continues = (steps: readonly CompletedStep[], attemptId: string | null) => readonly CompletedStep[];

const fromCheckpoint: Continues = (steps) => steps;

/** Its own alone: what an earlier one has done is done again. */
const startOver: Continues = (steps, attemptId) => steps.filter((step) => step.attemptId === attemptId);

const CONTINUES: Readonly<Record<string, Continues>> = { own_attempt: startOver };

type Designed = { readonly parameters: Readonly<Record<string, Json>> };

const continuesIn = ({ parameters }: Designed): Continues =>
  CONTINUES[textOf(parameters, 'checkpoint')] ?? fromCheckpoint;

/** What the model wants for a message: what was found of it so far, and what is still to be looked up. */
export function knownTo(view: View, message: string, orderId: string) {
  const all = wanted(message, orderId);
  // Where nothing is wanted the log is not asked.
  const steps = all.length === 0 ? [] : completedSteps(view.sql, runOf(view));
  const done = continuesIn(view)(steps, view.locals.attemptId ?? null);
  const missing = all.filter(({ stepKey }) => !done.some((step) => step.stepKey === stepKey));
  const found = Object.fromEntries(done.map(({ tool, output }) => [tool, output]));
  return { missing, done: done.length, found };
}

/** On to what is missing; behind the last of it the model is asked again. */
export function lookingUp(view: View, missing: readonly LookUp[], done: number): Result {
  const values = { actor: view.actor, run: runOf(view), count: missing.length, done };
  const says = { key: done === 0 ? 'worker.work.looksUp' : 'worker.work.continues', values };
  return { locals: { lookUps: missing }, then: { procedure: 'worker.step' }, says };
}

function spendStep(view: View): Result {
  const row = only(view.sql('spend_step', holder(view)));
  return row === null ? unspent(view) : { locals: { version: Number(row['version']) } };
}

/**
 * No step was spent: whoever holds the run no more lets go, and a holder reads again. That is a safe point; with the
 * version that is there now it goes on, unless no step is left.
 */
function unspent(view: View): Result {
  const again = { again: true } as const;
  const outcome = refused(view, 'spendStep', again);
  if (outcome.then !== again) return outcome;
  const version = Number(only(view.sql('read_run', { run_id: runOf(view) }))?.['version']);
  const stop = atSafePoint(view);
  if (stop !== null) return { ...outcome, locals: { version }, then: stop };
  const input = only(view.sql('read_run_input', { run_id: runOf(view) }));
  if (Number(input?.['budget_steps']) > 0) return { ...outcome, locals: { version } };
  const says = { key: 'worker.spendStep.exhausted', values: { actor: view.actor, run: runOf(view) } };
  const locals = { version, failureCode: STEPS_EXHAUSTED };
  return { ...outcome, locals, then: { procedure: 'worker.fail' }, says };
}

export const STEPS_EXHAUSTED = 'steps_exhausted';

export function appendStep(view: View): Result {
  const [lookUp, ...lookUps] = view.locals.lookUps ?? [];
  if (lookUp === undefined) return { then: { procedure: 'worker.work', at: 'work' } };
  const { stepKey, tool, orderId } = lookUp;
  const output = lookedUp(lookUp, view.locals.fence ?? 0);
  const digests = { input_digest: shortDigest([tool, orderId]), output_digest: shortDigest(output) };
  const seq = appendHeld(view, 'step.completed', { step_key: stepKey, tool, ...digests, output });
  if (seq === null) return refused(view, 'appendStep', RECONCILE);
  const values = { actor: view.actor, run: runOf(view), tool, seq };
  const says = { key: 'worker.appendStep', values };
  const isLast = lookUps.length === 0;
  const then = isLast ? { procedure: 'worker.work', at: 'work' } : { procedure: 'worker.step' };
  return { locals: { lookUps }, then, says };
}

export const stepping: Readonly<Record<string, AnyOperation>> = {
  spendStep: worker(spendStep),
  appendStep: worker(appendStep),
};
