import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { check as isFormatted } from 'prettier';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main';
import { lessonOf } from '../../src/lesson/lesson';
import { linkTo, readLink } from '../../src/scenario/link';
import { parseScenario } from '../../src/scenario/scenario';
import { parseWords } from '../../src/scenario/words';

let into = '';

beforeEach(() => {
  into = mkdtempSync(path.join(tmpdir(), 'converge-'));
});
afterEach(() => {
  rmSync(into, { recursive: true });
});

async function call(...args: string[]) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const code = await main(args, { print: (text) => printed.push(text), note: (text) => noted.push(text) });
  return { code, out: printed.join('\n'), err: noted.join('\n') };
}

async function documentOf(...args: string[]): Promise<Readonly<Record<string, unknown>>> {
  const { code, out, err } = await call(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}

const read = (folder: string, name: string): string => readFileSync(path.join(into, folder, name), 'utf8');
const runLink = async (...args: string[]): Promise<string> =>
  (await documentOf('run', 'crash-after-publish', ...args))['link'] as string;

const FILES = ['en.json', 'scenario.json', 'zh-CN.json'];

async function expectTidy(folder: string): Promise<void> {
  expect(readdirSync(path.join(into, folder)).sort()).toEqual(FILES);
  for (const name of FILES) {
    const options = { parser: 'json', printWidth: 110 };
    expect(await isFormatted(read(folder, name), options), name).toBe(true);
  }
  const words = (name: string) => ({ file: name, text: read(folder, name) });
  const { en, 'zh-CN': zh } = parseWords({ en: words('en.json'), 'zh-CN': words('zh-CN.json') });
  expect(en.title).not.toBe(zh.title);
}

describe('converge new', () => {
  it('makes a folder with the next free number that passes check at once', async () => {
    const document = await documentOf('new', 'first', '--into', into);
    expect(document).toMatchObject({
      ...{ id: 'first', folder: path.join(into, '01-first') },
      schedule: ['after api.insertRun run_1: crash api, restart api', 'quiet'],
      check: { passed: 2, failed: 0 },
    });
    writeFileSync(path.join(into, '07-not-a-folder'), '');
    const text = await call('new', 'second', '--into', into);
    expect(text.code).toBe(0);
    expect(text.out).toContain('2 passed, 0 failed');
    expect(readdirSync(into)).toEqual(['01-first', '07-not-a-folder', '08-second']);
    await expectTidy('08-second');
    expect(await call('check', path.join(into, '08-second'))).toMatchObject({ code: 0 });
  });

  it('gives it a short lesson, which is judged with the rest', async () => {
    await documentOf('new', 'first', '--into', into);
    const folder = path.join(into, '01-first');
    const scenario = parseScenario(read('01-first', 'scenario.json'), 'scenario.json', 'first');
    expect(lessonOf(scenario)!.stages).toEqual(['setting', 'predict', 'break', 'rule']);
    const harmless = read('01-first', 'scenario.json').replace(
      /"break": \{\s*"violated": \["S27"\]/,
      '"break": { "violated": ["S21"]',
    );
    writeFileSync(path.join(folder, 'scenario.json'), harmless);
    const { code, out } = await call('check', folder);
    expect(code).toBe(1);
    expect(out).toContain('lesson.break: expected "broken by one staged fault');
  });

  it('is told of words that its lesson lacks, and of those that it never says, with their places', async () => {
    await documentOf('new', 'first', '--into', into);
    const folder = path.join(into, '01-first');
    const file = path.join(folder, 'zh-CN.json');
    writeFileSync(file, read('01-first', 'zh-CN.json').replace('"harm"', '"harms"'));
    writeFileSync(path.join(folder, 'en.json'), read('01-first', 'en.json').replace('"harm"', '"harms"'));
    const { code, err } = await call('check', folder);
    expect(code).toBe(2);
    const lines = err.split('\n').filter((line) => line.includes('zh-CN.json'));
    expect(lines).toEqual([
      expect.stringMatching(
        /zh-CN\.json:\d+:\d+ lesson\.harm: found nothing; expected words for the lesson; did you mean lesson\.harms\?$/,
      ),
      expect.stringMatching(
        /zh-CN\.json:12:5 lesson\.harms: found "harms"; expected no words that the lesson never says; did you mean lesson\.harm\?$/,
      ),
    ]);
  });
});

describe('converge record', () => {
  it('makes the same scenario of a link, in full or as the page shows it, and of a file', async () => {
    const run = await documentOf('run', 'crash-after-publish', '--design', 'naive');
    const file = path.join(into, 'run.json');
    writeFileSync(file, JSON.stringify(run));
    const link = run['link'] as string;
    await documentOf('record', file, '--id', 'of-file', '--into', into);
    await documentOf('record', link, '--id', 'of-link', '--into', into);
    await documentOf('record', `https://a.example/lab/${link}`, '--id', 'of-page', '--into', into);
    for (const name of FILES) {
      expect(read('02-of-link', name)).toBe(read('01-of-file', name));
      expect(read('03-of-page', name)).toBe(read('01-of-file', name));
    }
    await expectTidy('01-of-file');
    expect(read('01-of-file', 'en.json')).toContain('Recorded: The message that comes twice');
    expect(read('01-of-file', 'zh-CN.json')).toContain('录制：来了两次的消息');
  });

  it('compares the design of the run with those that are named, and with the safe one', async () => {
    const link = await runLink('--design', 'naive');
    const more = ['--design', 'claim-only', '--design', 'operation-only'];
    const { designs } = await documentOf('record', link, '--id', 'more', '--into', into, ...more);
    expect(Object.keys(designs as object)).toEqual(['naive', 'claim-only', 'operation-only', 'safe']);
    const own = await runLink('--set', 'outbox.mode=commit_then_publish', '--random', '--seed', '4');
    const beside = await documentOf('record', own, '--id', 'own', '--into', into, '--design', 'naive');
    expect(beside['designs']).toMatchObject({
      recorded: { 'outbox.mode': 'commit_then_publish' },
      naive: { 'claim.mode': 'none' },
      safe: {},
    });
    await expectTidy('01-more');
    expect(JSON.parse(read('01-more', 'zh-CN.json'))).toMatchObject({
      designs: { 'claim-only': '只缺认领', 'operation-only': '只缺共用 id' },
    });
    await expectTidy('02-own');
    expect(await call('check', path.join(into, '02-own'))).toMatchObject({ code: 0 });
    expect(JSON.parse(read('02-own', 'en.json'))).toMatchObject({ designs: { recorded: 'Recorded' } });
    const safe = await documentOf('record', await runLink(), '--id', 'alone', '--into', into);
    expect(safe['designs']).toEqual({ safe: {} });
    expect(read('03-alone', 'scenario.json')).toContain('"shows": "same"');
  });
});

describe('what cannot become a scenario', () => {
  /** Ends with 2 and a sentence, and leaves nothing behind. */
  async function refuses(args: readonly string[], message: string): Promise<void> {
    const before = readdirSync(into);
    const ended = await call(...args, '--into', into, '--json');
    expect(ended.err).toContain(message);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(readdirSync(into)).toEqual(before);
  }

  it.each([
    ['Bad_Id', 'NAME: found "Bad_Id"; expected an id of small letters', 'did you mean bad-id?'],
    ['01-first', 'NAME: found "01-first"; expected an id', 'did you mean first?'],
    ['a'.repeat(61), 'at most 60', ''],
    ['../up', 'NAME: found "../up"; expected an id', 'did you mean up?'],
  ])('is an id such as %s', async (id, message, question) => {
    await refuses(['new', id], message);
    await refuses(['new', id], question);
    await refuses(['record', await runLink(), '--id', id], question);
  });

  it('is an id that is taken, or a folder that is not there or not to be written', async () => {
    await documentOf('new', 'first', '--into', into);
    const taken = `found "first", which ${path.join(into, '01-first')} is already; expected an id that is not taken`;
    await refuses(['new', 'first'], `NAME: ${taken}`);
    await refuses(['record', await runLink(), '--id', 'first'], `--id: ${taken}`);
    const nowhere = await call('new', 'second', '--into', path.join(into, 'nowhere'));
    expect(nowhere).toMatchObject({ code: 2, out: '' });
    expect(nowhere.err).toContain('--into: found no folder');
  });

  it('is a link or file that holds no run of a scenario as it is', async () => {
    const link = await runLink();
    const linked = readLink(link);
    if ('problem' in linked) throw new Error(linked.problem.message);
    const { run } = linked;
    const refusesLink = (change: Partial<typeof run>, message: string) =>
      refuses(['record', linkTo({ ...run, ...change })!, '--id', 'x'], message);
    await refusesLink(
      { scenario: 'crash-after-publis' },
      'LINK: found the scenario "crash-after-publis"; expected a scenario of this checkout',
    );
    await refusesLink(
      { content: '0123456789abcdef' },
      'LINK: found a run of crash-after-publish as it was (0123456789abcdef); expected one of scenarios/02-crash-after-publish/scenario.json as it is',
    );
    await refusesLink({ path: [] }, 'LINK: found a run without a step');
    await refusesLink(
      { path: [...run.path.slice(0, 2), 'api.publish'] },
      `LINK: found step 3 of 3, "api.publish"; expected an enabled action`,
    );
    await refusesLink({ overrides: { 'outbox.mod': 'x' } }, 'expected a decision; did you mean outbox.mode?');
    await refuses(['record', link.slice(0, -7), '--id', 'x'], 'LINK: found "index.html#/run/');
    await refuses(['record', 'no-file', '--id', 'x'], 'found "no-file"; expected a link');
    await refuses(['record', link], '--id: found nothing; expected the id of the new scenario');
    await refuses(['record', link, '--id', 'x', '--design', 'naiv'], 'did you mean naive?');
    const file = path.join(into, 'run.json');
    writeFileSync(file, '{\n  "link": null\n}');
    await refuses(
      ['record', file, '--id', 'x'],
      `${file}:2:11 link: found null: the run is too long for a link`,
    );
  });
});
