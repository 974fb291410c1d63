import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main';
import { checkout, converge, saidBy } from './converge';

// Processes take as long as the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'converge-'));
const place = (name: string): string => path.join(folder, name);
const write = (name: string, text: string | Uint8Array): string => {
  writeFileSync(place(name), text);
  return place(name);
};

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Anything thrown by main would have been printed with its stack. */
async function refuses(args: readonly string[], message: string): Promise<void> {
  const [printed, noted]: [string[], string[]] = [[], []];
  const code = await main(args, { print: (text) => printed.push(text), note: (text) => noted.push(text) });
  expect(noted.join('\n')).toContain(message);
  expect({ code, printed }).toEqual({ code: 2, printed: [] });
}

describe('unusable input', () => {
  const sample = path.join(checkout, 'scenarios/01-crash-before-publish/scenario.json');
  const good = readFileSync(sample, 'utf8');

  it.each([
    [[], 'converge: found no command'],
    [['chekc'], 'converge chekc: found the command "chekc"; expected list, check, run, explore, ablate'],
    [['list', '--jsn'], 'found the option --jsn; expected --write, --json, --help; did you mean --json?'],
    [['list', '-x'], 'found the option -x; expected --write, --json, --help'],
    [['list', 'more'], 'found "more"; expected no further argument'],
    [['list', '--json=yes'], '--json takes no value; found "yes"'],
    [['run'], 'found no argument; expected <id|path>'],
    [['run', 'crash-befor'], "expected a scenario's id or a path; did you mean crash-before-publish?"],
    [['run', 'stale-version', '--design'], '--design: found nothing; expected NAME'],
    [
      ['run', 'stale-version', '--design', 'naiv'],
      'expected a design of stale-version (naive, safe); did you mean naive?',
    ],
    [['run', 'stale-version', '--design', 'safe', '--design', 'safe'], '--design stands twice'],
    [['run', 'stale-version', '--set', 'outbox'], '--set: found "outbox"; expected decision=alternative'],
    [['run', 'stale-version', '--set', 'outbox.mod=x'], 'did you mean outbox.mode?'],
    [['check', '--set', 'run.update=last_write_win'], 'did you mean last_write_wins?'],
    [['check', '--set', 'run.update=', '--json'], 'expected an alternative of run.update'],
    [['check', '--set', 'toString=x'], '--set: found "toString"; expected a decision'],
    [
      ['check', '--set', 'run.update=last_write_wins', '--set', 'run.update=compare_and_set'],
      '--set: run.update is set twice',
    ],
    [['run', 'stale-version', '--seed', '3'], '--seed has a meaning only with --random'],
    [['run', 'stale-version', '--random', '--seed', '-3'], '--seed: found "-3"; expected N'],
    [
      ['run', 'stale-version', '--random', '--seed=1.5'],
      '--seed: found "1.5"; expected a whole number up to',
    ],
    [
      ['run', 'stale-version', '--random', '--steps', '1e9'],
      '--steps: found "1e9"; expected a whole number up to',
    ],
    [
      ['run', 'stale-version', '--random', '--schedule', 'x'],
      '--random and --schedule both say what happens',
    ],
    [
      ['run', 'stale-version', '--schedule', '/no/such/file'],
      '/no/such/file:1:1: found no file; expected a file of that name',
    ],
    [['vectors', '/no/such/file'], 'found no file'],
    [['vectors', folder], 'found a folder; expected a file'],
    [['check', folder], 'without a scenario.json; expected one in it'],
    [['check', '/dev/null'], 'found no regular file; expected a file'],
  ])('%j ends with 2 and a sentence', async (args, message) => {
    await refuses(args, message);
  });

  it.each([
    ['empty.json', '', 'empty.json:1:1: found the end of the file; expected a value'],
    ['list.json', '[]', 'list.json:1:1: found an empty list; expected an object'],
    ['null.json', 'null', 'null.json:1:1: found null; expected an object'],
    [
      'bytes.json',
      new Uint8Array([0x7b, 0xff, 0xfe]),
      'found bytes that are not UTF-8; expected text in UTF-8',
    ],
    ['deep.json', '['.repeat(900_000), 'found one level more; expected at most 40 levels'],
    ['huge.json', ' '.repeat(1_000_001), 'found 1000001 bytes; expected at most 1000000'],
    ['mark.json', `\uFEFF${good}`, 'mark.json:1:1: found a byte order mark'],
    ['binary.json', new Uint8Array(5_000), 'binary.json:1:1: found "\\u0000"; expected a value'],
    ['lone.json', good.replace('"25.00"', '"\\ud800"'), 'lone.json:27:21'],
  ])('%s ends with 2 and a sentence', async (name, text, message) => {
    await refuses(['check', write(name, text)], message);
    await refuses(['run', place(name), '--json'], message);
    await refuses(['vectors', place(name)], 'found');
    await refuses(['run', 'stale-version', '--schedule', place(name)], 'found');
  });

  it('is a path that cannot be followed', async () => {
    const file = write('broken-path.json', '{"path": ["browser-1.askPage", "api.publish"]}');
    await refuses(
      ['run', 'stale-version', '--schedule', file],
      'path[1]: found "api.publish" after 1 steps; expected',
    );
  });

  it('reaches nobody through the bin as a stack trace, nor on stdout', () => {
    for (const args of [[], ['run', 'stale-version', '--sed', '3'], ['check', write('bad.json', '{')]]) {
      const ended = converge([...args]);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(saidBy(ended)).not.toMatch(/^\s+at |node:internal|Error:/m);
    }
  });
});
