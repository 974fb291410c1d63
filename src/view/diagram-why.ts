// Why a step could happen as it did: its causal past among the steps that are in view, and the cause that
// tells most. Bounded, so that a long run costs no more than a short one.

import { causalPast, causes, type Trace } from '../kernel/trace';

export interface Why {
  readonly step: number;
  readonly past: ReadonlySet<number>;
  /** The step that it owes most to, or null. */
  readonly strongest: number | null;
}

/** A message tells more than a row that was read, and that more than what the actor did before. */
const STRENGTH = ['message', 'read', 'actor'] as const;

/** Steps before `from` are not looked at. */
export function whyOf(trace: Trace, step: number, from: number): Why {
  const skipped = Math.max(0, from - 1);
  const near = trace.slice(skipped, step);
  const direct = causes(near, near.length - 1);
  const strongest = STRENGTH.map((edge) => direct.find((cause) => cause.edge === edge)).find(
    (cause) => cause !== undefined,
  );
  return {
    step,
    past: new Set([...causalPast(near, near.length - 1)].map((i) => i + skipped + 1)),
    strongest: strongest === undefined ? null : strongest.step + skipped + 1,
  };
}
