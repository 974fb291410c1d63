// Predicates over real runs: all that is named has to be so, and what is asked of the steps is asked of those
// that came after the question.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../src/scenario/lesson-schema';
import { type Asked, meets, trueOption } from '../../src/scenario/predicate';
import { runScenario } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { verdictsOf } from '../../src/scenario/verdicts';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());
const file = 'scenarios/02-crash-after-publish/scenario.json';
const scenario = parseScenario(readFileSync(file, 'utf8'), file, 'crash-after-publish');

function askedOf(design: string, since = 0): Asked {
  const named = scenario.designs.find(({ name }) => name === design)!;
  const { timeline } = runScenario(systems, scenario, named);
  return { steps: timeline.trace, since, verdicts: verdictsOf(timeline) };
}
const naive = askedOf('naive');
const safe = askedOf('safe');

describe('a predicate', () => {
  it.each<[string, Predicate, boolean, boolean]>([
    ['a broken property', { violated: ['S21'] }, true, false],
    ['one that holds', { holds: ['S21'] }, false, true],
    ['a number', { counters: { effects: 2 } }, true, false],
    ['a step of an actor', { takes: ['worker-2.callRefund'] }, true, false],
    ['a step of any of its kind', { takes: ['worker.callRefund'] }, true, true],
    ['a step of one run', { takes: ['worker.callRefund run_9'] }, false, false],
    ['that no such step comes', { lacks: ['worker-2.callRefund'] }, false, true],
    ['a sentence of the engine', { says: ['worker.refused.held'] }, true, true],
    ['a sentence that nobody says', { says: ['worker.takeOver'] }, false, false],
    ['two things of which one is so', { violated: ['S21'], counters: { effects: 1 } }, false, false],
  ])('of %s tells the naive run from the safe one as the run has it', (_what, predicate, ofNaive, ofSafe) => {
    expect([meets(predicate, naive), meets(predicate, safe)]).toEqual([ofNaive, ofSafe]);
  });

  it('asks only for steps that came after the question', () => {
    const takes = { takes: ['api.authorize run_1'] };
    const accepted = { says: ['api.respond.accepted'] };
    expect(meets(accepted, naive)).toBe(true);
    expect(meets(accepted, { ...naive, since: naive.steps.length - 5 })).toBe(false);
    expect(meets(takes, { ...naive, since: naive.steps.length })).toBe(false);
  });
});

describe('the true option', () => {
  const two = { counters: { effects: 2 } };
  it('is the one whose predicate is met', () => {
    expect(trueOption({ one: { counters: { effects: 1 } }, two }, naive)).toBe('two');
  });

  it('is none where none is met, and none where several are', () => {
    expect(trueOption({ none: { counters: { effects: 7 } } }, naive)).toBeNull();
    expect(trueOption({ two, twice: { violated: ['S21'] } }, naive)).toBeNull();
  });
});
