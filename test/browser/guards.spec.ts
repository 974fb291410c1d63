// What breaks if a guard is taken out, on the course page: each row leads to the run that shows it.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import ablation from '../../src/scenario/ablation.json' with { type: 'json' };

const rows = (page: Page) => page.locator('section[aria-labelledby=guards] a');

test('each row opens its shortest schedule, at the step that breaks the property', async ({ page }) => {
  await page.goto('');
  await expect(rows(page)).toHaveCount(ablation.rows.length);
  for (const covered of [false, true]) {
    const row = ablation.rows.find(({ coveredBy }) => coveredBy.length > 0 === covered)!;
    await page.goto('');
    await rows(page)
      .and(page.locator(`[href$="without=${row.decision}=${row.alternative}"]`))
      .click();
    await expect(page.getByRole('contentinfo')).toContainText(`Step ${row.steps} of ${row.steps}`);
    await expect(page.getByText(`broken at ${row.steps}`).first()).toBeVisible();
    await expect(page.getByText(row.property, { exact: true }).first()).toBeVisible();
  }
});

test('an address of a guard that is not in the table opens the scenario', async ({ page }) => {
  await page.goto('#/run/stale-version?without=no.such=guard');
  await expect(page.getByRole('contentinfo')).toContainText('Step 0');
});
