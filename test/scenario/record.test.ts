import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../src/scenario/expectation';
import { parseIntervention } from '../../src/scenario/intervention';
import { recordRun } from '../../src/scenario/record';
import { type Run, runScenario, type Steering } from '../../src/scenario/run';
import { parseScenario, type Scenario } from '../../src/scenario/scenario';
import { picksOf, type Sentences, sentencesOf } from '../../src/scenario/sentences';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());

const scenarios = readdirSync('scenarios').map((folder) => {
  const file = `scenarios/${folder}/scenario.json`;
  return parseScenario(readFileSync(file, 'utf8'), file, folder.replace(/^\d+-/, ''));
});

const scenarioOf = (id: string): Scenario => scenarios.find((one) => one.id === id)!;
const designOf = (scenario: Scenario, name: string) => scenario.designs.find((one) => one.name === name)!;
const runOf = (id: string, design: string, steering?: Steering): Run =>
  runScenario(systems, scenarioOf(id), designOf(scenarioOf(id), design), {}, steering);
const pathOf = ({ timeline }: Run): readonly string[] => timeline.trace.map((record) => record.id);

function scheduled({ schedule, ends }: Sentences): Steering {
  const interventions = schedule.map((sentence) => {
    const parsed = parseIntervention(sentence);
    if ('complaint' in parsed) throw new Error(`${sentence}: ${parsed.complaint.expected}`);
    return parsed.value;
  });
  return { schedule: { interventions, ends } };
}

const designs = scenarios.flatMap(({ id, designs: ofIt }) => ofIt.map(({ name }) => ({ id, name })));
/** Short and long runs of every design; between them all lengths and seeds. */
const walks = designs.map((each, i) => ({ ...each, seeds: [0, 4, 8].map((more) => 1 + ((i + more) % 12)) }));

describe('the sentences of a run', () => {
  it.each(walks)('of $id, design $name, give any random run again, step for step', ({ id, name, seeds }) => {
    for (const seed of seeds) {
      const run = runOf(id, name, { random: { seed, steps: seed * 10 } });
      const again = runOf(id, name, scheduled(sentencesOf(run.timeline)));
      expect(pathOf(again), `seed ${String(seed)}`).toEqual(pathOf(run));
      expect(again.unmatched).toEqual([]);
      const picked = runOf(id, name, scheduled(picksOf(pathOf(run))));
      expect(pathOf(picked)).toEqual(pathOf(run));
    }
  });

  it('are those that an author would write, where a run was made by a few', () => {
    expect(sentencesOf(runOf('crash-after-publish', 'naive').timeline)).toEqual({
      schedule: [
        'after dispatcher.publish: crash dispatcher, restart dispatcher',
        'before worker-1.settleOperation: hold worker-1',
        'quiet',
        'release worker-1',
        'quiet',
      ],
      ends: 'quiet',
    });
    expect(sentencesOf(runOf('crash-before-publish', 'naive').timeline).schedule).toEqual([
      'after api.insertRun: crash api, restart api',
      ...['quiet', 'pick clock:advance', 'quiet'],
    ]);
  });

  it('end on the spot where the run did', () => {
    const path = pathOf(runOf('stale-version', 'safe')).slice(0, 9);
    const { schedule, ends } = sentencesOf(runOf('stale-version', 'safe', { path }).timeline);
    expect(ends).toBe('here');
    expect(schedule.at(-1)).toMatch(/^until /);
  });
});

describe('a recorded run', () => {
  const record = (run: Run, of: Readonly<Record<string, Readonly<Record<string, string>>>>) => {
    const file = recordRun(systems, run, { id: 'recorded', form: null, designs: of });
    return parseScenario(JSON.stringify(file), 'recorded.json', 'recorded');
  };
  const naive = { 'outbox.mode': 'commit_then_publish' };

  it('is a scenario whose every design comes to what is expected of it', () => {
    const run = runOf('crash-before-publish', 'naive', { random: { seed: 5, steps: 100 } });
    const scenario = record(run, { naive, safe: {} });
    expect(scenario.designs.map((design) => design.name)).toEqual(['naive', 'safe']);
    expect(scenario.designs[0]?.expect.views['browser-1']).toMatchObject({ state: 'LIVE', cursor: 2 });
    for (const design of scenario.designs) {
      const again = runScenario(systems, scenario, design);
      expect(failuresOf(again, design.expect, design.unmatched)).toEqual([]);
    }
    expect(pathOf(runScenario(systems, scenario, scenario.designs[0]!))).toEqual(pathOf(run));
  });

  it('expects the staged columns of the staged tables, the harm, and what every browser shows', () => {
    const { designs: found, given } = record(runOf('crash-before-publish', 'naive'), { naive, safe: {} });
    expect(given).toEqual(scenarioOf('crash-before-publish').given);
    expect(found[0]?.expect).toMatchObject({
      counters: { broker_messages: 0, effects: 0 },
      rows: { runs: [{ status: 'queued', version: 1, owner: null, fence: 0, last_seq: 1 }], outbox: [] },
      views: { 'browser-2': { state: 'LIVE', cursor: 1, applied: [1] } },
      violated: ['S27', 'L1'],
    });
    expect(found[1]?.expect).toMatchObject({ counters: { effects: 1 }, violated: [] });
  });

  it('excuses what has nothing to hit in another design', () => {
    const path = pathOf(
      runOf('crash-before-publish', 'safe', { schedule: { interventions: [], ends: 'quiet' } }),
    );
    const at = path.findIndex((id) => id.startsWith('api.') && id.includes('respond'));
    const run = runOf('crash-before-publish', 'naive', { path: path.slice(0, at) });
    const publish = run.timeline.enabled.find((action) => action.id.startsWith('api.publish'))!.id;
    run.timeline.take('clock:advance');
    run.timeline.take(publish);
    const scenario = record(run, { naive, safe: {} });
    const [own, safe] = scenario.designs;
    expect(own?.unmatched).toEqual([]);
    expect(safe?.unmatched).not.toEqual([]);
    expect(safe?.unmatched.every((text) => text.includes('publish'))).toBe(true);
  });

  it('says that it shows the same where no design differs', () => {
    const run = runOf('crash-before-publish', 'safe');
    const file = recordRun(systems, run, { id: 'recorded', form: null, designs: { safe: {} } });
    expect(file).toMatchObject({ shows: 'same' });
  });
});
