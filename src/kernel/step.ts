// Runs the operations of one step in their order. Each sees what the ones before it decided; a refusal
// undoes them all, in the store and in the actor, and only what the refusal itself says remains.

import type {
  Activity,
  ActorState,
  AnyOperation,
  Fact,
  Goto,
  Outcome,
  Says,
  Sending,
  StepView,
} from './actor';
import type { Message, Receipt } from './channel';
import { connectionOf, isDrained } from './connection';
import { must } from './errors';
import { withMembers } from './json';
import { holderOf, holders, lockMet } from './locks';
import { type Procedure, type Step, stepOf } from './procedure';
import { ConstraintError } from './store';
import type { Actor, System, World } from './world';

export interface StepResult {
  readonly state: Pick<ActorState, 'memory' | 'disk' | 'activities'>;
  readonly operations: readonly string[];
  readonly run: string | null;
  readonly sends: readonly Sending[];
  readonly acknowledged: Acknowledged | null;
  /** The request of another activity that is over now. */
  readonly ends: string | null;
  readonly facts: readonly Fact[];
  readonly refused: string | null;
  readonly says: Says;
}

interface Acknowledged extends Receipt {
  /** The copy goes back instead of being done with. */
  readonly back: boolean;
}

/** What the operations so far have decided. */
interface Progress {
  memory: ActorState['memory'];
  disk: ActorState['disk'];
  activity: Activity;
  sends: Sending[];
  acknowledged: Acknowledged | null;
  ends: string | null;
  facts: Fact[];
  refused: string | null;
  says: Says | null;
  then: Goto | null;
}

/** Runs the step that an activity stands at, or the one of a procedure beside it. */
export function runStep(
  system: System,
  world: World,
  actor: Actor,
  index: number,
  message: Message | null,
  aside: string | null,
): StepResult {
  const state = must(world.actors[actor.id], `actor ${actor.id} in this world`);
  const activity = must(state.activities[index], `activity ${String(index)} of ${actor.id}`);
  const procedure = must(system.procedures.get(activity.procedure), `procedure ${activity.procedure}`);
  const taken = aside === null ? procedure : must(system.procedures.get(aside), `procedure ${aside}`);
  const place = aside === null ? activity.step : 0;
  const step = must(taken.steps[place], `step ${String(place)} of ${taken.name}`);
  const begun = aside === null ? resumed(system, activity) : activity;
  let progress = progressFrom(state, begun);
  const done: string[] = [];
  for (const name of step.operations) {
    done.push(name);
    const view = viewOf(system, world, actor, progress, message);
    const outcome = decide(find(system, actor, taken.name, name), view);
    if (outcome.refused !== undefined) {
      system.store.rollback();
      progress = progressFrom(state, begun);
    }
    apply(progress, outcome);
    if (progress.then !== null || progress.refused !== null) break;
  }
  if (holders(system).length > 0) progress = ownRows(system, world, actor, state, activity, step, progress);
  const stays = aside !== null && progress.then === null;
  const next = stays ? progress.activity : follow(system, procedure, progress);
  const activities =
    next === null ? state.activities.toSpliced(index, 1) : state.activities.with(index, next);
  const { memory, disk, sends, acknowledged, ends, facts, refused } = progress;
  const run = progress.activity.run;
  const says = progress.says ?? {
    key: `${actor.kind.kind}.${done.at(-1) ?? ''}`,
    values: { actor: actor.id, run },
  };
  return {
    state: { memory, disk, activities },
    operations: done,
    run,
    sends,
    acknowledged,
    ends,
    facts,
    refused,
    says,
  };
}

/** The activity with nothing left open; what its open transaction had written is in the store again. */
function resumed(system: System, activity: Activity): Activity {
  const { open, waits, ...rest } = activity;
  if (open === undefined && waits === undefined) return activity;
  if (open !== undefined) system.store.lay(open);
  return rest;
}

/**
 * What a step comes to whose rows somebody could have locked: where somebody has, it waits and nothing has
 * happened; where its transaction stays open, its rows are kept with the activity, for nobody else to see.
 */
function ownRows(
  system: System,
  world: World,
  actor: Actor,
  state: ActorState,
  activity: Activity,
  step: Step,
  progress: Progress,
): Progress {
  const { store } = system;
  const changes = store.changed();
  const met = lockMet(world, activity, changes);
  if (met !== null) {
    store.rollback();
    const { key: row, table } = met;
    const values = { holder: holderOf(world, activity, met), table, row };
    return {
      ...progressFrom(state, { ...activity, waits: met }),
      facts: [{ fact: 'lock_wait', ...values }],
      says: { key: 'lock.waits', values: { actor: actor.id, ...values } },
      then: { again: true },
    };
  }
  if (step.open !== true || progress.then !== null) {
    if (activity.open === undefined) return progress;
    return { ...progress, facts: [...progress.facts, { fact: 'transaction_ended' }] };
  }
  store.rollback();
  const { run } = progress.activity;
  return {
    ...progress,
    activity: { ...progress.activity, open: changes },
    facts: [...progress.facts, { fact: 'transaction_open' }],
    says: { key: 'transaction.open', values: { actor: actor.id, run, rows: changes.length } },
  };
}

function progressFrom(state: ActorState, activity: Activity): Progress {
  const { memory, disk } = state;
  return {
    memory,
    disk,
    activity,
    sends: [],
    acknowledged: null,
    ends: null,
    facts: [],
    refused: null,
    says: null,
    then: null,
  };
}

/** An alternative's operation wins over the actor's own, one for this procedure over one for all. */
function find(system: System, actor: Actor, procedure: string, name: string): AnyOperation {
  const address = `${procedure}.${name}`;
  const { operations } = actor.kind;
  return must(
    system.operations.get(address) ?? operations[address] ?? operations[name],
    `operation ${address}`,
  );
}

function viewOf(
  system: System,
  world: World,
  actor: Actor,
  progress: Progress,
  message: Message | null,
): StepView {
  const { memory, disk, activity } = progress;
  const open = connectionOf(system, actor.id, activity);
  const { now } = world;
  const bound = { now, actor: actor.id };
  return {
    ...{ actor: actor.id, now, memory, disk, locals: activity.locals, run: activity.run, message },
    receipt: activity.receipt,
    isDrained: open === null || isDrained(world, open),
    parameters: system.parameters,
    sql: (name, parameters) => system.store.run(name, { ...bound, ...parameters }),
  };
}

/** A constraint that refuses a statement refuses the transaction; the actor begins the step again. */
function decide(operation: AnyOperation, view: StepView): Outcome {
  try {
    return operation.decide(view);
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    const says = { key: 'constraint.refused', values: { actor: view.actor, constraint: error.constraint } };
    return { refused: error.constraint, says, then: { end: true } };
  }
}

function apply(progress: Progress, outcome: Outcome): void {
  const { activity } = progress;
  progress.memory = withMembers(progress.memory, outcome.memory);
  progress.disk = withMembers(progress.disk, outcome.disk);
  const locals = withMembers(activity.locals, outcome.locals);
  const run = outcome.run === undefined ? activity.run : outcome.run;
  const answered = outcome.send?.some((one) => isAnswer(one, activity)) === true;
  const caller = answered ? null : activity.caller;
  const { acknowledge } = outcome;
  const receipt = acknowledge === undefined ? activity.receipt : null;
  if (acknowledge !== undefined && activity.receipt !== null) {
    progress.acknowledged = { ...activity.receipt, back: acknowledge === 'back' };
  }
  progress.activity = { ...activity, locals, run, caller, receipt };
  progress.ends = outcome.ends ?? progress.ends;
  progress.sends.push(...(outcome.send ?? []));
  progress.facts.push(...(outcome.facts ?? []));
  progress.refused = outcome.refused ?? null;
  progress.says = outcome.says ?? progress.says;
  progress.then = outcome.then ?? null;
}

/** The end of what the caller of an activity waits for. */
const isAnswer = ({ to, more }: Sending, { caller }: Activity): boolean =>
  caller !== null && to === caller.actor && more !== true;

/** Where the activity stands after the step; null where it has ended. */
function follow(system: System, procedure: Procedure, progress: Progress): Activity | null {
  const { activity, then } = progress;
  if (then === null) return at(activity, procedure, activity.step + 1);
  if ('again' in then) return activity;
  if ('end' in then) return null;
  if ('to' in then) {
    const step = stepOf(procedure, then.to);
    return step > activity.step ? at(activity, procedure, step) : null;
  }
  const target = must(system.procedures.get(then.procedure), `procedure ${then.procedure}`);
  if (then.after !== undefined) return at(activity, target, stepOf(target, then.after) + 1);
  return at(activity, target, then.at === undefined ? 0 : stepOf(target, then.at));
}

function at(activity: Activity, procedure: Procedure, step: number): Activity | null {
  if (step < 0 || step >= procedure.steps.length) return null;
  return { ...activity, procedure: procedure.name, step };
}
