// What there is to say of the recovery of a browser's view at a moment: which browser, where it stands, and what
// the last step did to it.

import type { Row } from '../../kernel/store';
import { pairOf, type RecoveryTaken, recoveryTaken, type RecoveryState, viewRow } from '../../view/recovery';
import type { Moment } from '../state/moment';
import { followers } from '../state-panel/followers';

export interface RecoveryMoment {
  readonly browsers: readonly string[];
  readonly browser: string;
  /** The row of its view; null where there is no page, or none that follows a run. */
  readonly row: Row | null;
  readonly state: RecoveryState;
  /** Who took the last step, or null before the first. */
  readonly actor: string | null;
  readonly taken: RecoveryTaken | null;
}

/** @param wanted the browser that was asked for; null for the one that acted last */
export function recoveryMoment(moment: Moment, wanted: string | null): RecoveryMoment {
  const { trace, cursor, timeline, world } = moment;
  const browsers = followers(moment);
  const actor = trace[cursor - 1]?.actor ?? null;
  const last = trace.slice(0, cursor).findLast((record) => browsers.includes(record.actor))?.actor;
  const isThere = wanted !== null && browsers.includes(wanted);
  const browser = isThere ? wanted : (last ?? browsers[0] ?? '');
  const row = viewRow(world.rows, browser);
  const isItsStep = actor !== null && actor === browser;
  const taken = isItsStep
    ? recoveryTaken({ before: timeline.worldAt(cursor - 1).rows, after: world.rows }, trace.slice(0, cursor))
    : null;
  const state = (row?.['state'] ?? 'NONE') as RecoveryState;
  return { browsers, browser, row, state, actor, taken };
}

/** The arrow that the last step took; none leads to where no page is, as every state does. */
export function litPair({ taken }: RecoveryMoment): string | null {
  return taken === null || taken.to === 'NONE' ? null : pairOf(taken);
}
