// What has to come before there is something to see, compressed as a site would send it. Fonts and the engine
// come later, and are no part of it.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const INITIAL_KB_MAX = 110;

test(`the course is drawn from at most ${INITIAL_KB_MAX} kB of scripts`, async ({ page }) => {
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const scripts = await scriptsBefore(page, await firstPaint(page));
  const kB = await gzipped(page, scripts);
  console.log(`scripts of the course page: ${scripts.length}, ${kB.toFixed(1)} kB`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(kB).toBeLessThanOrEqual(INITIAL_KB_MAX);
});

test('a lesson opened by its address fetches no script twice', async ({ page }) => {
  await page.goto('#/run/crash-after-publish');
  await expect(page.locator('[data-primary]')).toBeVisible();
  const scripts = await scriptsBefore(page, Infinity);
  const [wasm] = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')),
  );
  console.log(`scripts of a lesson: ${scripts.length}, ${(await gzipped(page, scripts)).toFixed(1)} kB`);
  console.log(`database: ${(await gzipped(page, [wasm!.name])).toFixed(1)} kB`);
  expect(new Set(scripts).size).toBe(scripts.length);
});

/** When something was on screen for the first time (ms). */
function firstPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const seen = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    while (seen() === undefined) await new Promise(requestAnimationFrame);
    return seen()!;
  });
}

async function scriptsBefore(page: Page, time: number): Promise<readonly string[]> {
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  );
  return fetched
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= time)
    .map(({ name }) => name);
}

async function gzipped(page: Page, addresses: readonly string[]): Promise<number> {
  const bodies = await Promise.all(addresses.map(async (one) => (await page.request.get(one)).body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length / 1000, 0);
}
