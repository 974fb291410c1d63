// What is said of every property of a run at a moment.

import { type PropertyView, propertiesAt } from '../../view/properties';
import type { Moment } from '../state/moment';
import type { Session } from '../state/session.svelte';

export function knownAt(
  { timeline, first, trace, cursor }: Moment,
  session: Session,
): readonly PropertyView[] {
  const { properties } = timeline.simulation.system;
  return propertiesAt(properties, first.judgement, trace, cursor, session.end);
}

export const isBroken = ({ verdict }: PropertyView): boolean => verdict === 'violated';
