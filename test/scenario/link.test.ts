import { readFileSync } from 'node:fs';
import { deflateSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runDocument } from '../../src/scenario/document';
import { LINK_BYTES_MAX, LINK_LENGTH_MAX, type LinkedRun, linkTo, readLink } from '../../src/scenario/link';
import { openLinkedRun } from '../../src/scenario/linked-run';
import { runScenario } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

const systems = new Systems(await openSqlite());
const file = 'scenarios/01-crash-before-publish/scenario.json';
const scenario = parseScenario(readFileSync(file, 'utf8'), file, 'crash-before-publish');
const [naive, safe] = scenario.designs;

const linked: LinkedRun = {
  ...{ scenario: 'crash-before-publish', content: '0123456789abcdef' },
  overrides: { 'outbox.mode': 'commit_then_publish' },
  path: ['browser-1.keepKey', 'crash:api', 'browser-1.keepKey'],
};

const fragment = (data: unknown): string =>
  `#/run/x?r=${Buffer.from(deflateSync(new TextEncoder().encode(typeof data === 'string' ? data : JSON.stringify(data)))).toString('base64url')}`;
const payload = { v: 1, content: '0123456789abcdef', overrides: {}, ids: ['a'], path: [0] };

const messageOf = (link: string): string => {
  const read = readLink(link);
  return 'problem' in read ? read.problem.message : 'read';
};

describe('a link', () => {
  it('holds a run, and gives it back', () => {
    const link = linkTo(linked);
    expect(link).toMatch(/^index\.html#\/run\/crash-before-publish\?r=[\w-]+$/);
    expect(readLink(link!)).toEqual({ run: linked });
    expect(readLink(link!.slice(link!.indexOf('#')))).toEqual({ run: linked });
  });

  it('gives back any path', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), { maxLength: 60 }),
        (path) => {
          expect(readLink(linkTo({ ...linked, path })!)).toEqual({ run: { ...linked, path } });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('holds thousands of steps, and is none where a run is longer than that', () => {
    const path = Array.from({ length: 5_000 }, (_, i) => `deliver:runs>worker-1:run_${String(i % 300)}:1`);
    const link = linkTo({ ...linked, path });
    expect(readLink(link!)).toEqual({ run: { ...linked, path } });
    expect(linkTo({ ...linked, path: [...path, 'x'] })).toBeNull();
    const ids = Array.from({ length: 4_000 }, (_, i) => `deliver:runs>worker-1:run_${String(i)}:1`);
    expect(linkTo({ ...linked, path: ids })).toBeNull();
  });

  it.each([
    ['', 'A link to a run reads "#/run/SCENARIO?r=…".'],
    ['#/run/x', 'A link to a run reads "#/run/SCENARIO?r=…".'],
    ['#/run/<script>?r=AAAA', 'A link to a run reads "#/run/SCENARIO?r=…".'],
    ['#/run/x?r=A', 'Part of it is missing or changed; it cannot be unpacked.'],
    ['#/run/x?r=____', 'Part of it is missing or changed; it cannot be unpacked.'],
    [fragment(payload).slice(0, -9), 'Part of it is missing or changed; it cannot be unpacked.'],
    [fragment('no data'), 'Part of it is missing or changed; what it unpacks to is no data.'],
    [fragment([]), 'It does not hold a run in a form that this version knows ().'],
    [fragment({ ...payload, v: 2 }), 'It does not hold a run in a form that this version knows (v).'],
    [fragment({ ...payload, path: [1] }), 'It takes a step that it does not name.'],
    [
      fragment({ ...payload, path: Array(5_001).fill(0) }),
      'It does not hold a run in a form that this version knows (path).',
    ],
    [`#/run/x?r=${'A'.repeat(LINK_LENGTH_MAX)}`, `It is longer than ${String(LINK_LENGTH_MAX)} characters.`],
    [fragment('x'.repeat(50_000_000)), `It unpacks to more than ${String(LINK_BYTES_MAX)} bytes.`],
  ])('%#: that is none says why', (link, message) => {
    expect(messageOf(link)).toBe(`This link cannot be opened. ${message}`);
  });

  it('never throws, whatever it holds', () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array).toString('base64url'));
    const json = fc.json().map((text) => fragment(text).slice('#/run/x?r='.length));
    fc.assert(
      fc.property(fc.oneof(bytes, json), (text) => {
        readLink(`#/run/x?r=${text}`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a run that is opened by its link', () => {
  const original = runScenario(systems, scenario, naive!);
  const document = runDocument(original);
  const open = (change: Partial<LinkedRun>) => {
    const read = readLink(document.link!);
    if ('problem' in read) throw new Error(read.problem.message);
    return openLinkedRun(systems, scenario, { ...read.run, ...change });
  };

  it('is the same run, with the same digest', () => {
    const { run, notes } = open({});
    expect(notes).toEqual([]);
    expect(run.design).toBe('naive');
    expect(runDocument(run)).toEqual(document);
  });

  it('says that the scenario has changed, and is replayed as far as it goes', () => {
    const path = [...document.path.slice(0, 5), 'worker-1.work', ...document.path.slice(5)];
    const { run, notes } = open({ content: '0123456789abcdef', path });
    expect(notes).toEqual([{ key: 'scenarioChanged' }]);
    expect(run.timeline.length).toBe(5);
    expect(run.stopped).toMatchObject({ why: 'notEnabled', step: 5, id: 'worker-1.work' });
  });

  it('has the faults of its path, beyond those of the scenario', () => {
    const path = ['browser-1.keepKey', 'browser-1.sendPost', 'duplicate:http:submit:browser-1-k1'];
    const read = readLink(document.link!);
    if ('problem' in read) throw new Error(read.problem.message);
    const { run } = openLinkedRun(systems, { ...scenario, budget: {} }, { ...read.run, path });
    expect(run.stopped).toBeNull();
    expect(run.timeline.length).toBe(path.length);
  });

  it('says which choices of design are no more, and which are near', () => {
    const { run, notes } = open({
      overrides: { 'outbox.mod': 'x', 'run.update': 'last_write_win' },
      path: [],
    });
    expect(notes).toEqual([
      { key: 'unknownDecision', decision: 'outbox.mod', nearest: 'outbox.mode' },
      {
        ...{ key: 'unknownAlternative', decision: 'run.update', alternative: 'last_write_win' },
        nearest: 'last_write_wins',
      },
    ]);
    expect(run.design).toBe(safe!.name);
    expect(open({ overrides: { 'fence.check': 'none' }, path: [] }).run.design).toBe('custom');
  });
});
