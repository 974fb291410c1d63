// What the chosen design makes of the service: its statements as they run, and the names of its alternatives.

import { type Design, safeDesign } from '../../kernel/decision';
import { decisions } from '../../system/catalog';
import { assembleDesign, statementsFor } from '../../system/system';

export interface InForce {
  readonly statements: Readonly<Record<string, string>>;
  /** As `decision=alternative`. */
  readonly alternatives: readonly string[];
}

const known = new WeakMap<Design, InForce>();

export function inForce(overrides: Design): InForce {
  const before = known.get(overrides);
  if (before !== undefined) return before;
  const design = { ...safeDesign(decisions), ...overrides };
  const made = {
    statements: statementsFor(assembleDesign(design)),
    alternatives: Object.entries(design).map(([decision, name]) => `${decision}=${name}`),
  };
  known.set(overrides, made);
  return made;
}
