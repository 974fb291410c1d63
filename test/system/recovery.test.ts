// The promise of the whole stream: a connection may fail, events may come twice, streams may overlap, and the view is
// in the end what the log says. A failure prints its seed and the shrunk history as a scenario.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { asScenario, CAST, type History, histories, play } from './histories';
import { withSimulation } from './walks';

/** Fails with the shortest history that is found wrong, told as a scenario. */
function expectRecovered(design: Design, numRuns: number): void {
  withSimulation(design, CAST, (simulation) => {
    fc.assert(
      fc.property(histories, (history) => {
        const played = play(simulation, history);
        if (played.complaints.length > 0) throw new Error(asScenario(design, history, played));
      }),
      { numRuns },
    );
  });
}

describe('a view, whatever befell on the way', () => {
  it.each(Array.from({ length: 4 }, (_, i) => i))(
    'is in the end the fold of the unique history, part %i of 2,000 histories',
    () => {
      expectRecovered({}, 500);
    },
    300_000,
  );

  it('is so too where runs go on as other runs', () => {
    expectRecovered({ 'resume.mode': 'new_run' }, 200);
  }, 120_000);
});

/** Alternatives that break the promise by themselves, or with others that guard it too. */
const NAIVE: readonly Design[] = [{ 'browser.eof': 'treat_as_done' }];

describe('without one of its guards', () => {
  it.each(NAIVE.map((design) => [JSON.stringify(design), design] as const))(
    'a history is found that %s does not survive',
    (_name, design) => {
      const found = withSimulation(design, CAST, (simulation) =>
        fc.check(
          fc.property(histories, (history: History) => play(simulation, history).complaints.length === 0),
          { numRuns: 600 },
        ),
      );
      expect(found.failed).toBe(true);
    },
    120_000,
  );
});
