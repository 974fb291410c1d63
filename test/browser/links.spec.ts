// A link opens a run at its last step; one that does not fit is said in words, with a way on.
import { test as bare } from '@playwright/test';
import { linkTo } from '../../src/scenario/link';
import { expect, test } from './fixtures';

const scenario = 'crash-before-publish';
const linkOf = (path: readonly string[], id = scenario) =>
  linkTo({ scenario: id, content: '0'.repeat(16), overrides: {}, path })!;
const start = 'Here is the scenario from its start.';

test('a link replays its run to the last step', async ({ page }) => {
  await page.goto(linkOf(['browser-1.keepKey', 'browser-1.sendPost']));
  await expect(page.getByRole('contentinfo')).toContainText('Step 2 of 2');
  await expect(page.getByRole('status')).toContainText('The scenario has changed since this link was made.');
});

test('a step that is no more ends the replay, and is named', async ({ page }) => {
  await page.goto(linkOf(['browser-1.keepKey', 'worker-1.vanished']));
  await expect(page.getByRole('status')).toContainText(
    'Step 2 no longer exists: worker-1.vanished. You are at step 1.',
  );
});

test('another link in the same page is opened too', async ({ page }) => {
  await page.goto(linkOf(['browser-1.keepKey']));
  await expect(page.getByRole('contentinfo')).toContainText('Step 1 of 1');
  await page.goto(linkOf(['browser-1.keepKey', 'crash:api']));
  await expect(page.getByRole('contentinfo')).toContainText('Step 2 of 2');
});

for (const [what, link, sentence] of [
  ['of no kind', 'index.html#/somewhere', 'This link does not lead to a run.'],
  ['that is cut', linkOf(['crash:api']).slice(0, -6), 'Part of this link is missing or changed.'],
  ['to a scenario that is not here', linkOf([], 'gone'), 'There is no scenario gone.'],
] as const) {
  test(`a link ${what} is said, and the page goes on`, async ({ page }) => {
    await page.goto(link);
    await expect(page.getByRole('status')).toContainText(`${sentence} ${start}`);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('contentinfo')).toContainText('Step 1 of 1');
    await expect(page.getByRole('status')).toHaveText('');
  });
}

// Without the silence of the other tests: here a request is meant to fail.
bare('a database that does not load is said, and tried again', async ({ page }) => {
  bare.setTimeout(120_000);
  let isBroken = true;
  await page.route('**/*.wasm', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto('');
  await expect(page.getByText('The database could not be opened:')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'What could happen next' })).toBeVisible();
});
