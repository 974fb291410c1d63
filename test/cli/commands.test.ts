import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decisions } from '../../src/system/catalog';
import { binOf, checkout, converge, saidBy } from './converge';

// Processes take as long as the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'converge-'));
const place = (name: string): string => path.join(folder, name);
const write = (name: string, text: string | Uint8Array): string => {
  writeFileSync(place(name), text);
  return place(name);
};

// The bundle may have to be built first.
beforeAll(() => {
  converge(['help']);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a command prints with `--json`, where it says nothing beside it. */
function documentOf(...args: string[]): { code: number | null; document: unknown } {
  const ended = converge([...args, '--json']);
  expect(saidBy(ended)).toBe('');
  return { code: ended.code, document: JSON.parse(ended.out) as unknown };
}

// What the command judges, each scenario's and each lesson's own test judges as well.
const folders = readdirSync(path.join(checkout, 'scenarios'));
const SOME = ['told-twice', 'late-worker'];

interface Checked {
  readonly id: string;
  readonly design: string;
  readonly ok: boolean;
  readonly failures: readonly object[];
}

interface RunDocument {
  readonly digest: string;
  readonly link: string;
  readonly path: readonly string[];
  readonly steps: readonly object[];
  readonly properties: Readonly<Record<string, string>>;
}

const runOf = (...args: string[]): RunDocument => documentOf('run', ...args).document as RunDocument;

describe('converge list', () => {
  it('names the scenarios of the checkout, wherever it is called from', () => {
    const { document } = documentOf('list');
    expect((document as object[]).slice(0, 3)).toMatchObject([
      { id: 'crash-before-publish', designs: ['naive', 'safe'] },
      { id: 'crash-after-publish', designs: ['naive', 'claim-only', 'operation-only', 'safe'] },
      { id: 'stale-version', designs: ['naive', 'safe'] },
    ]);
    const elsewhere = spawnSync(process.execPath, [binOf(checkout), 'list'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(elsewhere.stdout).toBe(converge(['list']).out);
  });
});

describe('converge check', () => {
  it('passes, and ends with a line of its own that says how many did', () => {
    const { code, out } = converge(['check', ...SOME]);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed$/);
    expect(out.split('\n').filter((line) => line.startsWith('ok '))).not.toEqual([]);
  });

  it('fails where a guard is taken out, in the safe designs only', () => {
    const { code, document } = documentOf('check', ...SOME, '--set', 'inbox.mode=none');
    expect(code).toBe(1);
    const { scenarios, ...sum } = document as { scenarios: readonly Checked[] };
    const failed = scenarios.filter((one) => !one.ok);
    expect(sum).toEqual({ passed: scenarios.length - failed.length, failed: failed.length });
    expect(new Set(failed.map((one) => one.design))).toEqual(new Set(['safe']));
    expect(failed.find((one) => one.id === 'told-twice')?.failures).toContainEqual({
      ...{ what: 'violated', expected: [], got: ['S29'] },
    });
    const text = converge(['check', 'told-twice', '--set=inbox.mode=none']).out;
    expect(text.trimEnd().split('\n').at(-1)).toBe('2 passed, 1 failed');
  });

  it('takes ids, folders and files, and judges what it finds there', () => {
    for (const folder of folders.filter((name) => SOME.some((id) => name.endsWith(id)))) {
      cpSync(path.join(checkout, 'scenarios', folder), path.join(place('all'), folder), { recursive: true });
      alone(path.join(place('all'), folder));
    }
    const file = path.join(place('all'), '604-told-twice/scenario.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"received": 2', '"received": 4'));
    const { code, document } = documentOf('check', place('all'));
    expect(code).toBe(1);
    const { scenarios } = document as { scenarios: readonly Checked[] };
    expect(document).toMatchObject({ passed: scenarios.length - 1, failed: 1 });
    expect(documentOf('check', 'told-twice').document).toMatchObject({ passed: 3, failed: 0 });
    const failures = [{ what: 'rows.inbox[0].received', expected: 4, got: 2 }];
    expect(documentOf('check', file).document).toMatchObject({ scenarios: [{}, {}, { failures }] });
  });

  /** Lessons and searches are judged with the scenarios of the checkout; once more would cost as much again. */
  function alone(folder: string): void {
    for (const name of ['scenario.json', 'en.json', 'zh-CN.json']) {
      const file = path.join(folder, name);
      const {
        lesson: _lesson,
        explore: _explore,
        ...rest
      } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      writeFileSync(file, JSON.stringify(rest, null, 2));
    }
  }

  it('says of every file that cannot be used what is wrong, and judges none', () => {
    cpSync(path.join(checkout, 'scenarios'), place('bad'), { recursive: true });
    write('bad/01-crash-before-publish/scenario.json', '{\n  "course": [],\n}');
    const words = path.join('bad/02-crash-after-publish/en.json');
    const text = readFileSync(place(words), 'utf8')
      .replace(/"summary": .*\n/, '')
      .replace(/"nudge": .*\n/, '');
    write(words, text);
    const ended = converge(['check', place('bad'), '--json']);
    expect(ended.code).toBe(2);
    expect(ended.out).toBe('');
    expect(saidBy(ended).split('\n')).toEqual([
      `${place('bad/01-crash-before-publish/scenario.json')}:2:15: found "," before "}"; expected no comma after the last`,
      `${place(words)}:1:1 summary: found nothing; expected a summary`,
      `${place(words)}:83:14 lesson.hints.nudge: found nothing; expected words, as in ${place('bad/02-crash-after-publish/zh-CN.json')}; did you mean lesson.hints.rule?`,
    ]);
  });
});

describe('converge run', () => {
  it('prints the documented members and no others', () => {
    const document = runOf('crash-before-publish');
    expect(Object.keys(document)).toEqual([
      ...['scenario', 'design', 'digest', 'link', 'path', 'steps'],
      ...['counters', 'properties', 'rows', 'views'],
    ]);
    expect(document).toMatchObject({ scenario: 'crash-before-publish', design: 'safe' });
    expect(document.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(document.link).toMatch(/^index\.html#\/run\/crash-before-publish\?r=/);
    const members = ['id', 'actor', 'operations', 'reads', 'changes', 'sent', 'taken', 'verdicts', 'says'];
    for (const step of document.steps) expect(Object.keys(step)).toEqual(members);
  });

  it('tells a naive design from a safe one', () => {
    const naive = runOf('crash-before-publish', '--design', 'naive');
    expect(naive.properties).toMatchObject({ S27: 'violated', L1: 'violated', S01: 'holds' });
    const set = runOf('crash-before-publish', '--set', 'outbox.mode=commit_then_publish');
    expect(set.digest).toBe(naive.digest);
    expect(set).toMatchObject({ design: 'safe' });
  });

  it('repeats a run by its path', () => {
    const document = runOf('crash-after-publish', '--design', 'naive');
    const file = write('path.json', JSON.stringify({ path: document.path }));
    expect(runOf('crash-after-publish', '--design', 'naive', '--schedule', file)).toEqual(document);
  });

  it('repeats a random run by its seed', () => {
    const random = ['stale-version', '--random', '--steps', '40'];
    const one = runOf(...random, '--seed', '3');
    expect(one.path).toHaveLength(40);
    expect(runOf(...random, '--seed', '3')).toEqual(one);
    expect(runOf(...random, '--seed', '4').digest).not.toBe(one.digest);
  });

  it('goes on after what could not happen, and says so', () => {
    const file = write('late.json', '{"schedule": ["restart api", "after worker-2.claim: crash worker-2"]}');
    const ended = converge(['run', 'crash-before-publish', '--schedule', file, '--json']);
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.out)).toMatchObject({ design: 'safe' });
    expect(saidBy(ended)).toContain(
      'unmatched: restart api, at restart api: it was not possible there, after step 0;',
    );
    expect(saidBy(ended)).toContain('unmatched: after worker-2.claim: crash worker-2: the run was quiet');
  });

  it('does not mind a reader who has seen enough', () => {
    const command = `"${process.execPath}" "${binOf(checkout)}" run crash-after-publish --json | head -c 20`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stdout).toHaveLength(20);
    expect(stderr).toBe('');
  });
});

describe('converge decisions and vectors', () => {
  it('lists every decision of the catalog, naive alternatives first', () => {
    const document = documentOf('decisions').document as { decision: string; alternatives: object[] }[];
    expect(document.map((one) => one.decision)).toEqual(decisions.map((one) => one.id));
    expect(document[0]).toEqual({
      ...{ decision: 'submit.dedup', kind: 'safety', properties: ['S01', 'S02'] },
      alternatives: [
        { name: 'none', safe: false },
        { name: 'key_only', safe: false },
        { name: 'key_and_fingerprint', safe: true },
      ],
    });
  });

  it('judges worked cases, and fails with one that comes out otherwise', () => {
    const one = {
      ...{ id: 'lost', kind: 'outbox', section: 'M06 §6', input: ['commit', 'crash', 'recover'] },
      given: { run: false, outbox: false, broker_messages: 0, sent: false },
      expected: { run: true, outbox: true, eventual_dispatch: true },
    };
    const other = { ...one, id: 'wrong', expected: { run: false } };
    const good = documentOf('vectors', write('good.json', JSON.stringify({ cases: [one] })));
    expect(good).toEqual({
      code: 0,
      document: { cases: [{ id: 'lost', expected: one.expected, got: one.expected, ok: true }] },
    });
    const bad = documentOf('vectors', write('wrong.json', JSON.stringify({ cases: [one, other] })));
    expect(bad.code).toBe(1);
    expect(bad.document).toMatchObject({ cases: [{ ok: true }, { ok: false, got: { run: true } }] });
  });
});

describe('help', () => {
  it('is printed for the whole and for each command', () => {
    const { out } = converge(['--help']);
    const names = [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map((match) => match[1] ?? '');
    expect(names).toEqual(expect.arrayContaining(['list', 'check', 'run', 'decisions', 'vectors']));
    for (const name of names) {
      const help = converge([name, '--help']);
      expect(help).toMatchObject({ code: 0, out: converge(['help', name]).out });
      expect(help.out).toMatch(new RegExp(`^usage: converge ${name}`));
    }
  });
});
