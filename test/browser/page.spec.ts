import { expect, test } from './fixtures';

test('the built page opens, in silence', async ({ page }) => {
  await page.goto('');
  await expect(page.getByRole('heading', { name: 'Converge' })).toBeVisible();
});
