import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarios as folder } from '../../src/cli/files';
import { boundsOf } from '../../src/scenario/exploration';
import { ProblemsError } from '../../src/scenario/problem';
import { parseScenario } from '../../src/scenario/scenario';

const text = readFileSync(path.join(folder, '03-stale-version', 'scenario.json'), 'utf8');
const file = JSON.parse(text) as Record<string, unknown>;
const withExplore = (explore: unknown) =>
  parseScenario(JSON.stringify({ ...file, explore }, null, 2), 'scenario.json', 'stale-version');
const good = { bounds: { faults: { 'pause worker-1': 1 } }, expect: { safe: {} } };

describe('the section explore', () => {
  it('may be left out: the bounds are then the staged faults, one of them', () => {
    const { explore: _left, ...rest } = file;
    const scenario = parseScenario(JSON.stringify(rest), 'scenario.json', 'stale-version');
    expect(boundsOf(scenario)).toMatchObject({
      faults: { 'pause worker-1': 1, 'pause worker-2': 1 },
      together: 1,
    });
  });

  it('sets what it names and leaves the rest as it is', () => {
    const bounds = boundsOf(
      withExplore({ ...good, bounds: { ...good.bounds, steps: 30, still: ['browser-1'] } }),
    );
    expect(bounds).toMatchObject({ faults: { 'pause worker-1': 1 }, steps: 30, still: ['browser-1'] });
    expect(bounds.worlds).toBeGreaterThan(100_000);
  });

  it.each([
    [
      { ...good, bounds: { faults: { 'pause worker1': 1 } } },
      'faults[pause worker1]',
      'did you mean pause worker-1?',
    ],
    [{ ...good, bounds: { faults: { crash: 7 } } }, 'faults.crash', '6'],
    [{ ...good, bounds: { faults: {}, still: ['worker-9'] } }, 'still', 'an actor'],
    [{ ...good, expect: { saef: {} } }, 'expect.saef', 'did you mean safe?'],
    [{ ...good, expect: { safe: { S99: { faults: 0, steps: 1 } } } }, 'S99', 'a property'],
    [{ ...good, expect: { safe: { S17: { faults: 0 } } } }, 'S17', 'steps'],
    [{ ...good, depth: 3 }, 'explore', 'depth'],
  ])('says where it is wrong, what was found and what would be right: %j', (explore, place, words) => {
    let message = '';
    try {
      withExplore(explore);
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      ({ message } = error);
    }
    expect(message).toMatch(/^scenario\.json:\d+:\d+/);
    expect(message.replaceAll('"', '')).toContain(place);
    expect(message).toContain(words);
  });
});
