// The workbench with everything open, wherever people look at it: nothing is cut off, nothing too small to
// read or to hit. The lessons are looked at where they are played.
import { expect, test } from './fixtures';
import { inspect } from './inspect';
import { SIZES } from './pictures.js';
import { LOCALES, told } from './words';

const ID = 'crash-after-publish';
const STEPS = 14;
const ALL = [...SIZES, { name: 'a tablet', viewport: { width: 820, height: 1180 }, hasTouch: true }];

for (const [i, { name, ...use }] of ALL.entries()) {
  // The lessons are looked at in both languages everywhere; here one each is enough.
  const locale = LOCALES[i % LOCALES.length]!;
  test.describe(`on ${name} in ${locale}`, () => {
    test.use({ ...use, isMobile: use.hasTouch, locale, colorScheme: locale === 'en' ? 'dark' : 'light' });

    test('all of the workbench is readable and large enough to hit', async ({ page }) => {
      const { page: words } = told(ID, locale);
      await page.goto(`#/run/${ID}`);
      await expect(page.locator('[data-primary]').filter({ visible: true }).first()).toBeVisible();
      await page.keyboard.press('w');
      for (let i = 0; i < STEPS; i += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Backspace');
      const show = async (tab: 'run' | 'next' | 'state') => {
        const button = page.getByRole('tab', { name: words.lab.tabs[tab], exact: true });
        if (await button.isVisible()) await button.tap();
      };
      await show('state');
      await page.getByRole('button', { name: words.know.all }).click();
      await inspect(page, 'state', use.hasTouch);
      await show('next');
      for (const one of await page.locator('summary').filter({ visible: true }).all()) await one.click();
      await inspect(page, 'choices', use.hasTouch);
      await show('run');
      await page.getByRole('button', { name: words.lab.listOnly }).click();
      await inspect(page, 'list', use.hasTouch);
      await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
    });
  });
}
