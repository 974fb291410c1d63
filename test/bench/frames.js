// @ts-check
// Measures what a step costs on the screen: from the key to the frame that shows it, in a scenario as it is, and
// with so many runs on stage that it goes on for long. `node test/bench/frames.js [steps of the long run]`. No
// test: the numbers are those of this machine. The page is built for it, with one scenario made busy.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { CHROMIUM_ARGS, findChromium } from '../tools/chromium.js';

/** As it is in the gallery. */
const ORDINARY = 'answered-question-returns';
const ORDINARY_STEPS = 60;
/** Made busy. */
const SCENARIO = '02-crash-after-publish';
const MEASURED = 100;
const GOAL_MS = 32;
const READ_MS = 2_000;
const LONG = Number(process.argv[2] ?? 2_000);
/** A run has about eleven steps here. */
const SUBMISSIONS = Math.ceil(LONG / 10);

const top = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'converge-frames-'));
await buildPage();
const server = await preview({
  ...{ root: `${top}src`, configFile: false, logLevel: 'silent', build: { outDir: folder } },
  preview: { host: '127.0.0.1', port: 0 },
});
const executablePath = findChromium();
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) });
try {
  await measureOrdinary();
  await measure();
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
}

/** @param {string} id */
async function opened(id) {
  const baseURL = server.resolvedUrls?.local[0] ?? '';
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => console.error(error.stack));
  await page.goto(`#/run/${id}`);
  await page.getByRole('slider').waitFor();
  return page;
}

async function measureOrdinary() {
  const page = await opened(ORDINARY);
  // Whoever opens a page reads it first.
  await page.waitForTimeout(READ_MS);
  const keys = { 'taken for the first time': 'ArrowRight', back: 'ArrowLeft', again: 'ArrowRight' };
  /** @type {number[]} */
  const medians = [];
  for (const [what, key] of Object.entries(keys)) {
    const times = await page.evaluate(framesOf, { times: ORDINARY_STEPS, key });
    medians.push(report(`${ORDINARY}, ${what}`, times));
  }
  const [first = 0, , again = 0] = medians;
  console.log(
    `taken for the first time a step takes ${(first / again).toFixed(2)} times what it takes again`,
  );
  await page.close();
}

async function measure() {
  const page = await opened(SCENARIO.slice(3));
  const short = await step(page, 'workbench, from its start');
  await page.getByRole('button', { name: 'To quiet' }).click();
  const slider = page.getByRole('slider');
  const steps = Number(await slider.getAttribute('max'));
  if (steps <= LONG) console.log(`The run ends after ${steps} steps.`);
  await slider.fill(String(LONG));
  // From here on the steps are new ones, after so many others.
  await page.locator('[data-panel=do] li button').first().click();
  const long = await step(page, `workbench, past step ${LONG}`);
  console.log(`past step ${LONG} it takes ${(long / short).toFixed(2)} times what it took from the start`);
  report('stepping back there', await page.evaluate(framesOf, { times: MEASURED, key: 'ArrowLeft' }));
  await page.close();
}

/** @param {import('playwright').Page} page @param {string} where */
async function step(page, where) {
  return report(where, await page.evaluate(framesOf, { times: MEASURED, key: 'ArrowRight' }));
}

/** The page with a scenario whose workers have a great deal to do. */
async function buildPage() {
  const file = `${top}scenarios/${SCENARIO}/scenario.json`;
  const scenario = JSON.parse(readFileSync(file, 'utf8'));
  const numbers = Array.from({ length: SUBMISSIONS }, (_, i) => String(i + 1));
  // Without its lesson it opens in the workbench.
  delete scenario.lesson;
  scenario.given = {
    orders: numbers.map((n) => ({ order: `ord_${n}`, total: '100.00' })),
    browsers: { 'browser-1': { person: 'alice', watches: 'run_1' } },
    runs: numbers.map((n) => ({
      ...{ run: `run_${n}`, by: 'alice', order: `ord_${n}`, amount: '25.00' },
      ...{ attempts: 3, history: ['submitted'] },
    })),
  };
  const limits = `${top}src/scenario/fields.ts`;
  /** @type {import('vite').Plugin} */
  const busy = {
    name: 'busy-scenario',
    enforce: 'pre',
    load(id) {
      if (!id.startsWith(file)) return null;
      const text = JSON.stringify(scenario);
      // What is shown of it before the engine is there is taken from the text itself.
      return id.endsWith('?outline') ? text : `export default ${JSON.stringify(text)}`;
    },
    // An author's file stays small; this one is ours.
    transform: (code, id) => (id === limits ? code.replace(/\b(entries|runs): \d+/g, '$1: 1_000') : null),
  };
  await build({
    ...{ configFile: `${top}vite.config.ts`, logLevel: 'silent', plugins: [busy] },
    build: { outDir: folder, emptyOutDir: true },
  });
}

/**
 * In the page: milliseconds from a key to the task after the frame that it asked for.
 * @param {{ times: number, key: string }} asked
 */
async function framesOf({ times, key }) {
  const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  const task = () => new Promise((resolve) => setTimeout(resolve));
  /** @type {number[]} */
  const all = [];
  for (let i = 0; i < times; i += 1) {
    await frame();
    await task();
    const start = performance.now();
    globalThis.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key }));
    await frame();
    await task();
    all.push(performance.now() - start);
  }
  return all;
}

/** Returns the median. @param {string} what @param {number[]} times */
function report(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  /** @param {number} share */
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [median, high] = [at(0.5), at(0.95)];
  console.log(
    `${what}: p50 ${median.toFixed(1)} ms, p95 ${high.toFixed(1)} ms of ${sorted.length} (goal ${GOAL_MS} ms)`,
  );
  return median;
}
