// What a worker goes by: what it last read of the run that it holds, and what it wants to do.

import { only } from '../../../src/kernel/actor';
import type { Parameters, Row } from '../../../src/kernel/store';

/** What a worker knows of a run since it last read it: the parameters of its guarded statements. */
export interface Reading extends Parameters {
  readonly run_id: string;
  readonly owner: string;
  readonly fence: number;
  readonly version: number;
}

export interface Proposal {
  readonly step?: string;
  readonly order?: string;
  readonly cents?: number;
  readonly digest?: string;
  readonly approver?: string;
}

/** The parameters with which the holder plans an operation. */
export function planning(reading: Reading, proposal: Proposal = {}, requires_approval = 0): Parameters {
  const { step = 's1', order: order_id = 'ord_1', cents = 2_500, digest = 'd1' } = proposal;
  return {
    ...{ ...reading, step_key: step, order_id, amount_cents: cents, currency: 'EUR', digest },
    // What the ids of naive designs are made of.
    ...{ requires_approval, call: 1, attempt_id: `${reading.run_id}.a${reading.fence}` },
  };
}

/** The row that a guarded statement gave: a history goes on only where nothing refused. */
export function changed(rows: readonly Row[], what: string): Row {
  const row = only(rows);
  if (row === null) throw new Error(`There is no row from ${what}`);
  return row;
}
