import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binOf, checkout, converge, type Ended } from './converge';

const top = mkdtempSync(path.join(tmpdir(), 'converge-checkout-'));
const BUILDS = 'converge: the sources have changed; building the command line\n';
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const SCENARIOS = readdirSync(path.join(checkout, 'scenarios')).length;
const list = path.join(top, 'src/cli/list.ts');
const digest = path.join(top, 'dist/cli/sources.sha256');

beforeAll(() => {
  for (const name of ['src', 'scenarios', 'test/bench', 'test/explore', 'test/tools', ...FILES]) {
    cpSync(path.join(checkout, name), path.join(top, name), { recursive: true });
  }
  symlinkSync(path.join(checkout, 'node_modules'), path.join(top, 'node_modules'));
});
afterAll(() => {
  rmSync(top, { recursive: true });
});

const helped = (): Ended => converge(['help', 'list'], top);

function rewrite(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

describe('the bundle of the command line', { timeout: 120_000 }, () => {
  it('is built when there is none, which is said on stderr alone, and then is used', () => {
    const first = converge(['list', '--json'], top);
    expect(first.err).toBe(BUILDS);
    expect(JSON.parse(first.out)).toHaveLength(SCENARIOS);
    expect(converge(['list', '--json'], top)).toEqual({ ...first, err: '' });
  });

  it('is built again after any change of a source', () => {
    rewrite(list, 'List the scenarios', 'Tell the scenarios');
    const ended = helped();
    expect(ended.err).toBe(BUILDS);
    expect(ended.out).toContain('Tell the scenarios');
    expect(helped().err).toBe('');
  });

  it('is built again where it says that it was made from other sources', () => {
    writeFileSync(digest, '0'.repeat(64));
    expect(helped().err).toBe(BUILDS);
    rmSync(digest);
    expect(helped().err).toBe(BUILDS);
    expect(helped().err).toBe('');
  });

  it('does not depend on the page', () => {
    writeFileSync(path.join(top, 'src/ui/main.ts'), '// Nothing.\n');
    expect(helped().err).toBe('');
  });

  it('is built once by commands that start together', async () => {
    rewrite(list, 'Tell the scenarios', 'Name the scenarios');
    const ended = await Promise.all([1, 2, 3].map(() => startList()));
    expect(ended.map(({ code, out }) => ({ code, count: (JSON.parse(out) as unknown[]).length }))).toEqual(
      Array.from({ length: 3 }, () => ({ code: 0, count: SCENARIOS })),
    );
    expect(ended.filter(({ err }) => err === BUILDS)).toHaveLength(1);
    expect(ended.filter(({ err }) => err === '')).toHaveLength(2);
  });

  it('is never an old one where the sources cannot be built', () => {
    rewrite(list, 'export const list', 'export const = list');
    const { code, out, err } = helped();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('converge: the build failed\n');
    rewrite(list, 'export const = list', 'export const list');
    expect(helped().code).toBe(0);
  });
});

function startList(): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [binOf(top), 'list', '--json'], { cwd: top });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => (err += String(text)));
    child.on('close', (code) => {
      resolve({ code, out, err });
    });
  });
}
