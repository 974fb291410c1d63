import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestOf, runDocument } from '../../src/scenario/document';
import { failuresOf } from '../../src/scenario/expectation';
import { runScenario, safeDesignOf, type Steering } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';
import { SCENARIO, spoiled } from './samples';

const sqlite = await openSqlite();
const systems = new Systems(sqlite);
const file = 'scenarios/02-crash-after-publish/scenario.json';
const scenario = parseScenario(readFileSync(file, 'utf8'), file, 'crash-after-publish');
const safe = safeDesignOf(scenario);
const random = (seed: number): Steering => ({ random: { seed, steps: 150 } });

describe('a run', () => {
  it('is the same, byte for byte, whenever it is made, in any database', () => {
    const once = runDocument(runScenario(systems, scenario, safe));
    const again = runDocument(runScenario(new Systems(sqlite), scenario, safe));
    expect(JSON.stringify(again)).toBe(JSON.stringify(once));
    expect(once.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has a digest of its steps alone, wherever the cursor stands', () => {
    const run = runScenario(systems, scenario, safe);
    run.timeline.seek(3);
    expect(digestOf(run.timeline.trace)).toBe(runDocument(run).digest);
    expect(runDocument(run).rows['runs']).toMatchObject([{ status: 'succeeded' }]);
  });

  it('by chance is repeated by its seed, and its path repeats it too', () => {
    const one = runDocument(runScenario(systems, scenario, safe, {}, random(7)));
    expect(runDocument(runScenario(systems, scenario, safe, {}, random(7)))).toEqual(one);
    expect(runDocument(runScenario(systems, scenario, safe, {}, random(8))).digest).not.toBe(one.digest);
    expect(runDocument(runScenario(systems, scenario, safe, {}, { path: one.path }))).toEqual(one);
  });

  it('by chance keeps to the budget of faults', () => {
    const few = parseScenario(SCENARIO.replace('{', '{ "budget": { "crash": 1 },'), 's.json', 'sample');
    for (let seed = 0; seed < 20; seed++) {
      const { path } = runDocument(runScenario(systems, few, safeDesignOf(few), {}, random(seed)));
      expect(path.filter((id) => id.startsWith('crash:')).length).toBeLessThanOrEqual(1);
      expect(path.filter((id) => /^(pause|drop|duplicate|delay):/.test(id))).toEqual([]);
    }
  });

  it('lists every table, monitors and empty ones too', () => {
    const { rows } = runDocument(runScenario(systems, scenario, safe));
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining(['runs', 'approvals', 'mon_effects', 'now_views']),
    );
    expect(rows['approvals']).toEqual([]);
  });
});

describe('an expectation', () => {
  const judge = (text: string) => {
    const read = parseScenario(text, 's.json', 'sample');
    return read.designs.flatMap((design) => {
      const run = runScenario(systems, read, design);
      return failuresOf(run, design.expect, design.unmatched);
    });
  };

  it('that is met leaves no failure', () => {
    expect(judge(SCENARIO)).toEqual([]);
  });

  it.each([
    [['"effects": 1', '"effects": 2'], { what: 'counters.effects', expected: 2, got: 1 }],
    [['"sent": 1', '"sent": 0'], { what: 'rows.outbox[0].sent', expected: 0, got: 1 }],
    [
      ['[{ "sent": 1 }]', '[]'],
      { what: 'rows.outbox', expected: [], got: [{ message_id: 'run_1:1:runs.dispatch' }] },
    ],
    [['["S27", "L1"]', '["S27"]'], { what: 'violated', expected: ['S27'], got: ['S27', 'L1'] }],
    [
      ['"violated": []', '"runs": { "run_1": { "status": "failed" } }, "violated": []'],
      { what: 'runs.run_1.status', expected: 'failed', got: 'succeeded' },
    ],
    [
      ['"violated": []', '"runs": { "run_2": { "version": 1 } }, "violated": []'],
      { what: 'runs.run_2', expected: { version: 1 }, got: null },
    ],
    [
      ['"violated": []', '"views": { "browser-1": { "state": "DONE", "applied": [1] } }, "violated": []'],
      { what: 'views.browser-1.applied', expected: [1], got: [1, 2, 3, 4, 5, 6] },
    ],
    [
      ['"quiet"', '"after worker-2.claim: crash worker-2", "quiet"'],
      {
        what: 'schedule: after worker-2.claim: crash worker-2',
        expected: 'happens',
        got: { why: 'the run was quiet before its point came' },
      },
    ],
    [
      ['"quiet"', '"restart worker-1", "quiet"'],
      { what: 'schedule: restart worker-1, at restart worker-1', got: { why: 'it was not possible there' } },
    ],
  ])('that is not met says what was expected and what came: %j', ([part, by], failure) => {
    expect(judge(spoiled(part!, by!))).toContainEqual(expect.objectContaining(expected(failure)));
  });

  it('allows what a design lists as unmatched', () => {
    const text = spoiled('"quiet"', '"restart worker-1", "quiet"');
    const excuse = '"unmatched": ["restart worker-1"]';
    const excused = text
      .replace('"commit_then_publish" }', `"commit_then_publish", ${excuse} }`)
      .replace('"safe": {}', `"safe": { ${excuse} }`);
    expect(judge(text)).toHaveLength(2);
    expect(judge(excused)).toEqual([]);
  });
});

/** Objects inside are compared by the members that are given. */
function expected(failure: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(failure).map(([name, value]) => {
      const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (Array.isArray(value) && typeof value[0] === 'object') {
        return [name, value.map((one: object) => expect.objectContaining(one) as unknown)];
      }
      return [name, isPlain ? (expect.objectContaining(value) as unknown) : value];
    }),
  );
}
