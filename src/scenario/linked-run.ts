// Opens the run that a link holds. The scenario may have changed since: what the link names and is no more
// is left out and said, and the run is replayed to the last step that still exists.

import type { Decision, Design } from '../kernel/decision';
import { withFaultsOf } from './budget';
import type { LinkedRun } from './link';
import { nearest } from './nearest';
import { type Run, runScenario } from './run';
import type { Scenario } from './scenario';
import type { Systems } from './systems';
import { vocabulary } from './vocabulary';

/** Something in which the link and this scenario differ; the words belong to the page. */
export type LinkNote =
  | { readonly key: 'scenarioChanged' }
  | { readonly key: 'unknownDecision'; readonly decision: string; readonly nearest: string | null }
  | {
      readonly key: 'unknownAlternative';
      readonly decision: string;
      readonly alternative: string;
      readonly nearest: string | null;
    };

export interface Opened {
  readonly run: Run;
  readonly notes: readonly LinkNote[];
}

export function openLinkedRun(systems: Systems, scenario: Scenario, linked: LinkedRun): Opened {
  const notes: LinkNote[] = linked.content === scenario.content ? [] : [{ key: 'scenarioChanged' }];
  const overrides = knownOverrides(linked.overrides, notes);
  const { path } = linked;
  // The link names a design by what it is. Only where the scenario has one like it does that have a name.
  const run = runScenario(systems, withFaultsOf(scenario, path), { name: '', overrides }, {}, { path });
  const named = scenario.designs.find((design) => isSame(design.overrides, run.overrides));
  return { run: { ...run, design: named?.name ?? 'custom' }, notes };
}

function knownOverrides(overrides: Design, notes: LinkNote[]): Design {
  const known: Record<string, string> = {};
  for (const [decision, alternative] of Object.entries(overrides)) {
    const found = vocabulary.decisions.find((one) => one.id === decision);
    const names = found === undefined ? vocabulary.decisions.map((one) => one.id) : namesOf(found);
    if (found === undefined) {
      notes.push({ key: 'unknownDecision', decision, nearest: nearest(decision, names) ?? null });
    } else if (!names.includes(alternative)) {
      const near = nearest(alternative, names) ?? null;
      notes.push({ key: 'unknownAlternative', decision, alternative, nearest: near });
    } else known[decision] = alternative;
  }
  return known;
}

const namesOf = (decision: Decision): readonly string[] => decision.alternatives.map((one) => one.name);

function isSame(a: Design, b: Design): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
