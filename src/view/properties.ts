// What can be said of each property at a cursor. Harm counts from the step at which it was done, whatever
// came after; what must happen in the end says "not yet" until somebody has judged it at the end.

import type { Judgement, Property, PropertyKind, Verdict } from '../kernel/property';
import { PersistentMap } from '../kernel/persistent-map';
import type { Parameters, Rows } from '../kernel/store';
import type { Trace } from '../kernel/trace';
import { keptFold } from './kept';

export interface PropertyView {
  readonly id: string;
  readonly kind: PropertyKind;
  readonly verdict: Verdict;
  /** The step that broke it, or at which it was reached or first seen; 0 at the start, null where there is none. */
  readonly at: number | null;
  /** Whom it was first broken for; null where nothing was found. */
  readonly key: Parameters | null;
}

/** Verdicts on what must happen in the end, by property; null before anybody can judge. */
export type EndVerdicts = Readonly<Record<string, Verdict>> | null;

interface Found {
  readonly at: number;
  readonly key: Parameters;
}

export function propertiesAt(
  properties: readonly Pick<Property, 'id' | 'kind'>[],
  atStart: Judgement,
  trace: Trace,
  cursor: number,
  end: EndVerdicts,
): readonly PropertyView[] {
  const found = foundIn(NO_ROWS, trace, cursor);
  return properties.map(({ id, kind }) => {
    const here = foundAtStart(atStart, id) ?? found.get(id) ?? null;
    const verdict = verdictOf(kind, here !== null, end?.[id]);
    const isReached = kind === 'eventually' && verdict === 'holds';
    return { id, kind, verdict, at: isReached ? cursor : (here?.at ?? null), key: here?.key ?? null };
  });
}

function verdictOf(kind: PropertyKind, isFound: boolean, end: Verdict | undefined): Verdict {
  if (kind === 'eventually') return end ?? 'open';
  if (kind === 'always') return isFound ? 'violated' : 'holds';
  return isFound ? 'holds' : 'open';
}

function foundAtStart(atStart: Judgement, id: string): Found | null {
  const key = Object.entries(atStart[id] ?? {}).find(([, verdict]) => verdict === 'violated')?.[0];
  return key === undefined ? null : { at: 0, key: JSON.parse(key) as Parameters };
}

/** What verdicts say depends on the records alone, whatever rows the run began with. */
const NO_ROWS: Rows = {};

/** By property: the first step at which its query found a row, and for which key. */
const foundIn = keptFold<PersistentMap<Found>>(
  () => PersistentMap.empty<Found>(),
  (before, { verdicts }, step) =>
    verdicts.reduce(
      (found, { property, key, to }) =>
        to === 'violated' && found.get(property) === undefined
          ? found.set(property, { at: step, key })
          : found,
      before,
    ),
);

/** Staged ones in the order of the stage, then those that are broken; the rest apart. Broken ones come first. */
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
