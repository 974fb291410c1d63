// The built page as a person uses it: every scenario from its start to its end, by keys and by pointer.
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

interface File {
  readonly designs: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, { readonly violated: readonly string[] }>>;
}

const scenarios = readdirSync('scenarios').map((folder) => ({
  id: folder.replace(/^\d+-/, ''),
  file: JSON.parse(readFileSync(`scenarios/${folder}/scenario.json`, 'utf8')) as File,
  words: JSON.parse(readFileSync(`scenarios/${folder}/en.json`, 'utf8')) as { title: string },
}));
const [first] = scenarios;

const position = (page: Page) => page.getByRole('contentinfo').getByText(/^Step \d+ of \d+$/);
const quiet = (page: Page) => page.getByText('Quiet: nothing is left to happen.');
const scenarioSelect = (page: Page) => page.getByLabel('Scenario');
const designSelect = (page: Page) => page.getByLabel('Design');
const runFaults = (page: Page) => page.getByRole('button', { name: 'Run the faults' });

async function open(page: Page, id: string, design = 'safe'): Promise<void> {
  await page.goto('');
  await scenarioSelect(page).selectOption(id);
  await designSelect(page).selectOption(design);
  await expect(position(page)).toHaveText('Step 0 of 0');
}

for (const { id, file, words } of scenarios) {
  test.describe(id, () => {
    test('is walked to its end with the arrow key, and back', async ({ page }) => {
      await open(page, id);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
      while (!(await quiet(page).isVisible())) await page.keyboard.press('ArrowRight');
      const end = (await position(page).textContent()) ?? '';
      const steps = /of (\d+)/.exec(end)?.[1] ?? '';
      expect(Number(steps)).toBeGreaterThan(10);
      await page.keyboard.press('ArrowLeft');
      await expect(position(page)).toHaveText(`Step ${Number(steps) - 1} of ${steps}`);
      await page.keyboard.press('Home');
      await expect(position(page)).toHaveText(`Step 0 of ${steps}`);
      await page.keyboard.press('End');
      await expect(position(page)).toHaveText(`Step ${steps} of ${steps}`);
    });

    test('is walked to its end with the pointer', async ({ page }) => {
      await open(page, id);
      const next = page
        .getByRole('region', { name: /What could happen next/ })
        .getByRole('button')
        .first();
      await next.click();
      await expect(page.getByRole('region', { name: /Just happened/ })).toContainText('Step 1');
      const step = page.getByRole('button', { name: 'Step', exact: true });
      while (await step.isEnabled()) await step.click();
      await expect(quiet(page)).toBeVisible();
    });

    for (const design of Object.keys(file.designs)) {
      const { violated } = file.expect[design]!;
      const claim = violated.length === 0 ? 'breaks nothing' : `breaks ${violated.join(', ')}`;
      test(`under its faults the ${design} design ${claim}`, async ({ page }) => {
        await open(page, id, design);
        await runFaults(page).click();
        const properties = page.getByRole('region', { name: /Properties/ });
        await expect(properties).toContainText(`${violated.length} broken`);
        for (const property of violated) {
          const line = properties.locator('.violated', { hasText: property });
          await expect(line).toContainText(/broken at \d+|never reached/);
        }
        await expect(page.getByRole('status')).toHaveText('');
      });
    }
  });
}

test('a broken property leads to the step that broke it', async ({ page }) => {
  await open(page, first!.id, 'naive');
  await runFaults(page).click();
  await page.getByRole('button', { name: /^broken at/ }).click();
  const current = page.locator('[aria-current="step"]');
  await expect(current).toContainText('breaks S27');
  await expect(current).toBeInViewport();
});

test('the scrubber looks at any step, and another choice there starts a branch', async ({ page }) => {
  await open(page, first!.id);
  await page.getByRole('button', { name: 'To quiet' }).click();
  const end = (await position(page).textContent()) ?? '';
  await page.getByRole('slider', { name: 'Step shown' }).fill('4');
  await expect(position(page)).toHaveText(end.replace(/^Step \d+/, 'Step 4'));
  await page.getByRole('button', { name: 'API crashes' }).click();
  await expect(position(page)).toHaveText('Step 5 of 5');
  await expect(page.getByText('The old future stays as branch 1.')).toBeVisible();
  await page.getByLabel('Branch').selectOption({ index: 0 });
  await expect(position(page)).toHaveText(end);
});

test('each design keeps its own run', async ({ page }) => {
  await open(page, first!.id, 'naive');
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toHaveText('Step 1 of 1');
  await designSelect(page).selectOption('safe');
  await expect(position(page)).toHaveText('Step 0 of 0');
  await designSelect(page).selectOption('naive');
  await expect(position(page)).toHaveText('Step 1 of 1');
});

test('the root carries the digest of the branch, whatever step is looked at', async ({ page }) => {
  await open(page, first!.id);
  const digest = () => page.locator('html').getAttribute('data-digest');
  const none = await digest();
  await page.keyboard.press('ArrowRight');
  await expect.poll(digest).not.toBe(none);
  const one = await digest();
  await page.keyboard.press('ArrowLeft');
  await expect(position(page)).toHaveText('Step 0 of 1');
  expect([none, one, await digest()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), one, one]);
});

test('language and theme change in place and are kept', async ({ page }) => {
  await open(page, first!.id);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('contentinfo')).toContainText('第 1 步，共 1 步');
  await page.getByRole('button', { name: '深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test.describe('for somebody whose browser is Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the page speaks Chinese from the start', async ({ page }) => {
    await page.goto('');
    await expect(page.getByRole('heading', { name: '接下来可能发生' })).toBeVisible();
  });
});

test.describe('without storage', () => {
  test('the page works and forgets', async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('refused', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: refuse });
    });
    await open(page, first!.id);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});
