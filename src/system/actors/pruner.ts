// The pruner: keeps logs from growing for ever. The deltas of a text that is complete are said again by the event
// that completes it, so they may go, and a range stands in their place; of each log it keeps the last events, as
// many as a scenario stages (CONTRACT §6).
//
//   pruner.compact   [ recordRange deleteDeltas ]
//   pruner.prune     [ raiseMinimum deletePrefix ]
//
// It removes nothing that only events can tell: a text that is being written stays, and so do the completed steps of
// a run that has not ended.

import {
  type ActorKind,
  type Decide,
  type GuardView,
  only,
  operation,
  type Outcome,
  type Start,
  type StepView,
} from '../../kernel/actor';
import { textOf } from '../../kernel/json';
import type { Run } from '../../kernel/store';
import { openTexts } from '../texts';

export interface PrunerDisk {
  /** How many events of a log are kept; null where all of them are. */
  readonly keep: number | null;
}

/** What it is about to remove: the deltas of a text, or what lies before the minimum. */
interface PrunerLocals {
  readonly runId?: string;
  readonly range?: { readonly from_seq: number; readonly to_seq: number; readonly message_id: string };
  readonly minimum?: number;
}

type View = StepView<object, PrunerDisk, PrunerLocals>;
type Result = Outcome<object, PrunerDisk, PrunerLocals>;
const pruner = (decide: Decide<object, PrunerDisk, PrunerLocals>) => operation(decide);

const runOf = ({ locals }: View): string => locals.runId ?? '';

/** A reader that meets the range knows that nothing is missing there. */
function recordRange(view: View): Result {
  const { range } = view.locals;
  if (range === undefined) return { then: { end: true } };
  view.sql('record_range', { run_id: runOf(view), ...range });
  return {};
}

function deleteDeltas(view: View): Result {
  const { from_seq = 0, to_seq = 0 } = view.locals.range ?? {};
  view.sql('delete_deltas', { run_id: runOf(view), from_seq, to_seq });
  const says = { key: 'pruner.deleteDeltas', values: { run: runOf(view), from: from_seq, to: to_seq } };
  return { says };
}

function raiseMinimum(view: View): Result {
  const { minimum = 0 } = view.locals;
  const raised = view.sql('raise_minimum', { run_id: runOf(view), minimum });
  return raised.length === 0 ? { refused: 'raiseMinimum', then: { end: true } } : {};
}

function deletePrefix(view: View): Result {
  const { minimum = 0 } = view.locals;
  view.sql('delete_prefix', { run_id: runOf(view), minimum });
  return { says: { key: 'pruner.deletePrefix', values: { run: runOf(view), minimum } } };
}

type Guard = GuardView<object, PrunerDisk>;
type Polls = (guard: Guard) => Start;

const COMPACT = 'pruner.compact';

const compacts: Polls = ({ sql }) => {
  const found = only(sql('next_compaction', {}));
  if (found === null) return NOTHING_COMPLETE;
  const { run_id: run, ...range } = found;
  const runId = String(run);
  return { procedure: COMPACT, run: runId, blocked: null, locals: { runId, range } };
};

const NOTHING_COMPLETE: Start = {
  ...{ procedure: COMPACT, run: null },
  blocked: { key: 'nothingToCompact', values: {} },
};

/** A design in which nobody compacts. */
const COMPACTIONS: Readonly<Record<string, Polls>> = { none: () => NOTHING_COMPLETE };

/**
 * From where on a log is kept: the last events of it, a text that is being written, and steps that an attempt may
 * continue from; only events tell of these.
 */
function minimumOf(sql: Run, runId: string, lastSeq: number, keep: number): number {
  const steps = sql('first_step', { run_id: runId }).map(({ seq }) => Number(seq));
  const texts = openTexts(sql, runId).map(({ firstSeq }) => firstSeq);
  return Math.min(lastSeq - keep + 1, ...texts, ...steps);
}

const prunes: Polls = ({ sql, state }) => {
  const procedure = 'pruner.prune';
  const { keep } = state.disk;
  for (const row of keep === null ? [] : sql('overlong_logs', { keep })) {
    const runId = String(row['run_id']);
    const minimum = minimumOf(sql, runId, Number(row['last_seq']), keep ?? 0);
    if (minimum > Number(row['min_retained_seq']))
      return { procedure, run: runId, blocked: null, locals: { runId, minimum } };
  }
  return { procedure, run: null, blocked: { key: 'nothingToPrune', values: {} } };
};

export const prunerKind: ActorKind<object, PrunerDisk> = {
  kind: 'pruner',
  several: false,
  procedures: {
    'pruner.compact': '[ recordRange deleteDeltas ]',
    'pruner.prune': '[ raiseMinimum deletePrefix ]',
  },
  operations: {
    recordRange: pruner(recordRange),
    deleteDeltas: pruner(deleteDeltas),
    raiseMinimum: pruner(raiseMinimum),
    deletePrefix: pruner(deletePrefix),
  },
  writes: ['recordRange', 'deleteDeltas', 'raiseMinimum', 'deletePrefix'],
  memory: {},
  disk: { keep: null },
  begins: ['pruner.compact', 'pruner.prune'],
  starts: (guard) => [
    (COMPACTIONS[textOf(guard.parameters, 'compaction')] ?? compacts)(guard),
    prunes(guard),
  ],
  receives: () => 'pruner.compact',
};
