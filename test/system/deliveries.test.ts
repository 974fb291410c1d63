import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextAction } from '../../src/kernel/scheduler';
import type { Simulation, Taken } from '../../src/kernel/simulation';
import type { World } from '../../src/kernel/world';
import { begin, choices, PLAIN, simulationOf, stages, walk } from './walks';

/** Who the broker counts as having taken a message and neither settled it nor gone. */
function receivers({ channels }: World): readonly string[] {
  return Object.values(channels)
    .flatMap((messages) => Object.values(messages))
    .flatMap(({ unacknowledged }) => Object.keys(unacknowledged));
}

/** Whoever holds a delivery is still at work on it: else it would stay unsettled for ever. */
function everyHolderWorks(_before: World, { world }: Taken): void {
  for (const receiver of receivers(world)) {
    const held = world.actors[receiver]?.activities.filter(({ receipt }) => receipt !== null);
    expect(held, receiver).not.toEqual([]);
  }
}

/** A call is on its way to a provider that will not answer. */
function silence(simulation: Simulation): World {
  let world = begin(simulation, PLAIN, { pause: 2, mute: 1 });
  const lanes = simulation.system.actors.map(({ id }) => id);
  for (;;) {
    const enabled = simulation.enabled(world);
    if (enabled.some(({ id }) => id.endsWith('.callRefund'))) break;
    world = simulation.take(world, nextAction(enabled, lanes, null)!.id).world;
  }
  return simulation.take(world, 'mute:refunds').world;
}

it('a delivery is settled by whoever took it, whatever happens', () => {
  fc.assert(
    fc.property(stages, choices(120), (stage, list) => {
      const simulation = simulationOf(...stage);
      walk(simulation, begin(simulation), list, everyHolderWorks);
    }),
    { numRuns: 20 },
  );
});

it('a delivery is settled where its worker has waited for an answer until the run was taken away', () => {
  fc.assert(
    fc.property(fc.constantFrom('treat_as_failed', 'unknown_then_reconcile'), choices(60), (name, list) => {
      const simulation = simulationOf({ 'operation.timeout': name });
      walk(simulation, silence(simulation), list, everyHolderWorks);
    }),
    { numRuns: 100 },
  );
});
