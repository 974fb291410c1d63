// The maps of the run as a learner meets them: lit by the step, reached by keys, and silent for axe.
import { expect, test } from './fixtures';
import { inspect } from './inspect';
import { SIZES } from './pictures.js';
import { LOCALES, told } from './words';

/** By then the run has been claimed, whatever the design. */
const STEPS_MAX = 30;

for (const [i, { name, ...use }] of SIZES.entries()) {
  const locale = LOCALES[i % LOCALES.length]!;
  test.describe(`on ${name} in ${locale}`, () => {
    test.use({ ...use, isMobile: use.hasTouch, locale, colorScheme: locale === 'en' ? 'dark' : 'light' });

    test('each map is lit by the step, and nothing in it is too small or wrong', async ({ page }) => {
      const { page: words } = told('crash-after-publish', locale);
      const { maps } = words;
      await page.goto('#/run/crash-after-publish');
      await expect(page.locator('[data-primary]').filter({ visible: true }).first()).toBeVisible();
      await page.keyboard.press('w');
      const tab = page.getByRole('tab', { name: words.lab.tabs.state, exact: true });
      if (await tab.isVisible()) await tab.tap();
      const know = page.locator('[data-panel=know]');
      const open = (pane: keyof typeof maps.panes) =>
        know.getByRole('button', { name: maps.panes[pane], exact: true }).click();

      await open('machine');
      const claimed = know.locator('g.plate', { hasText: /^T1$/ });
      for (let step = 0; step < STEPS_MAX && (await claimed.count()) === 0; step += 1) {
        await page.keyboard.press('ArrowRight');
        await expect(know.getByText(words.know.step({ step: step + 1 }), { exact: true })).toBeVisible();
      }
      await expect(claimed).toBeVisible();
      await expect(know.locator('g.current')).toHaveText('running');
      await expect(know.locator('path.halo')).toHaveCount(1);
      await inspect(page, `machine: ${name}`, use.hasTouch);

      await open('schema');
      await know
        .getByRole('button', {
          name: maps.schema.column({ table: 'outbox', column: 'run_id', isKey: false }),
        })
        .focus();
      await expect(know.locator('.box .lit')).toHaveCount(4);
      // However many tables the service has.
      const all = new RegExp(`^${maps.schema.all({ count: 0 }).replace('0', String.raw`\d+`)}$`);
      await know.getByRole('button', { name: all }).click();
      await inspect(page, `schema: ${name}`, use.hasTouch);

      await open('http');
      await page.keyboard.press('Home');
      for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
      await expect(know.getByRole('article', { name: maps.http.answer })).toContainText('202');
      await inspect(page, `http: ${name}`, use.hasTouch);
    });
  });
}

test('a refused write bars the arrow that it tried, and names its guard', async ({ page }) => {
  const { page: words } = told('stale-version', 'en');
  await page.goto('#/run/stale-version');
  await expect(page.locator('[data-primary]').filter({ visible: true }).first()).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.press('t');
  await page.getByRole('button', { name: words.page.runFaults, exact: true }).click();
  const know = page.locator('[data-panel=know]');
  await know.getByRole('button', { name: words.maps.panes.machine, exact: true }).click();
  await page.keyboard.press('Home');
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await expect(know.locator('g.tried path.bar')).toHaveCount(1);
  await expect(know.locator('g.plate')).toHaveText('version');
  await expect(know.getByText('it wrote WHERE version = 7; the row is at 8')).toBeVisible();
});

test('every pane is reached with keys alone', async ({ page }) => {
  await page.goto('#/run/crash-after-publish');
  await expect(page.locator('[data-primary]').filter({ visible: true }).first()).toBeVisible();
  const panes = page.locator('.panes button');
  await panes.first().focus();
  for (let pane = 1; pane < (await panes.count()); pane += 1) {
    await page.keyboard.press('Tab');
    await expect(panes.nth(pane)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(panes.nth(pane)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[data-panel=know] section')).toBeVisible();
  }
});

test('the names of all panes are in view beside a stream', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('#/run/false-endings');
  await expect(page.locator('[data-primary]').filter({ visible: true }).first()).toBeVisible();
  await page.keyboard.press('w');
  const panes = page.locator('[data-panel=know] .panes button');
  await expect(panes).toHaveCount(5);
  for (const name of await panes.all()) await expect(name).toBeInViewport({ ratio: 1 });
});
