// @ts-check
// Takes pictures of the built page for people to look at: every scenario at its first broken property and at
// its safe end, in three sizes, both languages, light and dark. `node test/browser/pictures.js [part of a
// name]`; the pictures go to reports/screens.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_ARGS, findChromium } from '../tools/chromium.js';

/** What people look at the page on. */
export const SIZES = [
  { name: 'a large screen', viewport: { width: 1440, height: 900 }, hasTouch: false },
  { name: 'a small screen', viewport: { width: 1280, height: 800 }, hasTouch: false },
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true },
];
export const LOCALES = ['en', 'zh-CN'];

const THEMES = /** @type {const} */ (['light', 'dark']);
const DESIGNS = ['naive', 'safe'];

if (process.argv[1] === fileURLToPath(import.meta.url)) await takeAll(process.argv[2] ?? '');

/** @param {string} wanted */
async function takeAll(wanted) {
  const top = fileURLToPath(new URL('../..', import.meta.url));
  const folder = `${top}reports/screens`;
  mkdirSync(folder, { recursive: true });
  const { chromium } = await import('playwright');
  const { preview } = await import('vite');
  const server = await preview({
    ...{ root: `${top}src`, configFile: false, build: { outDir: '../dist' } },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const baseURL = server.resolvedUrls?.local[0] ?? '';
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) });
  for (const { viewport, hasTouch } of SIZES) {
    for (const locale of LOCALES) {
      for (const colorScheme of THEMES) {
        const context = await browser.newContext({ baseURL, viewport, hasTouch, locale, colorScheme });
        await takePictures(
          await context.newPage(),
          `${viewport.width}-${locale}-${colorScheme}`,
          wanted,
          folder,
        );
        await context.close();
      }
    }
  }
  await browser.close();
  await server.close();
}

/** @param {import('playwright').Page} page @param {string} look @param {string} wanted @param {string} folder */
async function takePictures(page, look, wanted, folder) {
  await page.goto('');
  const options = page.locator('.scenario option');
  const scenarios = await options.evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
  for (const scenario of scenarios) {
    for (const design of DESIGNS) {
      const name = `${scenario}-${design}-${look}`;
      if (!name.includes(wanted)) continue;
      await page.locator('.scenario select').selectOption(scenario);
      await page.locator('.design select').selectOption(design);
      await page.locator('button.faults').click();
      const broken = page.locator('.property.violated button').first();
      if (await broken.count()) await broken.click();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: `${folder}/${name}.png` });
    }
  }
}
