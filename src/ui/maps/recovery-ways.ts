// The ways of a recovery as rows to read: those that differ only in the ending that they lead to are one.

import type { RecoveryState, RecoveryWay } from '../../view/recovery';

export interface WayRow {
  readonly key: string;
  readonly from: RecoveryState;
  readonly to: readonly RecoveryState[];
  readonly way: RecoveryWay;
}

export function groupedWays(ways: readonly RecoveryWay[]): readonly WayRow[] {
  const rows = new Map<string, WayRow>();
  for (const way of ways) {
    const { from, to, events, only } = way;
    // A page that crashes is gone, wherever it stood.
    const isAlike = events.length === 1 && only === undefined && to !== 'NONE';
    const key = `${from} ${isAlike ? '' : to} ${events.join(' ')} ${only ?? ''}`;
    const known = rows.get(key);
    rows.set(key, { key, from, way, to: [...(known?.to ?? []), to] });
  }
  return [...rows.values()];
}
