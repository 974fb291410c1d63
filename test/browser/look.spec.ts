// What can be measured of how the page looks: nothing is cut off, nothing too small to read or to hit.
import { expect, test } from './fixtures';
import { LOCALES, SIZES } from './pictures.js';

const ALL = [...SIZES, { name: 'a tablet', viewport: { width: 820, height: 1180 }, hasTouch: false }];

for (const { name, ...use } of ALL) {
  const target = use.hasTouch ? 44 : 28;
  for (const locale of LOCALES) {
    test.describe(`on ${name} in ${locale}`, () => {
      test.use({ ...use, locale });

      test('all is in sight, readable and large enough to hit', async ({ page }) => {
        await page.goto('');
        await page.locator('button.faults').click();
        await expect(page.locator('.violated').first()).toBeVisible();
        for (const summary of await page.locator('summary').all()) await summary.click();
        const found = await page.evaluate(measure, target);
        expect(found).toEqual({ overflow: [], smallText: [], smallTargets: [] });
        await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
      });
    });
  }
}

function measure(target: number) {
  const isSeen = (element: Element) => element.checkVisibility() && element.closest('.unseen') === null;
  const nameOf = (element: Element) =>
    `${element.className || element.tagName}: ${element.textContent.trim()}`;
  const texts = [...document.querySelectorAll('body *')].filter(
    (element) =>
      isSeen(element) &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  );
  // The number in a lane's shape is a drawing; its actor's name stands beside it.
  const small = texts.filter(
    (element) => !element.closest('svg') && parseFloat(getComputedStyle(element).fontSize) < 13,
  );
  const controls = [...document.querySelectorAll('button, select, summary, input')].filter(isSeen);
  const missed = controls.filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return height < target || width < target;
  });
  // Columns scroll by themselves: what does not fit into one is no wider page.
  const columns = [document.documentElement, ...document.querySelectorAll('main > *, .scroll, ol, header')];
  return {
    overflow: columns.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(nameOf),
    smallText: small.map(nameOf),
    smallTargets: missed.map(nameOf),
  };
}
