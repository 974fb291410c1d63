import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../src/scenario/nearest';
import { parseScenario, parseSchedule } from '../../src/scenario/scenario';
import { LIMITS } from '../../src/scenario/fields';
import { scenarioSchema } from '../../src/scenario/schema';
import { vocabulary } from '../../src/scenario/vocabulary';
import { serviceFaultNames } from '../../src/system/faults';
import { problemsIn, problemsOf, SCENARIO, spoiled } from './samples';

describe('a scenario file', () => {
  it('is read into designs, a plan and a digest of what it says', () => {
    const scenario = parseScenario(SCENARIO, 's.json', 'sample');
    expect(scenario.designs.map(({ name, overrides }) => ({ name, overrides }))).toEqual([
      { name: 'naive', overrides: { 'outbox.mode': 'commit_then_publish' } },
      { name: 'safe', overrides: {} },
    ]);
    expect(scenario.plan.interventions).toHaveLength(3);
    expect(scenario.plan.ends).toBe('quiet');
    expect(scenario.budget).toEqual({ crash: 2, pause: 2, drop: 2, duplicate: 2, delay: 2, redeliver: 2 });
    expect(scenario.given.actors).toEqual({});
  });

  it('has a digest that its layout and the order of its keys do not change', () => {
    const { content } = parseScenario(SCENARIO, 's.json', 'sample');
    const other = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(SCENARIO) as object).reverse()),
    );
    expect(content).toMatch(/^[0-9a-f]{16}$/);
    expect(parseScenario(other, 'o.json', 'other').content).toBe(content);
    const changed = spoiled('"effects": 1', '"effects": 2');
    expect(parseScenario(changed, 's.json', 'sample').content).not.toBe(content);
  });

  it('keeps beside a design which interventions cannot happen in it', () => {
    const text = spoiled('"safe": {}', '"safe": { "unmatched": ["quiet"] }');
    const safe = parseScenario(text, 's.json', 'sample').designs[1];
    expect(safe).toMatchObject({ overrides: {}, unmatched: ['quiet'] });
  });

  it('can be described to an editor', () => {
    const schema = z.toJSONSchema(scenarioSchema, { io: 'input' });
    expect(Object.keys(schema.properties ?? {})).toContain('schedule');
    expect(schema.required).toEqual(['course', 'stage', 'given', 'designs', 'schedule', 'expect']);
  });
});

describe('what is wrong with a scenario file', () => {
  it('is nothing in the sample', () => {
    expect(problemsIn(SCENARIO)).toEqual([]);
  });

  it.each([
    [
      ['"course"', '"coarse"'],
      's.json:2:3 coarse: found the key "coarse"; expected a known key; did you mean course?',
    ],
    [
      ['"M06 §6"', '"chapter six"'],
      's.json:2:14 course[0]: found "chapter six"; expected a section such as "M06 §4" or "durable-sse-recovery, Cursor"',
    ],
    [
      ['"worker-1"]', '"wroker-1"]'],
      `s.json:4:35 stage.lanes[2]: found "wroker-1"; expected ${oneOf('a lane', vocabulary.lanes)}; did you mean worker-1?`,
    ],
    [
      ['"runs": ["status"', '"rnus": ["status"'],
      /^s.json:5:17 stage.tables.rnus: found "rnus"; expected a table; did you mean runs\?$/,
    ],
    [
      ['"version"]', '"verison"]'],
      /^s.json:5:36 stage.tables.runs\[1\]: found "verison"; expected a column of runs; did you mean version\?$/,
    ],
    [
      ['["S27"]', '["S72"]'],
      /^s.json:6:20 stage.properties\[0\]: found "S72"; expected a property; did you mean S\d\d\?$/,
    ],
    [
      ['"faults": ["crash api"]', '"faults": ["restart api"]'],
      `s.json:7:16 stage.faults[0]: found "restart api"; expected a fault (crash, pause, drop, duplicate, delay, redeliver, tear, reset, eof, silence, collect, ${serviceFaultNames.join(', ')})`,
    ],
    [
      ['"faults": ["crash api"]', '"faults": ["crash apo"]'],
      `s.json:7:16 stage.faults[0]: found "apo"; expected ${oneOf('an actor', [...vocabulary.actors.keys()])}; did you mean api?`,
    ],
    [
      ['"faults": ["crash api"]', '"faults": ["jump api"]'],
      's.json:7:16 stage.faults[0]: found "api"; expected whom it can befall (worker-1, worker-2)',
    ],
    [['"100.00"', '100'], 's.json:10:45 given.orders[0].total: found 100; expected text'],
    [
      ['"25.00"', '"25"'],
      's.json:11:94 given.browsers["browser-1"].submits.amount: found "25"; expected an amount such as "25.00"',
    ],
    [
      ['"submits": { "order": "ord_1"', '"submits": { "order": "ord_2"'],
      's.json:11:75 given.browsers["browser-1"].submits.order: found "ord_2"; expected an order of "given" (ord_1); did you mean ord_1?',
    ],
    [
      ['"amount": "25.00"', '"amount": "25.00", "writes": ""'],
      's.json:11:113 given.browsers["browser-1"].submits.writes: found ""; expected text',
    ],
    [
      ['"amount": "25.00"', '"amount": "25.00", "looksUp": ["policy", "policy"]'],
      's.json:11:114 given.browsers["browser-1"].submits.looksUp: found a list of 2; expected each name once',
    ],
    [
      ['"amount": "25.00"', '"amount": "25.00", "looksUp": []'],
      's.json:11:114 given.browsers["browser-1"].submits.looksUp: found 0 entries; expected at least 1 entries',
    ],
    [
      ['"amount": "25.00"', '"amount": "25.00", "steps": 0'],
      's.json:11:112 given.browsers["browser-1"].submits.steps: found 0; expected at least 1',
    ],
    [
      ['"runs": []', '"runs": [], "retention": { "keep": 3 }'],
      's.json:12:30 given.retention: found a retention; expected "pruner" in "cast"',
    ],
    [
      ['"runs": []', '"runs": [], "cast": ["pruner"], "retention": { "keep": 0 }'],
      's.json:12:60 given.retention.keep: found 0; expected at least 1',
    ],
    [
      ['"outbox.mode"', '"outbox.mod"'],
      's.json:15:16 designs.naive["outbox.mod"]: found "outbox.mod"; expected a decision or "unmatched"; did you mean outbox.mode?',
    ],
    [
      ['"commit_then_publish"', '"comit_then_publish"'],
      's.json:15:31 designs.naive["outbox.mode"]: found "comit_then_publish"; expected an alternative of outbox.mode (commit_then_publish, publish_then_commit, transactional_outbox); did you mean commit_then_publish?',
    ],
    [
      ['"safe": {}', '"safe": { "unmatched": ["quite"] }'],
      's.json:16:29 designs.safe.unmatched[0]: found "quite"; expected an intervention of the schedule (after api.insertRun run_1: crash api, restart api, quiet, pick clock:advance); did you mean quiet?',
    ],
    [
      ['after api.insertRun', 'after api.insertRnu'],
      's.json:18:16 schedule[0]: found "insertRnu"; expected an operation that api has in some design of this file; did you mean insertRun?',
    ],
    [
      ['after api.insertRun', 'after apo.insertRun'],
      `s.json:18:16 schedule[0]: found "apo"; expected ${oneOf('an actor or a kind of actor', [...vocabulary.actors.keys(), ...new Set(vocabulary.actors.values())])}; did you mean api?`,
    ],
    [
      ['restart api"', 'drop htp:x"'],
      `s.json:18:16 schedule[0]: found "htp"; expected ${oneOf('a channel', vocabulary.channels)}; did you mean http?`,
    ],
    [
      ['pick clock:advance', 'pick clock:advnace'],
      's.json:18:78 schedule[2]: found "clock:advnace"; expected the id of an action, such as "dispatcher.publish" or "clock:advance"; did you mean clock:advance?',
    ],
    [
      ['"safe": { "counters"', '"sfae": { "counters"'],
      's.json:19:13 expect.safe: found nothing; expected what design safe comes to',
    ],
    [
      ['"effects": 1', '"efects": 1'],
      /^s.json:21:29 expect.safe.counters.efects: found "efects"; expected a counter.*; did you mean effects\?$/,
    ],
    [
      ['"effects": 1', '"effects": -1'],
      's.json:21:40 expect.safe.counters.effects: found -1; expected at least 0',
    ],
    [
      ['[{ "sent": 1 }]', '[{ "snet": 1 }]'],
      /^s.json:21:68 expect.safe.rows.outbox\[0\].snet: found "snet"; expected a column of outbox .*; did you mean sent\?$/,
    ],
    [
      ['["S27", "L1"]', '["S27", "L0"]'],
      /^s.json:20:66 expect.naive.violated\[1\]: found "L0"; expected a property; did you mean L1\?$/,
    ],
  ])('is told in words with its place: %j', ([part, by], message) => {
    const problems = problemsIn(spoiled(part!, by!));
    if (typeof message === 'string') expect(problems).toContain(message);
    else expect(problems.filter((problem) => message.test(problem))).toHaveLength(1);
  });

  it('is told all at once', () => {
    const text = spoiled('"outbox.mode"', '"outbox.mod"')
      .replace('"S27"]', '"S99"]')
      .replace('crash api"', 'crash apo"');
    expect(problemsIn(text)).toHaveLength(3);
  });

  it('is a stage that is too large for a beginner, unless it is marked as advanced', () => {
    const text = spoiled('"properties": ["S27"]', '"properties": ["S27", "S28", "L1"]').replace(
      '["crash api"]',
      '["crash api", "crash dispatcher", "crash worker-1", "crash worker-2"]',
    );
    const wide = text
      .replace('"worker-1"]', '"worker-1", "worker-2", "browser-2", "dispatcher"]')
      .replace('"runs": ["status", "version"]', '"runs": [], "events": [], "outbox": [], "orders": []');
    expect(problemsIn(wide)).toEqual([
      's.json:4:14 stage.lanes: found 6 lanes; expected at most 5, or "advanced": true',
      's.json:5:15 stage.tables: found 4 tables; expected at most 3, or "advanced": true',
      's.json:6:19 stage.properties: found 3 properties; expected at most 2, or "advanced": true',
      's.json:7:15 stage.faults: found 4 faults; expected at most 3, or "advanced": true',
    ]);
    const columns = spoiled('"version"]', '"version", "owner", "fence", "last_seq", "run_id", "result"]');
    expect(problemsIn(columns)).toEqual([
      's.json:5:25 stage.tables.runs: found 7 columns; expected at most 6, or "advanced": true',
    ]);
    expect(problemsIn(wide.replace('{', '{ "advanced": true,'))).toEqual([]);
  });

  it('is that nothing differs, or that something does where the file says otherwise', () => {
    const same = spoiled(
      '{ "counters": { "effects": 0 }, "violated": ["S27", "L1"] }',
      '{ "violated": [] }',
    ).replace(/"safe": \{ "counters".*/, '"safe": { "violated": [] }');
    expect(problemsIn(same)).toEqual([
      's.json:19:13 expect: found the same expectation of every design; expected a difference between two designs, or "shows": "same"',
    ]);
    expect(problemsIn(same.replace('{', '{ "shows": "same",'))).toEqual([]);
    expect(problemsIn(SCENARIO.replace('{', '{ "shows": "same",'))).toEqual([
      's.json:1:12 shows: found "same" where expectations differ; expected the same expectation of every design, or no "shows"',
    ]);
  });

  it('is a history that could not have happened', () => {
    const run = (history: string, rest = '') =>
      problemsIn(
        spoiled(
          '"runs": []',
          `"runs": [{ "run": "run_9", "by": "bob", "order": "ord_1", "amount": "1.00", "attempts": 2, "history": ${history}${rest} }]`,
        ),
      ).map((problem) => problem.replace(/^s\.json:12:\d+ given\.runs\[0\]\.?/, ''));
    expect(run('["submitted", "claimed by worker-1", "failed"]')).toEqual([]);
    expect(run('["claimed by worker-1"]')).toEqual([
      'history[0]: found "claimed by worker-1"; expected submitted first',
    ]);
    expect(run('["submitted", "failed"]')).toEqual([
      'history[1]: found "failed"; expected claimed by WORKER after "submitted"',
    ]);
    expect(run('["submitted", "claimed by api"]')).toEqual([
      'history[1]: found "api"; expected a worker (worker-1, worker-2)',
    ]);
    expect(run('["submited"]')[0]).toContain('did you mean submitted?');
    expect(run('["submitted", "claimed by worker-1", "failed", "claimed by worker-1", "failed"]')).toEqual([
      'history: found 2 lost attempts of 2; expected a history that leaves one attempt',
    ]);
    expect(run('["submitted"]', ', "lease": "over"')).toEqual([
      'lease: found "over"; expected no lease, for nobody holds the run',
    ]);
  });

  it('is a limit that it passes, by its number', () => {
    const many = JSON.stringify(Array.from({ length: LIMITS.interventions + 1 }, () => 'quiet'));
    expect(problemsIn(SCENARIO.replace(/"schedule": .*,/, `"schedule": ${many},`))).toEqual([
      's.json:18:15 schedule: found 201 entries; expected at most 200 entries',
    ]);
    const long = 'x'.repeat(LIMITS.interventionLength + 1);
    expect(problemsIn(spoiled('"quiet"', JSON.stringify(long)))).toEqual([
      's.json:18:69 schedule[1]: found 301 characters; expected at most 300 characters',
    ]);
    const designs = Array.from({ length: LIMITS.designs + 1 }, (_, i) => `"d${String(i)}": {}`).join(',');
    expect(problemsIn(spoiled('"safe": {}', designs))[0]).toContain('expected at most 12 entries');
  });

  it('is never a name that objects have by nature', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const place of [
        '"effects": 1',
        '"sent": 1',
        '"outbox.mode": "commit_then_publish"',
        '"safe": {}',
      ]) {
        const [key] = place.split(':');
        expect(problemsIn(SCENARIO.replace(place, place.replace(key!, `"${name}"`)))).not.toEqual([]);
      }
    }
  });
});

describe('a schedule file', () => {
  const read = (text: string) => parseSchedule(text, 'p.json');

  it('holds interventions or a path', () => {
    expect(read('{"schedule": ["quiet"], "ends": "here"}')).toMatchObject({ schedule: { ends: 'here' } });
    expect(read('{"path": ["browser-1.keepKey"]}')).toEqual({ path: ['browser-1.keepKey'] });
  });

  it.each([
    ['{}', 'p.json:1:1 schedule: found nothing; expected a list'],
    ['{"path": 3}', 'p.json:1:10 path: found 3; expected a list'],
    [
      '{"path": [], "schedule": []}',
      'p.json:1:14 schedule: found the key "schedule"; expected a known key (path)',
    ],
    ['{"schedule": ["pick"]}', 'p.json:1:15 schedule[0]: found "pick"; expected "pick ACTION"'],
  ])('%s is refused', (text, message) => {
    expect(problemsOf(() => read(text))).toEqual([message]);
  });

  it('names operations of any design, for the same faults are shown in every one', () => {
    expect(read('{"schedule": ["after api.publish: quiet"]}')).toMatchObject({ schedule: {} });
    expect(problemsOf(() => read('{"schedule": ["after api.publsih: quiet"]}'))[0]).toContain(
      'did you mean publish?',
    );
  });
});
