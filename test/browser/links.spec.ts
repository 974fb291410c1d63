// A link opens a run at its step; one that is old, damaged or hostile is said in words, and the scenario is
// there all the same.
import { deflateSync } from 'fflate';
import type { Page } from '@playwright/test';
import { readScenarios } from '../../src/cli/files';
import { type LinkedRun, linkTo } from '../../src/scenario/link';
import { expect, test } from './fixtures';

const [scenario] = readScenarios(['crash-before-publish']);
const { id, content } = scenario!;
const PATH = ['browser-1.keepKey', 'browser-1.sendPost', 'crash:api'];

const linkOf = (of: Partial<LinkedRun> = {}) =>
  linkTo({ scenario: id, content, overrides: {}, path: PATH, ...of })!;
const position = (page: Page) => page.getByRole('contentinfo');
const said = (page: Page) => page.getByRole('status');

test('a link opens its run at the last step, with everything that could happen', async ({ page }) => {
  await page.goto(linkOf());
  await expect(position(page)).toContainText('Step 3 of 3');
  await expect(page.getByRole('heading', { name: 'What could happen next' })).toBeVisible();
  await expect(said(page)).toHaveText('');
});

test('a link that names a step opens there, and no later step is lost', async ({ page }) => {
  await page.goto(linkOf({ at: 1 }));
  await expect(position(page)).toContainText('Step 1 of 3');
  await page.keyboard.press('End');
  await expect(position(page)).toContainText('Step 3 of 3');
});

test('a link to a later step than there is opens at the last one', async ({ page }) => {
  await page.goto(linkOf({ at: 999 }));
  await expect(position(page)).toContainText('Step 3 of 3');
});

test('what is shared opens the same moment again', async ({ page }) => {
  await page.goto(linkOf({ at: 2, overrides: { 'outbox.mode': 'commit_then_publish' } }));
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to this moment').inputValue();
  const digest = await page.locator('html').getAttribute('data-digest');
  await page.goto('');
  await page.goto(link);
  await expect(position(page)).toContainText('Step 2 of 3');
  await expect(page.locator('html')).toHaveAttribute('data-digest', digest!);
});

test('another link in the same page is opened too', async ({ page }) => {
  await page.goto(linkOf({ path: PATH.slice(0, 1) }));
  await expect(position(page)).toContainText('Step 1 of 1');
  await page.goto(linkOf());
  await expect(position(page)).toContainText('Step 3 of 3');
});

// Replayed as far as it goes, and what did not fit is named.
const STALE = [
  ['of an older scenario', { content: '0'.repeat(16) }, 'The scenario has changed since', '3 of 3'],
  [
    'with a step that is no more',
    { path: ['browser-1.keepKey', 'worker-1.vanished', 'crash:api'] },
    'Step 2 no longer exists: worker-1.vanished. You are at step 1.',
    '1 of 1',
  ],
  [
    'with a decision that is no more',
    { overrides: { 'outbox.colour': 'red' } },
    'The decision outbox.colour no longer exists. The safe design stands in its place.',
    '3 of 3',
  ],
  [
    'with markup in the place of words',
    { overrides: { 'outbox.mode': '<img src=x onerror=alert(1)>' } },
    'outbox.mode no longer has the alternative <img src=x onerror=alert(1)>.',
    '3 of 3',
  ],
  [
    'with a step that is markup',
    { path: ['browser-1.keepKey', '<script>alert(1)</script>'] },
    'Step 2 no longer exists: <script>alert(1)</script>.',
    '1 of 1',
  ],
] as const;

test('a link that no longer fits is replayed as far as it goes, and says so', async ({ page }) => {
  for (const [what, of, sentence, place] of STALE) {
    await test.step(`one ${what}`, async () => {
      await page.goto(linkOf(of));
      await expect(said(page)).toContainText(sentence);
      await expect(position(page)).toContainText(`Step ${place}`);
    });
  }
});

const packed = (text: string) =>
  Buffer.from(deflateSync(new TextEncoder().encode(text), { level: 9 })).toString('base64url');
const holding = (data: unknown) => `index.html#/run/${id}?r=${packed(JSON.stringify(data))}`;
const empty = { v: 1, content, overrides: {}, ids: [], path: [] };

// Nothing of it can be replayed: the scenario is there, from its start, and works.
const USELESS = [
  ['of no kind', 'index.html#/somewhere', 'This link does not lead to a run.'],
  ['that is cut', linkOf().slice(0, -6), 'Part of this link is missing or changed.'],
  ['that is no data', `index.html#/run/${id}?r=${packed('{')}`, 'Part of this link is missing or changed.'],
  ['that holds no run', holding('run'), 'in a form that this version does not know'],
  ['of another form', holding({ ...empty, v: 2 }), 'in a form that this version does not know'],
  ['that is too long', `index.html#/run/${id}?r=${'A'.repeat(70_000)}`, 'longer than any link'],
  [
    'that unpacks to far too much',
    `index.html#/run/${id}?r=${packed(' '.repeat(9e6))}`,
    'longer than any link',
  ],
  ['that points nowhere', holding({ ...empty, path: [7] }), 'in a form that this version does not know'],
  ['to a scenario that is not here', linkOf({ scenario: 'gone' }), 'There is no scenario gone.'],
] as const;

test('a link that cannot be read is said in words, and the page goes on', async ({ page }) => {
  for (const [what, link, sentence] of USELESS) {
    await test.step(`one ${what}`, async () => {
      // Not from one to the next: somebody who follows such a link comes from elsewhere.
      await page.goto('');
      await page.goto(link);
      await expect(said(page)).toContainText(sentence);
      await expect(said(page)).toContainText('Here is the scenario from its start.');
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
      await expect(position(page)).toContainText('Step 0');
    });
  }
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toContainText('Step 1 of 1');
});

test('a damaged link is said where it is the first thing that is opened', async ({ page }) => {
  await page.goto(linkOf().slice(0, -6));
  await expect(said(page)).toContainText('Part of this link is missing or changed.');
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toContainText('Step 1 of 1');
});
