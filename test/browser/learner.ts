// Somebody who takes a lesson, with a mouse, with keys alone or with a finger, from wherever they stand.
import type { Locator, Page } from '@playwright/test';
import type { Tab } from '../../src/ui/state/layout.svelte';
import { expect } from './fixtures';
import type { Told } from './words';

export type Means = 'mouse' | 'keys' | 'touch';

/** So many stops on the way to a control are too many. */
const TABS_MAX = 120;

export class Learner {
  readonly page: Page;
  readonly means: Means;
  readonly words: Told;
  /** Of the lesson, wherever it is. */
  readonly lesson: Locator;
  readonly primary: Locator;

  constructor(page: Page, means: Means, words: Told) {
    this.page = page;
    this.means = means;
    this.words = words;
    this.lesson = page.locator('[data-stage]');
    this.primary = page.locator('[data-primary]:visible').first();
  }

  async at(stage: string): Promise<void> {
    await expect(this.lesson).toHaveAttribute('data-stage', stage);
    await this.show('lesson');
  }

  async press(control: Locator): Promise<void> {
    if (this.means === 'touch') await control.tap();
    else if (this.means === 'mouse') await control.click();
    else {
      await this.tabTo(control);
      await this.page.keyboard.press('Enter');
    }
  }

  /** One of a few, as a radio button. */
  async pick(name: string): Promise<void> {
    const radio = this.page.getByRole('radio', { name, exact: true });
    if (this.means !== 'keys') await this.press(radio);
    else {
      // Tab leads to the group, and arrows lead through it.
      await this.tabTo(this.page.getByRole('radio'));
      await this.page.keyboard.press('Space');
      for (let i = 0; i < 9 && !(await radio.isChecked()); i += 1)
        await this.page.keyboard.press('ArrowDown');
    }
    await expect(radio).toBeChecked();
  }

  /** The large button; without a pointer it is Enter, wherever the focus is not on a control. */
  async pressPrimary(): Promise<void> {
    await this.press(this.primary);
  }

  /** On a phone one thing is in front at a time. */
  async show(tab: Tab): Promise<void> {
    if (this.means !== 'touch') return;
    const button = this.page.getByRole('tab', { name: this.words.page.lab.tabs[tab], exact: true });
    await button.tap();
    await expect(button).toHaveAttribute('aria-selected', 'true');
  }

  private async tabTo(control: Locator): Promise<void> {
    const isThere = () => control.evaluateAll((all) => all.some((one) => one === document.activeElement));
    await expect(control.first()).toBeVisible();
    for (let i = 0; i < TABS_MAX; i += 1) {
      if (await isThere()) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${TABS_MAX} stops, and none of them was ${String(control)}.`);
  }
}
