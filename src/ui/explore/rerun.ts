// What can be done with a run that a search found: the same faults in another design, and a test of it.

import type { Bounds } from '../../explore/bounds';
import type { Design } from '../../kernel/decision';
import { Timeline } from '../../kernel/timeline';
import { parseIntervention } from '../../scenario/intervention';
import { drive, type Driven } from '../../scenario/schedule';
import { sentencesOf } from '../../scenario/sentences';
import { operationsIn, vocabulary } from '../../scenario/vocabulary';
import type { ChosenDesign, Story } from '../stories';
import { budgetFor } from '../../scenario/budget';

export interface Rerun extends Driven {
  readonly timeline: Timeline;
}

/**
 * What made a run another than the default one, done again in another design, and that run to its end.
 * @param begun a run of the other design, at its start
 */
export function sameFaults(found: Timeline, overrides: Design, begun: Timeline, other: Design): Rerun {
  const known = [overrides, other].map((design) => operationsIn(vocabulary, design));
  const isShared = (actor: string, operation: string): boolean => {
    const kind = vocabulary.actors.get(actor) ?? '';
    return known.every((operations) => operations.get(kind)?.has(operation) === true);
  };
  const { schedule } = sentencesOf(found, isShared);
  const interventions = schedule.flatMap((sentence) => {
    const parsed = parseIntervention(sentence);
    return 'value' in parsed ? [parsed.value] : [];
  });
  const path = found.trace.map(({ id }) => id);
  const budget = budgetFor(begun.first.budget, path);
  const timeline = new Timeline(begun.simulation, { ...begun.first, budget });
  const driven = drive(timeline, { interventions, ends: 'here' });
  // Whoever was held back to get there is not held for ever.
  const { stopped } = drive(timeline, { interventions: [], ends: 'quiet' });
  return { timeline, unmatched: driven.unmatched, stopped: driven.stopped ?? stopped };
}

/**
 * The command that searches the same within the same bounds, and keeps what it finds as a scenario.
 * @param usual the bounds that the command has without being told any
 */
export function exploreCommand(
  story: Pick<Story, 'id' | 'designs'>,
  { overrides }: Pick<ChosenDesign, 'overrides'>,
  bounds: Bounds,
  usual: Bounds,
  property: string,
): string {
  const named = story.designs.find((one) => isSame(one.overrides, overrides));
  const safe = story.designs.find((one) => Object.keys(one.overrides).length === 0);
  const design = named ?? safe;
  const sets = named === undefined ? Object.entries(overrides) : [];
  const entries = [...new Set([...Object.keys(usual.faults), ...Object.keys(bounds.faults)])];
  const changed = [
    ...entries.map((entry) => [entry, bounds.faults[entry] ?? 0, usual.faults[entry] ?? 0] as const),
    ...(['together', 'steps', 'worlds'] as const).map((name) => [name, bounds[name], usual[name]] as const),
  ].filter(([, value, before]) => value !== before);
  return [
    `npx converge explore ${story.id}`,
    ...(design === undefined ? [] : [`--design ${design.name}`]),
    ...sets.map(([decision, name]) => `--set ${decision}=${name}`),
    ...changed.map(([name, value]) => `--bound ${quoted(`${name}=${String(value)}`)}`),
    ...(bounds.still ?? []).map((id) => `--still ${id}`),
    `--property ${property}`,
    `--record ${nameFor(story.id, property)}`,
  ].join(' ');
}

const quoted = (text: string): string => (text.includes(' ') ? `"${text}"` : text);

/** The command that makes a scenario of a run that a link holds. */
export const recordCommand = (story: string, link: string, property: string): string =>
  `npx converge record '${link}' --id ${nameFor(story, property)}`;

const nameFor = (story: string, property: string): string => `${story}-${property.toLowerCase()}`;

function isSame(a: Design, b: Design): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
