// What can be said of each property at a cursor. Harm counts from the step at which it was done, whatever
// came after; what must happen in the end says "not yet" until somebody has judged it at the end.

import type { Judgement, Property, PropertyKind, Verdict } from '../kernel/property';
import type { Trace } from '../kernel/trace';

export interface PropertyView {
  readonly id: string;
  readonly kind: PropertyKind;
  readonly verdict: Verdict;
  /** The step that broke it, or at which it was first seen; 0 at the start, null where there is none. */
  readonly at: number | null;
}

/** Verdicts on what must happen in the end, by property; null before anybody can judge. */
export type EndVerdicts = Readonly<Record<string, Verdict>> | null;

export function propertiesAt(
  properties: readonly Pick<Property, 'id' | 'kind'>[],
  atStart: Judgement,
  trace: Trace,
  cursor: number,
  end: EndVerdicts,
): readonly PropertyView[] {
  const found = foundBy(atStart, trace.slice(0, cursor));
  return properties.map(({ id, kind }) => {
    const at = found.get(id) ?? null;
    return { id, kind, at, verdict: verdictOf(kind, at !== null, end?.[id]) };
  });
}

function verdictOf(kind: PropertyKind, isFound: boolean, end: Verdict | undefined): Verdict {
  if (kind === 'eventually') return end ?? 'open';
  if (kind === 'always') return isFound ? 'violated' : 'holds';
  return isFound ? 'holds' : 'open';
}

/** The first step at which each property's query found a row. */
function foundBy(atStart: Judgement, steps: Trace): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [id, keys] of Object.entries(atStart)) {
    if (Object.values(keys).includes('violated')) found.set(id, 0);
  }
  for (const [i, { verdicts }] of steps.entries()) {
    for (const { property, to } of verdicts) {
      if (to === 'violated' && !found.has(property)) found.set(property, i + 1);
    }
  }
  return found;
}

/** Staged ones in the order of the stage, then those that are broken; the rest apart. */
export function onStage(
  views: readonly PropertyView[],
  staged: readonly string[],
): { readonly shown: readonly PropertyView[]; readonly others: readonly PropertyView[] } {
  const isShown = ({ id, verdict }: PropertyView): boolean => staged.includes(id) || verdict === 'violated';
  const place = ({ id }: PropertyView): number => (staged.includes(id) ? staged.indexOf(id) : staged.length);
  const isSound = ({ verdict }: PropertyView): number => (verdict === 'violated' ? 0 : 1);
  const shown = views.filter(isShown).toSorted((a, b) => isSound(a) - isSound(b) || place(a) - place(b));
  return { shown, others: views.filter((view) => !isShown(view)) };
}
