// The marks above the scrubber: where something failed, where a property broke for the first time, and where
// every view had all of the log.

import type { Trace } from '../kernel/trace';
import { faultIn, isFree } from '../kernel/fault';

export interface Mark {
  /** The step, from 1. */
  readonly step: number;
  readonly kind: 'fault' | 'broken' | 'equal';
  /** The fault, or the property that broke; null where all views equal the log. */
  readonly what: string | null;
}

/** In the order of their steps. */
export function marksOf(trace: Trace): readonly Mark[] {
  const marks: Mark[] = [];
  const broken = new Set<string>();
  const views = new Views();
  for (const [i, record] of trace.entries()) {
    const step = i + 1;
    const fault = faultIn(record);
    if (fault !== null && !isFree(fault)) {
      marks.push({ step, kind: 'fault', what: fault === 'own' ? record.id.replace(/:.*$/, '') : fault });
    }
    for (const { property, to } of record.verdicts) {
      if (to !== 'violated' || broken.has(property)) continue;
      broken.add(property);
      marks.push({ step, kind: 'broken', what: property });
    }
    if (views.seen(record)) marks.push({ step, kind: 'equal', what: null });
  }
  return marks;
}

/** The member of a fact that names the run whose events were taken into a view. */
const RUN_OF: Readonly<Record<string, string>> = { applied: 'event_run', replaced: 'run_id' };

/** How far the log and each view of it are. */
class Views {
  private readonly logs = new Map<string, number>();
  private readonly views = new Map<string, { readonly run: string; readonly seq: number }>();
  private wasEqual = false;

  /** True where the step has made all views equal the log. */
  seen({ changes, facts }: Trace[number]): boolean {
    for (const { table, after } of changes) {
      if (table !== 'events' || after === null) continue;
      this.logs.set(String(after['run_id']), Number(after['seq']));
    }
    for (const fact of facts) {
      const member = RUN_OF[fact.fact];
      if (member === undefined) continue;
      this.views.set(fact['browser'] as string, { run: fact[member] as string, seq: Number(fact['seq']) });
    }
    const isEqual =
      this.views.size > 0 &&
      [...this.views.values()].every(({ run, seq }) => seq >= (this.logs.get(run) ?? 0));
    const isNew = isEqual && !this.wasEqual;
    this.wasEqual = isEqual;
    return isNew;
  }
}
