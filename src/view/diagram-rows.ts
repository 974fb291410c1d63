// The rows of a picture: a step a row, runs of steps off the stage folded into one. What a person opened,
// and the step at the cursor, cut into the folds; a window of rows is found without walking the others.

import type { StepRecord, Trace } from '../kernel/trace';
import { hasOwnRow } from './diagram-marks';

export type DiagramRow =
  | {
      readonly row: 'step';
      readonly step: number;
      /** It folds with others, and is seen because somebody opened them, or because the cursor is there. */
      readonly isFolded: 'opened' | 'atCursor' | null;
    }
  | { readonly row: 'fold'; readonly from: number; readonly to: number }
  | {
      readonly row: 'operation';
      readonly step: number;
      readonly operation: string;
      readonly place: number;
      readonly of: number;
    };

/** What of the folds and transactions is open, each by a step in it. */
export interface Opened {
  readonly folds: ReadonlySet<number>;
  readonly transactions: ReadonlySet<number>;
  readonly cursor: number;
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly isFold: boolean;
  /** While nothing in it is opened. */
  readonly whole: DiagramRow;
}

const groupOf = (from: number, to: number, isFold: boolean): Group => {
  const whole: DiagramRow = isFold ? { row: 'fold', from, to } : { row: 'step', step: from, isFolded: null };
  return { from, to, isFold, whole };
};

const kept = new WeakMap<Trace, Map<string, Folds>>();

/** The rows of a run on a stage of these lanes. */
export function rowsOf(trace: Trace, lanes: readonly string[], opened: Opened): Rows {
  const byLanes = kept.get(trace) ?? new Map<string, Folds>();
  kept.set(trace, byLanes);
  const key = lanes.join(' ');
  const folds = byLanes.get(key) ?? new Folds(trace, lanes);
  byLanes.set(key, folds);
  folds.follow();
  return new Rows(folds, opened);
}

/** Steps in groups of one row each, while nothing is opened; grows with the run. */
class Folds {
  readonly trace: Trace;
  readonly groups: Group[] = [];
  private readonly lanes: readonly string[];
  private readonly places: number[] = [];

  constructor(trace: Trace, lanes: readonly string[]) {
    this.trace = trace;
    this.lanes = lanes;
  }

  follow(): void {
    for (let i = this.places.length; i < this.trace.length; i++) {
      const isFold = !hasOwnRow(this.trace[i]!, this.lanes);
      const last = this.groups.at(-1);
      if (isFold && last?.isFold === true)
        this.groups[this.groups.length - 1] = groupOf(last.from, i + 1, true);
      else this.groups.push(groupOf(i + 1, i + 1, isFold));
      this.places.push(this.groups.length - 1);
    }
  }

  /** The group of a step, from 0. */
  of(step: number): number {
    return this.places[step - 1] ?? 0;
  }
}

interface Cut {
  readonly group: number;
  readonly rows: readonly DiagramRow[];
  /** The row at which the group begins. */
  readonly at: number;
}

export class Rows {
  readonly length: number;
  private readonly folds: Folds;
  /** The groups that are more than one row, in order. */
  private readonly cuts: readonly Cut[];

  constructor(folds: Folds, opened: Opened) {
    this.folds = folds;
    const { cursor } = opened;
    const steps = [...opened.folds, ...opened.transactions, cursor].filter(
      (step) => step > 0 && step <= folds.trace.length,
    );
    const groups = [...new Set(steps.map((step) => folds.of(step)))].sort((a, b) => a - b);
    let more = 0;
    const cuts: Cut[] = [];
    for (const group of groups) {
      const rows = rowsIn(folds.groups[group]!, folds.trace, opened);
      cuts.push({ group, rows, at: group + more });
      more += rows.length - 1;
    }
    this.cuts = cuts;
    this.length = folds.groups.length + more;
  }

  /** The row at a place, from 0. */
  at(place: number): DiagramRow | undefined {
    const cut = this.cuts.findLast(({ at }) => at <= place);
    if (cut === undefined) return this.folds.groups[place]?.whole;
    const inside = cut.rows[place - cut.at];
    return inside ?? this.folds.groups[cut.group + place - cut.at - cut.rows.length + 1]?.whole;
  }

  /** The rows of a window, each with its place. */
  between(from: number, to: number): readonly DiagramRow[] {
    const rows: DiagramRow[] = [];
    for (let place = Math.max(0, from); place < Math.min(to, this.length); place++)
      rows.push(this.at(place)!);
    return rows;
  }

  /** The place of the row in which a step is: its own, or the fold's. */
  of(step: number): number {
    const group = this.folds.of(step);
    const cut = this.cuts.findLast((one) => one.group <= group);
    if (cut === undefined) return group;
    if (cut.group < group) return cut.at + cut.rows.length + group - cut.group - 1;
    const inside = cut.rows.findIndex((row) =>
      row.row === 'fold' ? row.from <= step && step <= row.to : row.step === step,
    );
    return cut.at + Math.max(0, inside);
  }

  /** How many rows of operations follow the row of a step. */
  operationsOf(step: number): number {
    const cut = this.cuts.find(({ group }) => group === this.folds.of(step));
    return cut?.rows.filter((row) => row.row === 'operation' && row.step === step).length ?? 0;
  }

  /** The steps that fold with a step. */
  foldOf(step: number): readonly number[] {
    const { from, to } = this.folds.groups[this.folds.of(step)]!;
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  }
}

/** The first and last step of a row. */
export const stepsIn = (row: DiagramRow): readonly [number, number] =>
  row.row === 'fold' ? [row.from, row.to] : [row.step, row.step];

function rowsIn(group: Group, trace: Trace, { folds, transactions, cursor }: Opened): readonly DiagramRow[] {
  const { from, to, isFold } = group;
  if (!isFold && !transactions.has(from)) return [group.whole];
  const isOpen = [...folds].some((step) => from <= step && step <= to);
  if (isFold && !isOpen && (cursor < from || cursor > to)) return [group.whole];
  const rows: DiagramRow[] = [];
  const fold = (first: number, last: number): void => {
    if (first <= last) rows.push({ row: 'fold', from: first, to: last });
  };
  if (isFold && !isOpen) {
    fold(from, cursor - 1);
    rows.push(...stepRows(cursor, trace[cursor - 1]!, 'atCursor', transactions));
    fold(cursor + 1, to);
    return rows;
  }
  for (let step = from; step <= to; step++) {
    rows.push(...stepRows(step, trace[step - 1]!, isFold ? 'opened' : null, transactions));
  }
  return rows;
}

function stepRows(
  step: number,
  { operations }: StepRecord,
  isFolded: 'opened' | 'atCursor' | null,
  transactions: ReadonlySet<number>,
): readonly DiagramRow[] {
  const row: DiagramRow = { row: 'step', step, isFolded };
  if (!transactions.has(step)) return [row];
  const of = operations.length;
  return [
    row,
    ...operations.map((operation, place) => ({ row: 'operation', step, operation, place, of }) as const),
  ];
}

/** The step of a fold that tells most of it: the last that changed rows of the service, else the last. */
export function mostTelling(trace: Trace, from: number, to: number): number {
  // A long fold is told by its end: what came long before has been told by others.
  for (let step = to; step >= Math.max(from, to - LOOKED_AT); step--) {
    if (trace[step - 1]!.changes.some(({ table }) => !/^(mon|now)_/.test(table))) return step;
  }
  return to;
}

const LOOKED_AT = 200;
