// What was lost where a property is broken, as a key and values for one sentence that names the rows. Where
// the trace can tell the story there is a sentence for it; for the others the key says for whom.

import { textOf } from '../kernel/json';
import { tableOf } from '../kernel/rows';
import type { Parameters, Rows, Value } from '../kernel/store';
import type { Trace } from '../kernel/trace';
import type { PropertyView } from './properties';
import { rowsAt } from './rows';

export interface Harm {
  /** `S21`, `S27`, `S17.pending`, `S17.unasked`, or `other`. */
  readonly key: 'S21' | 'S27' | 'S17.pending' | 'S17.unasked' | 'other';
  readonly values: Readonly<Record<string, Value>>;
  /** Steps that the sentence leads to, by the name of their place in it. */
  readonly steps: Readonly<Record<string, number>>;
  /** Whom it befell, by the names of the property's key. */
  readonly whom: Parameters;
}

/** Null where nothing is broken. */
export function harmOf({ id, verdict, at, key }: PropertyView, first: Rows, trace: Trace): Harm | null {
  if (verdict !== 'violated' || at === null || key === null) return null;
  const told = TOLD[id]?.(key, trace, at, rowsAt(first, trace, at)) ?? null;
  return told ?? { key: 'other', values: {}, steps: { at }, whom: key };
}

type Tell = (key: Parameters, trace: Trace, at: number, rows: Rows) => Harm | null;

const TOLD: Readonly<Record<string, Tell>> = {
  S21: paidAgain,
  S27: (whom, _trace, at) => ({ key: 'S27', values: { run: valueOf(whom, 'run_id') }, steps: { at }, whom }),
  S17: askedInVain,
};

const valueOf = (key: Parameters, name: string): Value => key[name] ?? null;

/** The payments that break it are facts of the trace: the step that broke it made the second one. */
function paidAgain(whom: Parameters, trace: Trace, at: number): Harm | null {
  const isPayment = (step: number) =>
    trace[step - 1]?.facts.find(
      (fact) =>
        fact.fact === 'effect' && fact['run_id'] === whom['run_id'] && fact['step_key'] === whom['step_key'],
    );
  const again = isPayment(at);
  if (again === undefined) return null;
  let first = at - 1;
  while (first > 0 && isPayment(first) === undefined) first--;
  if (first === 0) return null;
  const values = {
    ...{ run: valueOf(whom, 'run_id'), part: valueOf(whom, 'step_key') },
    order: textOf(again, 'order_id'),
  };
  return { key: 'S21', values, steps: { first, again: at }, whom };
}

/** Either somebody is asked about a run that does not wait, or a run waits and nobody is asked. */
function askedInVain(whom: Parameters, _trace: Trace, at: number, rows: Rows): Harm | null {
  const run = valueOf(whom, 'run_id');
  const status = tableOf(rows, 'runs').get(String(run))?.['status'] ?? null;
  const pending = [...tableOf(rows, 'approvals').entries()].filter(
    ([, row]) => row['run_id'] === run && row['status'] === 'pending',
  );
  const steps = { at };
  if (status === 'waiting_approval' && pending.length === 0)
    return { key: 'S17.unasked', values: { run }, steps, whom };
  const approval = pending[0]?.[1]['approval_id'];
  if (approval === undefined || status === 'waiting_approval') return null;
  return { key: 'S17.pending', values: { run, status, approval }, steps, whom };
}
