// A run is a function of scenario, design and schedule: the same in Node, in the page that its link opens and
// in a worker thread. Chance chooses the schedules; the seeds are in the names, so that a failure can be
// repeated with `run --random --json`, which this does here without starting a process for each.
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { readScenarios } from '../../src/cli/files';
import { runDocument } from '../../src/scenario/document';
import { runScenario } from '../../src/scenario/run';
import type { Scenario, ScenarioDesign } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';
import type { Question } from './digest.worker';
import { expect, test } from './fixtures';
import { fileOf } from './words';

const top = fileURLToPath(new URL('../..', import.meta.url));
const STEPS = 60;
const SEEDS_PER_PAGE = 5;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

/** Every design of every scenario; the seeds are spread over them. */
const STAGES = readScenarios([]).flatMap((scenario) =>
  scenario.designs.map((design) => ({ scenario, design })),
);

// A few to a page, one link after another, for opening the engine takes far longer than a run.
for (let first = 0; first < SEEDS.length; first += SEEDS_PER_PAGE) {
  const seeds = SEEDS.slice(first, first + SEEDS_PER_PAGE);
  test(`seeds ${seeds.join(', ')}: one digest in Node, page and worker`, async ({ page }) => {
    const systems = new Systems(await openSqlite());
    await serveWorker(page);
    for (const seed of seeds) {
      const { scenario, design } = STAGES[Math.floor((seed * STAGES.length) / SEEDS.length) - 1]!;
      await test.step(`${scenario.id}, ${design.name}, seed ${seed}`, () =>
        compare(page, systems, scenario, design, seed));
    }
  });
}

async function compare(
  page: Page,
  systems: Systems,
  scenario: Scenario,
  design: ScenarioDesign,
  seed: number,
): Promise<void> {
  const random = { random: { seed, steps: STEPS } };
  const { digest, link, path } = runDocument(runScenario(systems, scenario, design, {}, random));
  expect(path.length).toBeGreaterThan(0);
  await page.goto(link!);
  await expect(page.locator('html')).toHaveAttribute('data-digest', digest);
  await expect(page.getByRole('contentinfo')).toContainText(`of ${path.length}`);
  await expect(page.getByRole('status')).toHaveText('');
  const text = JSON.stringify(fileOf(scenario.id));
  const { overrides } = design;
  expect(await digestInWorker(page, { id: scenario.id, text, overrides, path })).toBe(digest);
}

async function serveWorker(page: Page): Promise<void> {
  await page.route('**/digest.worker.js', async (route) =>
    route.fulfill({ contentType: 'text/javascript', body: await workerText() }),
  );
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

let built: Promise<string> | null = null;

/** The worker as one file, built as the page is, once for each process that runs tests. */
function workerText(): Promise<string> {
  built ??= buildWorker();
  return built;
}

async function buildWorker(): Promise<string> {
  const entry = `${top}test/browser/digest.worker.ts`;
  const all = await build({
    ...{ root: top, configFile: false, publicDir: false, logLevel: 'silent' },
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  });
  const outputs = [all].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs.filter((one) => one.type === 'chunk');
  if (chunk === undefined || outputs.length > 1) throw new Error('The worker is not one file.');
  return chunk.code;
}
