// Every key that the sheet names does what the sheet says, single letters can be switched off, and the sheet
// gives the focus back.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { told } from './words';

const ID = 'crash-after-publish';
const { page: words } = told(ID, 'en');
const at = (page: Page) => page.getByRole('contentinfo').locator('.count').innerText();
const stepAt = async (page: Page) => Number(/\d+/.exec(await at(page))?.[0]);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-panel'));
const sheet = (page: Page) => page.getByRole('dialog', { name: words.lab.keys });
const primary = (page: Page) => page.locator('[data-primary]');

/** At the moment that matters, with nothing in focus. */
async function open(page: Page): Promise<void> {
  await page.goto('#/');
  await page.goto(`#/run/${ID}`);
  await page.getByRole('button', { name: words.lesson.skipWatching }).click();
  await page.getByRole('button', { name: words.lesson.skip }).click();
  await expect(page.locator('[data-stage=break]')).toBeVisible();
}

async function isStep(page: Page, step: number): Promise<void> {
  await expect.poll(() => stepAt(page)).toBe(step);
}

/** As the sheet names them. */
const KEYS: readonly {
  readonly keys: readonly string[];
  readonly does: keyof typeof words.lab.keyNames;
  readonly claim: (page: Page, from: number) => Promise<void>;
}[] = [
  {
    ...{ keys: ['→', '←'], does: 'step' },
    claim: async (page, from) => {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => stepAt(page)).toBeGreaterThan(from);
      await page.keyboard.press('ArrowLeft');
      await isStep(page, from);
    },
  },
  {
    ...{ keys: ['Space'], does: 'play' },
    claim: async (page) => {
      await page.keyboard.press('Space');
      await expect(page.getByRole('contentinfo')).toContainText(words.lab.standing.playing);
      await page.keyboard.press('Space');
      await expect(page.getByRole('contentinfo')).toContainText(words.lab.standing.yours);
    },
  },
  {
    ...{ keys: ['[', ']'], does: 'speed' },
    claim: async (page) => {
      const speed = page.getByLabel(words.lab.speed);
      await page.keyboard.press(']');
      await expect(speed).toHaveValue('2');
      await page.keyboard.press('[');
      await page.keyboard.press('[');
      await expect(speed).toHaveValue('0.5');
    },
  },
  {
    ...{ keys: ['Shift →', 'Shift ←'], does: 'marks' },
    claim: async (page, from) => {
      await page.keyboard.press('f');
      await page.keyboard.press('Home');
      await isStep(page, 0);
      await page.keyboard.press('Shift+ArrowRight');
      await isStep(page, from + 1);
      await page.keyboard.press('Shift+ArrowLeft');
      await isStep(page, 0);
    },
  },
  {
    ...{ keys: ['Home', 'End'], does: 'ends' },
    claim: async (page, from) => {
      await page.keyboard.press('Home');
      await isStep(page, 0);
      await page.keyboard.press('End');
      await isStep(page, from);
    },
  },
  {
    ...{ keys: ['Enter'], does: 'enter' },
    claim: async (page, from) => {
      const next = await primary(page).getAttribute('title');
      await page.keyboard.press('Enter');
      await expect.poll(() => stepAt(page)).toBeGreaterThan(from);
      await expect(primary(page)).not.toHaveAttribute('title', next!);
    },
  },
  {
    ...{ keys: ['1', '…', '9'], does: 'digits' },
    claim: async (page, from) => {
      const second = page.locator('[data-choice]:not([data-primary])').nth(1);
      const id = await second.getAttribute('title');
      await page.keyboard.press('2');
      await isStep(page, from + 1);
      await expect(page.locator(`[data-choice][title="${id!}"]`)).toHaveCount(0);
    },
  },
  {
    ...{ keys: ['F', 'D'], does: 'fail' },
    claim: async (page, from) => {
      const [first, second] = await page
        .locator('[data-stage] section [data-choice]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')!));
      await page.keyboard.press('d');
      await isStep(page, from + 1);
      await expect(page.locator(`[data-choice][title="${second!}"]`)).toHaveCount(0);
      await page.keyboard.press('f');
      await isStep(page, from + 2);
      await expect(page.locator(`[data-choice][title="${first!}"]`)).toHaveCount(0);
    },
  },
  {
    ...{ keys: ['Backspace'], does: 'undo' },
    claim: async (page, from) => {
      await page.keyboard.press('f');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Backspace');
      await isStep(page, from);
      await expect(page.locator('[data-choice][title="crash:dispatcher"]')).toBeVisible();
    },
  },
  {
    ...{ keys: ['H'], does: 'hint' },
    claim: async (page) => {
      await page.keyboard.press('h');
      await expect(page.getByRole('heading', { name: words.lesson.hints })).toBeVisible();
    },
  },
  {
    ...{ keys: ['T'], does: 'design' },
    claim: async (page) => {
      const safe = page.getByRole('button', { name: words.lab.designs.safe, exact: true });
      await page.keyboard.press('t');
      await expect(safe).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('t');
      await expect(safe).toHaveAttribute('aria-pressed', 'false');
    },
  },
  {
    ...{ keys: ['W'], does: 'workbench' },
    claim: async (page, from) => {
      const choices = page.getByRole('heading', { name: words.page.whatCouldHappen });
      await page.keyboard.press('w');
      await expect(choices).toBeVisible();
      await page.keyboard.press('w');
      await expect(choices).toBeHidden();
      await isStep(page, from);
    },
  },
  {
    ...{ keys: ['E'], does: 'explore' },
    claim: async (page, from) => {
      const bounds = page.getByRole('heading', { name: words.explore.title });
      await page.keyboard.press('e');
      await expect(bounds).toBeFocused();
      await page.keyboard.press('e');
      await expect(bounds).toBeHidden();
      await isStep(page, from);
    },
  },
  {
    ...{ keys: ['↑', '↓'], does: 'move' },
    claim: async (page, from) => {
      await page.locator('[data-panel=see] [aria-current=step] button').first().focus();
      // The row above is a fold, which Enter would open.
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowUp', 'Enter'])
        await page.keyboard.press(key);
      await expect.poll(() => stepAt(page)).toBeLessThan(from);
      expect(await stepAt(page)).toBeGreaterThan(0);
    },
  },
  {
    ...{ keys: ['F6', 'Shift F6'], does: 'panels' },
    claim: async (page) => {
      const order = ['do', 'see', 'know', 'time', 'do'];
      for (const panel of order) {
        await page.keyboard.press('F6');
        expect(await focused(page)).toBe(panel);
      }
      await page.keyboard.press('Shift+F6');
      expect(await focused(page)).toBe('time');
    },
  },
  {
    ...{ keys: ['?'], does: 'sheet' },
    claim: async (page) => {
      await page.keyboard.press('?');
      await expect(sheet(page)).toBeVisible();
    },
  },
  {
    ...{ keys: ['Esc'], does: 'close' },
    claim: async (page) => {
      await page.keyboard.press('?');
      await page.keyboard.press('Escape');
      await expect(sheet(page)).toBeHidden();
    },
  },
];

test('every key of the sheet does what the sheet says', async ({ page }) => {
  for (const { keys, does, claim } of KEYS) {
    await test.step(`${keys.join(' ')}: ${words.lab.keyNames[does]}`, async () => {
      await open(page);
      await claim(page, await stepAt(page));
      await page.keyboard.press('Escape');
    });
  }
});

test('the sheet names these keys and no others', async ({ page }) => {
  await open(page);
  await page.keyboard.press('?');
  const rows = await sheet(page).locator('dl > div').all();
  const named = await Promise.all(
    rows.map(async (row) => [await row.locator('kbd').allInnerTexts(), await row.locator('dd').innerText()]),
  );
  expect(named).toEqual(KEYS.map(({ keys, does }) => [keys, words.lab.keyNames[does]]));
});

test('letters lead to the panels', async ({ page }) => {
  await open(page);
  for (const [key, panel] of [
    ['g', 'do'],
    ['l', 'see'],
    ['r', 'know'],
    ['m', 'time'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused(page)).toBe(panel);
  }
});

test('the sheet takes the focus, holds it and gives it back', async ({ page }) => {
  await open(page);
  const opener = page.getByRole('button', { name: words.lab.keys });
  await opener.focus();
  await page.keyboard.press('Enter');
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(() => document.activeElement?.closest('dialog') !== null);
    const isOutside = await page.evaluate(() => document.activeElement === document.body);
    // Between the last stop and the first the browser itself has one.
    expect(isInside || isOutside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a key right after the sheet was closed is not lost', async ({ page }) => {
  await open(page);
  const from = await stepAt(page);
  await page.keyboard.press('?');
  await sheet(page).getByRole('checkbox').focus();
  // Both in one task: the browser has no time to tell of the closed dialog in between.
  await page.evaluate(async () => {
    const press = (key: string) =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    press('Escape');
    await Promise.resolve();
    press('ArrowRight');
  });
  await expect.poll(() => stepAt(page)).toBeGreaterThan(from);
});

test('single letters can be switched off, for good, and other keys stay', async ({ page }) => {
  await open(page);
  await page.keyboard.press('?');
  await sheet(page).getByRole('checkbox', { name: words.lab.useLetters }).uncheck();
  await page.keyboard.press('Escape');
  const from = await stepAt(page);
  for (const key of ['f', '1', 'h', 'w', 't', 's']) await page.keyboard.press(key);
  expect(await stepAt(page)).toBe(from);
  await expect(page.locator('[data-stage=break]')).toBeVisible();
  await expect(page.getByRole('heading', { name: words.lesson.hints })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => stepAt(page)).toBeGreaterThan(from);
  await page.reload();
  await page.keyboard.press('w');
  await expect(page.locator('[data-stage]')).toBeVisible();
});

test('a letter in a field is a letter', async ({ page }) => {
  await open(page);
  const from = await stepAt(page);
  await page.getByLabel(words.lab.speed).focus();
  for (const key of ['f', 'w', 'Home', 'ArrowRight']) await page.keyboard.press(key);
  expect(await stepAt(page)).toBe(from);
  await expect(page.locator('[data-stage=break]')).toBeVisible();
});
