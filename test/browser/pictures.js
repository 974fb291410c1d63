// @ts-check
// Takes pictures of the built page for people to look at: the designed moments of one lesson, in three sizes,
// both languages, light and dark. `node test/browser/pictures.js [part of a name]`; the pictures go to
// reports/screens.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_ARGS, findChromium } from '../tools/chromium.js';

/** What people look at the page on. */
export const SIZES = [
  { name: 'a large screen', viewport: { width: 1440, height: 900 }, hasTouch: false },
  { name: 'a small screen', viewport: { width: 1280, height: 800 }, hasTouch: false },
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true },
];

const LOCALES = ['en', 'zh-CN'];
const THEMES = /** @type {const} */ (['light', 'dark']);
const LESSON = 'crash-after-publish';
const FAULT = 'crash:dispatcher';
const STEPS_MAX = 60;
const TABS = { run: 0, next: 1, state: 2, lesson: 3 };

/** @typedef {import('playwright').Page} Page */
/** @typedef {(moment: string) => Promise<void>} Take */

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
  const hasEmbed = existsSync(`${top}src/embed.html`);
  for (const { viewport, hasTouch } of SIZES) {
    for (const locale of LOCALES) {
      for (const colorScheme of THEMES) {
        const look = `${viewport.width}-${locale}-${colorScheme}`;
        if (wanted !== '' && !look.includes(wanted)) continue;
        const use = { baseURL, viewport, hasTouch, isMobile: hasTouch, locale, colorScheme };
        const context = await browser.newContext(use);
        const page = await context.newPage();
        await takeMoments(page, async (moment) => {
          await page.mouse.move(0, 0);
          await page.waitForTimeout(700);
          await page.screenshot({ path: `${folder}/${moment}-${look}.png` });
        });
        if (hasEmbed) {
          await page.goto(`embed.html?scenario=${LESSON}&lang=${locale}`);
          await page.waitForTimeout(1500);
          await page.screenshot({ path: `${folder}/embed-${look}.png` });
        }
        await context.close();
      }
    }
  }
  await browser.close();
  await server.close();
}

/** One walk through a lesson, and then everything opened. @param {Page} page @param {Take} take */
async function takeMoments(page, take) {
  const isPhone = (page.viewportSize()?.width ?? 0) < 900;
  /** @param {keyof TABS} tab */
  const show = async (tab) => {
    if (isPhone) await page.getByRole('tab').nth(TABS[tab]).click();
  };
  /** @param {string} stage */
  const at = (stage) => page.locator(`[data-stage=${stage}]`);
  const primary = page.locator('[data-primary]:visible').first();

  await page.goto('');
  await take('course');
  await page.goto(`#/run/${LESSON}`);
  await at('watch').locator('.textual').last().click();
  await at('predict').locator('[data-choice]').nth(1).click();
  await take('start');
  await show('run');
  if (isPhone) await take('start-run');
  await show('lesson');
  await page.locator(`[data-choice][title="${FAULT}"]:visible`).first().click();
  for (let i = 0; i < STEPS_MAX && (await at('break').count()) > 0; i += 1) await primary.click();
  await take('violation');
  if (isPhone) {
    await show('run');
    await take('phone-run');
    await show('state');
    await take('phone-state');
    await show('lesson');
  }
  const told = at('lost').locator('[data-choice]');
  await told.first().click();
  await take('mend');
  await page.getByRole('radio').first().check();
  await primary.click();
  await at('again').locator('.question').waitFor({ state: 'attached', timeout: 60_000 });
  await show('lesson');
  await take('predict');
  await at('again').locator('[data-choice]').first().click();
  await primary.click();
  await at('again').locator('.holds').waitFor({ state: 'attached', timeout: 60_000 });
  await show('lesson');
  await page.waitForTimeout(1000);
  await take('mended');
  await primary.click();
  await take('transfer');
  // The last guard of this lesson mends, and so does the one before.
  await page.getByRole('radio').last().check();
  await primary.click();
  await at('done').waitFor({ timeout: 60_000 });
  await take('done');
  await page.keyboard.press('w');
  await show('run');
  await take('workbench');
}
