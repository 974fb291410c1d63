// A second store between the broker and the workers: a list in memory of what is to be started. It may lose its
// memory, and what becomes of the tasks then depends on whether the list can be made again (CONTRACT §11,
// "Second store").
//
//   cache.keep      take [ keepTask ] ack
//   cache.handOut   [ handOut ]   what it keeps goes to a worker, and off the list
//   cache.refill    [ refill ]    it has forgotten everything: what is queued in the tables is put on the list

import {
  type ActorKind,
  type Decide,
  only,
  operation,
  type Outcome,
  type Start,
  type StepView,
} from '../../kernel/actor';
import { type Data, type Json, textOf } from '../../kernel/json';
import type { Run } from '../../kernel/store';
import { TASKS } from '../channels';

interface CacheLocals {
  readonly messageId?: string;
  readonly runId?: string;
  readonly seq?: number;
}

type View = StepView<object, object, CacheLocals>;
type Result = Outcome<object, object, CacheLocals>;
const cache = (decide: Decide<object, object, CacheLocals>) => operation(decide);

type Refills = (cache: string, sql: Run) => readonly Start[];

const refills: Refills = (id, sql) => {
  const isEmptied = sql('lapse', { cache: id }).length > 0;
  const blocked = isEmptied ? null : { key: 'nothingForgotten', values: {} };
  return [{ procedure: 'cache.refill', run: null, blocked }];
};

/** What a design does about a list that is gone, where it does not make it again. */
const ROLES: Readonly<Record<string, Refills>> = { owns_facts: () => [] };

type Designed = { readonly parameters: Readonly<Record<string, Json>> };

const roleIn = ({ parameters }: Designed): Refills => ROLES[textOf(parameters, 'second_store')] ?? refills;

/** Whether a list that was forgotten is made again from the tables. */
export const isDerived = (designed: Designed): boolean => roleIn(designed) === refills;

function take(view: View): Result {
  const [runId, seq] = [view.message?.run ?? '', Number((view.message?.body as Data)['seq'])];
  const says = { key: 'cache.take', values: { message: view.message?.id ?? '', run: runId } };
  return { locals: { messageId: view.message?.id ?? '', runId, seq }, run: runId, says };
}

const keep = ({ actor, sql }: View, messageId: string, runId: string, seq: number): unknown =>
  sql('keep_task', { cache: actor, message_id: messageId, run_id: runId, seq });

function keepTask(view: View): Result {
  const { messageId = '', runId = '', seq = 0 } = view.locals;
  keep(view, messageId, runId, seq);
  return { says: { key: 'cache.keepTask', values: { run: runId } } };
}

/** One command of the store: off the list and into the hands of a worker, which has to acknowledge it. */
function handOut(view: View): Result {
  const task = only(view.sql('next_task', { cache: view.actor }));
  if (task === null) return { then: { end: true }, says: { key: 'cache.handOut.none', values: {} } };
  const [id, run, seq] = [String(task['message_id']), String(task['run_id']), Number(task['seq'])];
  view.sql('drop_task', { cache: view.actor, message_id: id });
  const message = { channel: TASKS, id, to: null, run, body: { run_id: run, seq, type: 'run.queued' } };
  return { send: [message], run, says: { key: 'cache.handOut', values: { run } } };
}

/** What is queued in the tables; a run that is on its way all the same is claimed once. */
function refill(view: View): Result {
  const queued = view.sql('queued_runs', {});
  for (const row of queued) {
    const [runId, seq] = [String(row['run_id']), Number(row['last_seq'])];
    keep(view, `${runId}:${String(seq)}`, runId, seq);
  }
  view.sql('end_lapse', { cache: view.actor });
  return { says: { key: 'cache.refill', values: { count: queued.length } } };
}

const ack = (view: View): Result => ({
  acknowledge: true,
  says: { key: 'cache.ack', values: { run: view.locals.runId ?? null } },
});

export const cacheKind: ActorKind<object, object> = {
  kind: 'cache',
  several: false,
  procedures: {
    'cache.keep': 'take [ keepTask ] ack',
    'cache.handOut': '[ handOut ]',
    'cache.refill': '[ refill ]',
  },
  operations: {
    take: cache(take),
    keepTask: cache(keepTask),
    handOut: cache(handOut),
    refill: cache(refill),
    ack: cache(ack),
  },
  writes: ['keepTask', 'handOut', 'refill'],
  memory: {},
  disk: {},
  begins: ['cache.handOut', 'cache.refill'],
  starts: (guard) => {
    const task = only(guard.sql('next_task', { cache: guard.actor }));
    const blocked = task === null ? { key: 'nothingKept', values: {} } : null;
    const run = task === null ? null : String(task['run_id']);
    return [{ procedure: 'cache.handOut', run, blocked }, ...roleIn(guard)(guard.actor, guard.sql)];
  },
  receives: () => 'cache.keep',
};
