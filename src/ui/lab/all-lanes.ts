// All lanes there are, with the bystanders where messages and money pass them: the broker before the workers,
// the refund provider after them.

import { BYSTANDERS } from '../../system/topology';

export function allLanes(actors: readonly string[]): readonly string[] {
  const [broker, refunds] = BYSTANDERS;
  const workers = actors.findIndex((id) => id.startsWith('worker'));
  return [...actors.slice(0, workers), broker, ...actors.slice(workers), refunds];
}
