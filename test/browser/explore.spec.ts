// The screen that tries every order, as somebody uses it: what is searched elsewhere is shown here, and what was
// found becomes a run like any other. How little it disturbs the page is measured and printed.
import type { Page } from '@playwright/test';
import type { Locale } from '../../src/i18n/messages';
import { expect, test } from './fixtures';
import { inspect } from './inspect';
import { SIZES } from './pictures.js';
import { told } from './words';

const PAID_TWICE = 'crash-after-publish';
const SMALL = 'stale-version';
const { page: words } = told(PAID_TWICE, 'en');
const control = (page: Page, name: string) => page.locator(`[data-explore=${name}]`);
const state = (page: Page) => page.locator('[data-explore-state]');
const root = (page: Page) => page.locator('html');

async function openExplore(page: Page, id: string, design: 'naive' | 'safe' = 'naive'): Promise<void> {
  await page.goto(`#/run/${id}`);
  await expect(page.locator('[data-stage]')).toBeVisible();
  if (design === 'safe')
    await page.getByRole('button', { name: words.lab.designs.safe, exact: true }).click();
  await page.keyboard.press('e');
  await expect(control(page, 'start')).toBeVisible();
}

/** The digest of the run on stage, once it is drawn. */
async function digest(page: Page): Promise<string> {
  await expect(root(page)).toHaveAttribute('data-digest', /^[0-9a-f]{64}$/);
  return (await root(page).getAttribute('data-digest')) ?? '';
}

test('a refund paid twice is found, opened at its last step, and held off by the safe design', async ({
  page,
}) => {
  await page.addInitScript(recordThread);
  await openExplore(page, PAID_TWICE);
  await page.evaluate(watchFrames);
  await control(page, 'start').click();
  await expect(control(page, 'open')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-property=S21]')).toContainText(words.explore.brokenWith({ faults: 1 }));
  await control(page, 'stop').click();
  await expect(state(page)).toHaveAttribute('data-explore-state', 'halted');
  const measured = await page.evaluate(() => globalThis.measured());
  console.log(`explore, page: ${JSON.stringify(measured)}`);
  expect(measured.progress).toBeGreaterThan(0);
  expect(measured.stopMs).not.toBeNull();

  const steps = Number(
    /(\d+) steps?$/.exec(await page.getByRole('heading', { name: 'S21 broken' }).innerText())?.[1],
  );
  await control(page, 'save').click();
  const link = await page.getByLabel(words.explore.link).inputValue();
  await expect(page.getByLabel(words.explore.command)).toHaveValue(
    /^npx converge explore crash-after-publish --design naive .*--property S21 --record crash-after-publish-s21$/,
  );
  await control(page, 'open').click();
  await expect(page.getByRole('contentinfo')).toContainText(`Step ${steps} of ${steps}`);
  await expect(page.getByText(words.page.verdictAt.always({ step: steps }))).toBeVisible();
  const opened = await digest(page);

  await page.keyboard.press('e');
  await control(page, 'safe').click();
  await expect(page.getByRole('button', { name: words.lab.designs.safe, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('heading', { name: words.page.properties }).first()).toContainText('0 broken');
  expect(await digest(page)).not.toBe(opened);

  // The same path, in a page that knows of no search.
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('contentinfo')).toContainText(`Step ${steps} of ${steps}`);
  expect(await digest(page)).toBe(opened);
});

test('a design that holds ends with nothing within these bounds, and a search can be paused', async ({
  page,
}) => {
  await openExplore(page, SMALL, 'safe');
  await control(page, 'start').click();
  await control(page, 'pause').click();
  await expect(state(page)).toHaveAttribute('data-explore-state', 'paused');
  const paused = await control(page, 'worlds').innerText();
  await page.waitForTimeout(400);
  expect(await control(page, 'worlds').innerText()).toBe(paused);
  await control(page, 'resume').click();
  await expect(control(page, 'nothing')).toHaveText(words.explore.nothing, { timeout: 60_000 });
  await expect(state(page)).toHaveAttribute('data-explore-state', 'done');
});

test('the keys lead in, begin a search where the run stands, and lead out to where the focus was', async ({
  page,
}) => {
  await page.goto(`#/run/${SMALL}`);
  await expect(page.locator('[data-stage]')).toBeVisible();
  await page.keyboard.press('w');
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('contentinfo')).toContainText('Step 2 of 2');
  await page.getByRole('button', { name: words.lab.exploreFromHere }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.explore.fromStep({ step: 2 }))).toBeVisible();
  await expect(page.getByRole('heading', { name: words.explore.title })).toBeFocused();
  // Behind the screen the run stands still.
  await page.keyboard.press('ArrowRight');
  await control(page, 'start').focus();
  await page.keyboard.press('Enter');
  await expect(control(page, 'open')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('contentinfo')).toContainText('Step 2 of 2');
  await expect(page.locator('[data-opens=explore]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(control(page, 'open')).toBeVisible();
  await page.getByRole('button', { name: words.explore.toStart }).click();
  await expect(page.getByText(words.explore.fromStart)).toBeVisible();
});

for (const [i, { name, ...use }] of SIZES.entries()) {
  test.describe(`on ${name}`, () => {
    test.use({ ...use, isMobile: use.hasTouch, colorScheme: i % 2 === 0 ? 'light' : 'dark' });

    test('the screen is readable and large enough to hit, before and after, in both languages', async ({
      page,
    }) => {
      await page.goto(`#/run/${SMALL}`);
      await page.locator('[data-opens=explore]').click();
      await expect(control(page, 'start')).toBeVisible();
      await inspect(page, 'bounds in en', use.hasTouch);
      await speak(page, 'zh-CN');
      await inspect(page, 'bounds in zh-CN', use.hasTouch);
      await control(page, 'start').click();
      await expect(control(page, 'open')).toBeVisible({ timeout: 60_000 });
      await control(page, 'save').click();
      await expect(state(page)).toHaveAttribute('data-explore-state', 'done', { timeout: 60_000 });
      await inspect(page, 'found in zh-CN', use.hasTouch);
      await speak(page, 'en');
      await inspect(page, 'found in en', use.hasTouch);
    });
  });
}

/** Changes the language where the screen has a button for it, on a phone in the sheet. */
async function speak(page: Page, locale: Locale): Promise<void> {
  const button = page.getByRole('button', { name: locale === 'en' ? 'English' : '中文', exact: true });
  const isInSheet = !(await button.isVisible());
  if (isInSheet) {
    const { lab } = told(SMALL, locale === 'en' ? 'zh-CN' : 'en').page;
    await page.getByRole('button', { name: lab.shareAndMore }).click();
  }
  await button.click();
  if (isInSheet) await page.keyboard.press('Escape');
  await expect(root(page)).toHaveAttribute('lang', locale);
}

interface Measured {
  readonly seconds: number;
  readonly frames: number;
  readonly frameP95: number;
  readonly frameMax: number;
  readonly longTasks: readonly number[];
  readonly progress: number;
  readonly progressPerSecond: number;
  readonly stopMs: number | null;
}

declare global {
  var heard: { readonly at: number; readonly is: string }[];
  var measured: () => Measured;
}

/** Before the page: what its search thread says, and when. */
function recordThread(): void {
  globalThis.heard = [];
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }: MessageEvent<{ readonly is: string }>) => {
        globalThis.heard.push({ at: performance.now(), is: data.is });
      });
    }
  };
}

/** In the page: how long frames are while a search goes on, and how long it takes to stop one. */
function watchFrames(): void {
  const [frames, longTasks]: [number[], number[]] = [[], []];
  let last = performance.now();
  let stopped: number | null = null;
  const frame = (now: number): void => {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
  }).observe({ type: 'longtask' });
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('[data-explore=stop]')) stopped = performance.now();
    },
    { capture: true },
  );
  globalThis.measured = () => {
    const { heard } = globalThis;
    const sorted = frames.toSorted((a, b) => a - b);
    const begun = heard.find(({ is }) => is === 'ready')?.at ?? 0;
    const halted = heard.findLast(({ is }) => is === 'halted' || is === 'done')?.at;
    const seconds = ((halted ?? last) - begun) / 1_000;
    const progress = heard.filter(({ is }) => is === 'progress').length;
    const round = (n: number): number => Math.round(n * 10) / 10;
    return {
      ...{ seconds: round(seconds), frames: frames.length, longTasks, progress },
      frameP95: round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
      frameMax: round(sorted.at(-1) ?? 0),
      progressPerSecond: round(progress / seconds),
      stopMs: halted === undefined || stopped === null ? null : round(halted - stopped),
    };
  };
}
