// What makes two worlds the same (DESIGN §1.6): a vector of components, each as canonical text.

import { partId, partsOf, partText, rebased } from './parts';
import type { Times, World } from './world';

export interface Component {
  /** `actor:worker-1`, `activity:api:submit:k1`, `channel:runs:run_1:1`, `row:runs:run_1`. */
  readonly id: string;
  readonly value: string;
}

/** The components of a world, sorted by id. */
export function identity(world: World, times: Times): readonly Component[] {
  const components = partsOf(world, times).map((part) => ({
    id: partId(part),
    value: partText(rebased(part, world.now, times), times),
  }));
  return sorted(components);
}

/** One text for the whole identity: equal exactly where two worlds are the same. */
export const identityText = (world: World, times: Times): string => asText(identity(world, times));

/** The text of an identity, whatever the order of its components. */
export const asText = (components: readonly Component[]): string =>
  sorted(components)
    .map((component) => `${component.id}=${component.value}`)
    .join('\n');

const sorted = (components: readonly Component[]): readonly Component[] =>
  components.toSorted((a, b) => (a.id < b.id ? -1 : 1));
