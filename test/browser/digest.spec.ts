// A run is a function of scenario, design and schedule: the same in Node, in the page and in a worker
// thread. Chance chooses the schedules; the seeds are in the names, so that a failure can be repeated.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { Question } from './digest.worker';
import { expect, test } from './fixtures';

const top = fileURLToPath(new URL('../..', import.meta.url));
const STEPS = 60;

const RUNS = [
  ...[1, 2, 3, 4].map((seed) => ({
    scenario: 'crash-before-publish',
    design: seed % 2 ? 'naive' : 'safe',
    seed,
  })),
  ...[5, 6, 7, 8].map((seed) => ({
    scenario: 'crash-after-publish',
    design: seed % 2 ? 'naive' : 'safe',
    seed,
  })),
  ...[9, 10, 11, 12].map((seed) => ({
    scenario: 'stale-version',
    design: seed % 2 ? 'naive' : 'safe',
    seed,
  })),
];

interface Ran {
  readonly digest: string;
  readonly link: string;
  readonly path: readonly string[];
}

// One after another: the command line builds its bundle where that is missing.
test.describe.configure({ mode: 'default' });

let worker = '';
test.beforeAll(async () => {
  worker = await workerText();
});

for (const { scenario, design, seed } of RUNS) {
  test(`${scenario}, ${design}, seed ${seed}: one digest in Node, page and worker`, async ({ page }) => {
    const inNode = runInNode(scenario, design, seed);
    expect(inNode.path.length).toBeGreaterThan(0);
    await page.route('**/digest.worker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: worker }),
    );
    await page.goto(inNode.link);
    await expect(page.getByRole('contentinfo')).toContainText(`of ${inNode.path.length}`);
    await expect(page.locator('html')).toHaveAttribute('data-digest', inNode.digest);
    expect(await digestInWorker(page, { scenario, design, path: inNode.path })).toBe(inNode.digest);
  });
}

function runInNode(scenario: string, design: string, seed: number): Ran {
  const chance = ['--random', '--seed', String(seed), '--steps', String(STEPS)];
  const args = ['src/cli/converge.js', 'run', scenario, '--design', design, ...chance, '--json'];
  const out = execFileSync(process.execPath, args, { cwd: top, encoding: 'utf8', maxBuffer: 64_000_000 });
  return JSON.parse(out) as Ran;
}

function digestInWorker(page: Page, question: Omit<Question, 'wasm'>): Promise<string> {
  return page.evaluate((asked) => {
    const [wasm] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm'));
    const thread = new Worker('digest.worker.js', { type: 'module' });
    return new Promise<string>((resolve, reject) => {
      thread.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
      thread.onerror = ({ message }) => reject(new Error(message));
      thread.postMessage({ ...asked, wasm: wasm?.name });
    });
  }, question);
}

/** The worker as one file, built as the page is. */
async function workerText(): Promise<string> {
  const entry = `${top}test/browser/digest.worker.ts`;
  const built = await build({
    ...{ root: top, configFile: false, publicDir: false, logLevel: 'silent' },
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs.filter((one) => one.type === 'chunk');
  if (chunk === undefined || outputs.length > 1) throw new Error('The worker is not one file.');
  return chunk.code;
}
