// How work reaches a worker (CONTRACT §11): by a message that the broker hands out, or by the table itself,
// which idle workers look through. Where they look, nothing has to be announced.

import type { GuardView, Start, StepView } from '../kernel/actor';
import { only } from '../kernel/actor';
import { type Data, type Json, textOf } from '../kernel/json';
import type { Run } from '../kernel/store';

interface Handout {
  readonly announces: boolean;
  /** What an idle worker may begin by itself. */
  polls(sql: Run): readonly Start[];
}

const POLL = 'worker.poll';

const broker: Handout = { announces: true, polls: () => [] };

const HANDOUTS: Readonly<Record<string, Handout>> = {
  poll: {
    announces: false,
    polls: (sql) => {
      const row = only(sql('next_queued', {}));
      const blocked = row === null ? { key: 'nothingQueued', values: {} } : null;
      return [{ procedure: POLL, run: row === null ? null : String(row['run_id']), blocked }];
    },
  },
};

type Designed = { readonly parameters: Readonly<Record<string, Json>> };

/** The hand-out of a design. */
const handoutIn = ({ parameters }: Designed): Handout => HANDOUTS[textOf(parameters, 'handout')] ?? broker;

/** What an idle worker may look for in the table of runs. */
export const pollsOf = (guard: Pick<GuardView, 'parameters' | 'sql'>): readonly Start[] =>
  handoutIn(guard).polls(guard.sql);

/** Whether idle workers find queued runs by themselves. */
export const isPolled = (designed: Designed): boolean => !handoutIn(designed).announces;

interface Announced {
  readonly runId: string;
  /** Of the event that made the run queued. */
  readonly seq: number;
  readonly type: string;
  readonly availableAt: number;
}

/** Leaves in the outbox that a run has to be started, in the transaction that made it queued. */
export function announce(
  view: Pick<StepView<object, object, object>, 'sql' | 'parameters'>,
  { runId, seq, type, availableAt }: Announced,
): void {
  if (!handoutIn(view).announces) return;
  const payload: Data = { run_id: runId };
  view.sql('insert_outbox', {
    ...{ run_id: runId, seq, topic: 'runs.dispatch', type },
    ...{ payload: JSON.stringify(payload), available_at: availableAt },
  });
}
