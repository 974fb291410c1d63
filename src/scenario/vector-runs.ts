// Runs worked cases through the modelled service, never through a second implementation of the answer:
// rows are laid in, the service takes its steps, and what it came to is read off.

import type { Json } from '../kernel/json';
import type { Systems } from './systems';
import { runGuard, runPage, runRetention } from './vector-browser';
import { runDualWrite, runOutbox } from './vector-outbox';
import { runNamespace, runOverlap, runReconnect } from './vector-reading';
import { runVersion } from './vector-version';
import type { Refuse, VectorAnswer } from './vectors';
import type { VectorCase } from './vectors-schema';

export type VectorOf<Kind extends VectorCase['kind']> = Extract<VectorCase, { kind: Kind }>;

/** What the service came to, by the names that a case may ask for. */
export type Facts = Readonly<Record<string, Json>>;

/** Runs one case; `refuse` is called for input that no service could be given. */
export function runVector(systems: Systems, one: VectorCase, refuse: Refuse): VectorAnswer {
  switch (one.kind) {
    case 'page':
      return answer(one, runPage(systems, one));
    case 'retention':
      return answer(one, runRetention(systems, one));
    case 'guard':
      return answer(one, runGuard(systems, one));
    case 'outbox':
      return answer(one, runOutbox(systems, one, refuse));
    case 'dual_write':
      return answer(one, runDualWrite(systems, one, refuse));
    case 'version':
      return runVersion(systems, one, (facts) => answer(one, facts));
    case 'reconnect':
      return answer(one, runReconnect(systems, one, refuse));
    case 'namespace':
      return answer(one, runNamespace(systems, one));
    case 'overlap':
      return answer(one, runOverlap(systems, one));
  }
}

/** The facts that the case asks for, under its own names; one that nobody knows is null. */
function answer(one: VectorCase, facts: Facts): VectorAnswer {
  const asked = one.expected ?? one.derived;
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return { got: facts };
  return { got: Object.fromEntries(Object.keys(asked).map((name) => [name, facts[name] ?? null])) };
}
