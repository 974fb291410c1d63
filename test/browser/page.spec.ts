// The page around the lessons: where addresses lead, what is kept, what is said when something is refused or
// does not load, and that nothing moves for those who want that.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { inspect } from './inspect';
import { SCENARIOS, told } from './words';

const FIRST = 'crash-after-publish';
const { page: words, title, lesson } = told(FIRST, 'en');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const position = (page: Page) => page.getByRole('contentinfo');
const stage = (page: Page) => page.locator('[data-stage]');

async function openWorkbench(page: Page, id = FIRST): Promise<void> {
  await page.goto(`#/run/${id}`);
  await expect(page.locator('[data-primary]')).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByRole('heading', { name: words.page.whatCouldHappen })).toBeVisible();
}

test('the browser leads back from a lesson to the course, and on again', async ({ page }) => {
  await page.goto('');
  await page.locator(`[data-choice][href="#/run/${FIRST}"]`).click();
  await expect(stage(page)).toHaveAttribute('data-stage', 'watch');
  await page.goBack();
  await expect(heading(page)).toHaveText(words.course.title);
  await page.goForward();
  await expect(heading(page)).toHaveText(title);
  await expect(stage(page)).toHaveAttribute('data-stage', 'watch');
});

test('an address that is left and come back to at once begins its lesson anew', async ({ page }) => {
  await page.goto(`#/run/${FIRST}`);
  await expect(stage(page)).toHaveAttribute('data-stage', 'watch');
  // Both changes are heard of when the second one stands already.
  await page.evaluate((id) => {
    location.hash = '#/';
    location.hash = `#/run/${id}`;
  }, FIRST);
  await expect(stage(page)).toHaveAttribute('data-stage', 'watch');
  await expect(page.getByRole('button', { name: words.lesson.skipWatching })).toBeVisible();
});

test('the list of scenarios leads to each of them, and each address opens its own', async ({ page }) => {
  await page.goto(`#/run/${FIRST}`);
  for (const id of SCENARIOS) {
    await page.getByLabel(words.lab.scenarios).selectOption(id);
    await expect(page).toHaveURL(new RegExp(`#/run/${id}$`));
    await expect(heading(page)).toHaveText(told(id, 'en').title);
    await expect(stage(page)).toContainText(told(id, 'en').lesson.setting);
  }
});

test('two safe designs are one press apart, as a naive and a safe one are', async ({ page }) => {
  const id = 'two-ways-to-the-worker';
  await openWorkbench(page, id);
  const designs = page.getByRole('group', { name: words.lab.design }).getByRole('button');
  await expect(designs).toHaveText([words.lab.designs.safe, told(id, 'en').designs['database'] as string]);
  await designs.nth(1).click();
  await expect(designs.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('queue.mode')).toBeVisible();
});

test('language and theme change in place and are kept', async ({ page }) => {
  const zh = told(FIRST, 'zh-CN');
  await page.goto(`#/run/${FIRST}`);
  await expect(stage(page)).toContainText(lesson.setting);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(stage(page)).toContainText(zh.lesson.setting);
  await page.getByRole('button', { name: zh.page.page.darkTheme }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(heading(page)).toHaveText(zh.page.course.title);
});

test('progress is kept, and goes on from the course page', async ({ page }) => {
  await page.goto(`#/run/${FIRST}`);
  await page.getByRole('button', { name: words.lesson.skipWatching }).click();
  await page.goto('');
  await page.reload();
  const link = page.getByRole('link', { name: words.course.goOn({ title }) });
  await link.click();
  await expect(heading(page)).toHaveText(title);
});

test('the root carries the digest of the branch, whatever step is looked at', async ({ page }) => {
  await openWorkbench(page);
  const root = page.locator('html');
  const drawn = async (): Promise<string> => {
    await expect(root).toHaveAttribute('data-digest', /^[0-9a-f]{64}$/);
    return (await root.getAttribute('data-digest')) ?? '';
  };
  const none = await drawn();
  await page.keyboard.press('ArrowRight');
  await expect(root).not.toHaveAttribute('data-digest', none);
  const one = await drawn();
  expect(one).not.toBe(none);
  await page.keyboard.press('ArrowLeft');
  await expect(position(page)).toContainText('Step 0 of 1');
  expect(await drawn()).toBe(one);
});

test('another choice in the past starts a branch, and the old future stays', async ({ page }) => {
  await openWorkbench(page);
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('slider', { name: words.page.scrubber }).fill('4');
  await expect(position(page)).toContainText('Step 4 of 6');
  await page
    .getByRole('button', { name: /API crashes/ })
    .first()
    .click();
  await expect(position(page)).toContainText('Step 5 of 5');
  await expect(page.getByRole('status')).toContainText(words.page.forked({ branch: 1 }));
  await page.getByLabel(words.page.branch).selectOption({ index: 0 });
  await expect(position(page)).toContainText('of 6');
});

test('each design keeps its own run', async ({ page }) => {
  await openWorkbench(page);
  const design = (name: string) => page.getByRole('button', { name, exact: true });
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toContainText('Step 1 of 1');
  await design(words.lab.designs.safe).click();
  await expect(position(page)).toContainText('Step 0 of 0');
  await design(words.lab.designs.naive).click();
  await expect(position(page)).toContainText('Step 1 of 1');
});

test('a run that ends whole is no dead end: the last choice can be taken back', async ({ page }) => {
  await page.goto(`#/run/${FIRST}`);
  await page.getByRole('button', { name: words.lesson.skipWatching }).click();
  await page.getByRole('button', { name: words.lesson.skip }).click();
  const lost = page.getByRole('heading', { name: words.lesson.lostLabel });
  for (let i = 0; i < 60 && !(await lost.isVisible()); i += 1) await page.keyboard.press('Enter');
  await inspect(page, 'nothing broke', false);
  await page.getByRole('button', { name: words.lesson.undo }).click();
  await expect(page.locator('[data-choice][title="crash:dispatcher"]')).toBeVisible();
});

test('the last rung of the hints marks the useful step, and the lesson no longer counts', async ({
  page,
}) => {
  await page.goto(`#/run/${FIRST}`);
  await page.getByRole('button', { name: words.lesson.skipWatching }).click();
  await page.getByRole('button', { name: words.lesson.skip }).click();
  for (let rung = 0; rung < 4; rung += 1) await page.keyboard.press('h');
  await expect(stage(page)).toContainText(lesson.hints.rule);
  await expect(stage(page)).toContainText(words.lesson.shownStep);
  await expect(page.locator('[data-choice].shown')).toHaveAttribute('title', 'crash:dispatcher');
  await inspect(page, 'all hints open', false);
});

test.describe('where storage is refused', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('refused', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: refuse });
    }),
  );

  test('the page works, says that nothing is kept, and forgets', async ({ page }) => {
    await page.goto(`#/run/${FIRST}`);
    await page.getByRole('button', { name: words.page.darkTheme }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: words.lesson.skipWatching }).click();
    await expect(stage(page)).toHaveAttribute('data-stage', 'predict');
    await expect(page.getByText(words.lesson.kept)).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
});

test.describe('where the database does not load', () => {
  test.use({ excused: /wasm|ERR_FAILED|ArrayBuffer/ });

  test('the reason is said, the scenario can be read, and trying again helps', async ({ page }) => {
    let isBroken = true;
    await page.route('**/*.wasm', (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto(`#/run/${FIRST}`);
    await expect(page.getByRole('status')).toContainText(words.page.databaseFailed({ reason: '' }).trim());
    await expect(page.locator('[data-panel=do]')).toContainText(title);
    await inspect(page, 'without a database', false);
    isBroken = false;
    await page.getByRole('button', { name: words.page.tryAgain }).click();
    await expect(stage(page)).toHaveAttribute('data-stage', 'watch');
  });
});

for (const [motion, moves] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  test.describe(`with prefers-reduced-motion: ${motion}`, () => {
    test.use({ contextOptions: { reducedMotion: motion } });

    test(moves ? 'a step is drawn in' : 'nothing moves', async ({ page }) => {
      await page.goto(`#/run/${FIRST}`);
      await page.getByRole('button', { name: words.lesson.skipWatching }).click();
      await page.getByRole('button', { name: words.lesson.skip }).click();
      await expect(page.locator('[data-choice][title="crash:dispatcher"]')).toBeVisible();
      const seen = await page.evaluate(async () => {
        const running: number[] = [];
        for (let i = 0; i < 6; i += 1) {
          document.querySelector<HTMLElement>('[data-primary]')!.click();
          for (let frame = 0; frame < 3; frame += 1) {
            await new Promise(requestAnimationFrame);
            const all = document.getAnimations();
            running.push(all.filter(({ playState }) => playState === 'running').length);
          }
        }
        return Math.max(...running);
      });
      if (moves) expect(seen).toBeGreaterThan(0);
      else expect(seen).toBe(0);
    });
  });
}
