// The bounds of a search as the lines that a person sets: a kind of fault, whom it may befall, and how often.

import type { Bounds } from '../../explore/bounds';
import { boundsOf } from '../../scenario/exploration';
import { BOUND_FAULTS } from '../../scenario/explore-checks';
import { SEARCH_LIMITS } from '../../scenario/explore-schema';
import { serviceFaultNames } from '../../system/faults';
import type { ScenarioFile } from '../../scenario/schema';
import type { Source } from '../sources';

export const FAULT_KINDS = [
  ...(['crash', 'pause', 'drop', 'duplicate', 'delay', 'redeliver', 'jump'] as const),
  ...(['reset', 'eof', 'silence', 'tear'] as const),
  ...(['cut', 'mute', 'refuse', 'forget', 'leave', 'lose', 'clock'] as const),
] as const;
export type BoundKind = (typeof FAULT_KINDS)[number];

export interface FaultLine {
  readonly kind: BoundKind;
  /** An actor or a channel; null for all that it can befall. */
  readonly target: string | null;
  readonly most: number;
}

export interface BoundsDraft {
  readonly lines: readonly FaultLine[];
  readonly together: number;
  readonly still: readonly string[];
  readonly steps: number;
  readonly worlds: number;
}

const FAULTS_MAX = SEARCH_LIMITS.faults;
/** The values that the steppers go through. */
export const LADDERS = {
  faults: Array.from({ length: FAULTS_MAX + 1 }, (_, i) => i),
  steps: [5, 10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500, SEARCH_LIMITS.steps],
  worlds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000].map((thousands) => thousands * 1_000),
} as const;

/** The bounds that a scenario's own file gives a search. */
export function usualBounds({ text }: Pick<Source, 'text'>): Bounds {
  const { explore = null, stage } = JSON.parse(text) as Pick<ScenarioFile, 'explore' | 'stage'>;
  return boundsOf({ explore, stage });
}

/** A line for each fault that is named, and one for each kind that is not. */
export function draftOf({ faults, together, still, steps, worlds }: Bounds): BoundsDraft {
  const named = Object.entries(faults).flatMap(([entry, most]): FaultLine[] => {
    const [kind, target = null] = entry.split(' ');
    const known = FAULT_KINDS.find((one) => one === kind);
    return known === undefined ? [] : [{ kind: known, target, most: most ?? 0 }];
  });
  const lines = FAULT_KINDS.flatMap((kind): readonly FaultLine[] => {
    const own = named.filter((line) => line.kind === kind);
    if (own.length > 0) return own;
    // What only this service knows stands here where a scenario is about it.
    return serviceFaultNames.includes(kind) ? [] : [{ kind, target: null, most: 0 }];
  });
  return { lines, together: Math.min(together, FAULTS_MAX), still: still ?? [], steps, worlds };
}

export function boundsIn({ lines, together, still, steps, worlds }: BoundsDraft): Bounds {
  const faults: Record<string, number> = {};
  for (const line of lines) {
    const entry = entryOf(line);
    if (line.most > 0) faults[entry] = Math.max(faults[entry] ?? 0, line.most);
  }
  return { faults, together, still, steps, worlds };
}

const entryOf = ({ kind, target }: FaultLine): string => (target === null ? kind : `${kind} ${target}`);

/** Whom a fault of a kind may befall. */
export function targetsOf(kind: BoundKind): readonly string[] {
  return BOUND_FAULTS.filter((entry) => entry.startsWith(`${kind} `)).map((entry) =>
    entry.slice(kind.length + 1),
  );
}

/** The most faults that there may be: as many levels are searched, and the one without. */
export function levelsOf({ faults, together }: Bounds): number {
  const all = Object.values(faults).reduce<number>((sum, most) => sum + (most ?? 0), 0);
  return Math.min(all, together);
}
