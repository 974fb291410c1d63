import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main';
import { converge, saidBy } from './converge';

// Processes take as long as the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'converge-'));
beforeAll(() => {
  converge(['help']);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function said(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main(args, { print: (text) => out.push(text), note: (text) => err.push(text) });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

interface Report {
  readonly states: number;
  readonly complete: boolean;
  readonly violations: readonly { property: string; faults: number; path: string[]; sampled: boolean }[];
}

const reportOf = async (...args: string[]): Promise<Report> =>
  JSON.parse((await said('explore', ...args, '--json')).out) as Report;

describe('converge explore', () => {
  it('prints the shortest way to break a property, which an ordinary run of its path breaks too', async () => {
    const { violations, complete } = await reportOf('stale-version', '--design', 'naive');
    expect(complete).toBe(true);
    expect(violations.map(({ property, faults, path: ids }) => [property, faults, ids.length])).toEqual([
      ['S17', 0, 3],
    ]);
    const schedule = path.join(folder, 'found.json');
    writeFileSync(schedule, JSON.stringify({ path: violations[0]!.path }));
    const run = async (design: string) => {
      const { out } = await said(
        'run',
        'stale-version',
        '--design',
        design,
        '--schedule',
        schedule,
        '--json',
      );
      return (JSON.parse(out) as { properties: Record<string, string> }).properties['S17'];
    };
    expect(await run('naive')).toBe('violated');
    expect(await run('safe')).toBe('holds');
  });

  it('says that nothing broke within the bounds, and no more', async () => {
    const { out, code } = await said('explore', 'stale-version');
    expect(code).toBe(0);
    expect(out).toContain('nothing broken within these bounds');
  });

  it('says where the bounds cut it short', async () => {
    const { complete, states } = await reportOf('crash-after-publish', '--bound', 'worlds=2000');
    expect([complete, states]).toEqual([false, 2001]);
    const { out } = await said('explore', 'crash-after-publish', '--bound', 'worlds=2000');
    expect(out).toContain('the bounds cut it short');
  });

  it('takes bounds for a fault anywhere or at one place, and actors that stand still', async () => {
    const still = ['--still', 'browser-2'];
    const none = await reportOf(
      'crash-before-publish',
      '--design',
      'naive',
      ...still,
      '--bound',
      'crash api=0',
    );
    expect(none.violations).toEqual([]);
    const one = await reportOf('crash-before-publish', '--design', 'naive', ...still, '--bound', 'crash=1');
    expect(one.violations.map(({ property }) => property)).toContain('S27');
  });

  it('walks on by chance beyond the bounds, and says that it is a sample', async () => {
    const { violations } = await reportOf(
      ...[
        'crash-before-publish',
        '--design',
        'naive',
        '--bound',
        'worlds=100',
        '--seed',
        '1',
        '--walks',
        '300',
      ],
    );
    const found = violations.find(({ property }) => property === 'S27');
    expect(found).toMatchObject({ sampled: true });
  });

  it('makes a scenario of what it found, which passes check', async () => {
    const into = ['--into', folder];
    const { code, err } = await said(
      ...['explore', 'stale-version', '--design', 'naive', '--record', 'found-by-search', ...into],
    );
    expect([code, err]).toEqual([0, expect.any(String)]);
    const made = path.join(folder, '01-found-by-search', 'scenario.json');
    expect(existsSync(made)).toBe(true);
    expect((JSON.parse(readFileSync(made, 'utf8')) as { expect: object }).expect).toMatchObject({
      naive: { violated: ['S17'] },
      safe: { violated: [] },
    });
  });

  it.each([
    [['--bound', 'crash'], '--bound: found "crash"; expected key=value'],
    [['--bound', 'crsh=1'], 'did you mean crash?'],
    [['--bound', 'crash=99'], 'crash up to 6'],
    [['--bound', 'crash browser-9=1'], 'expected a fault'],
    [['--still', 'worker-9'], '--still: found "worker-9"; expected one of browser-1'],
    [['--property', 'S99'], '--property: found "S99"; expected one of S01'],
  ])('refuses %j and says what would be right', async (args, message) => {
    const { code, err, out } = await said('explore', 'stale-version', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});

describe('converge ablate', () => {
  it('gives the same rows in one thread and in two', () => {
    const rows = (threads: number) => {
      const ended = converge(['ablate', '--decision', 'auth.reads', '--threads', String(threads), '--json']);
      expect(ended.code, saidBy(ended)).toBe(0);
      return JSON.parse(ended.out) as readonly object[];
    };
    const [one, two] = [rows(1), rows(2)];
    expect(two).toEqual(one);
    expect(one).toMatchObject([
      { alternative: 'create_only', with: [], property: 'S38', faults: 0, steps: 3, coveredBy: [] },
      { alternative: 'unguessable_id', with: [], property: 'S38', faults: 0, steps: 3, coveredBy: [] },
    ]);
  });

  it('refuses a decision that there is not', async () => {
    const { code, err } = await said('ablate', '--decision', 'outbox.mod');
    expect(code).toBe(2);
    expect(err).toContain('did you mean outbox.mode?');
  });
});
