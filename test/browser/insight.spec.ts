// The path that the page is there for: from the course to the first broken property, to a run that is mended,
// to a question without help. It counts what the path costs: presses, seconds, words, choices on a screen.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { Learner } from './learner';
import { fileOf, told } from './words';

const ID = 'crash-after-publish';
const MOST = { clicks: 5, words: 120, choices: 7 };

class Cost {
  readonly #page: Page;
  readonly #begun = Date.now();
  clicks = 0;
  words = 0;
  readonly choices: Record<string, number> = {};

  constructor(page: Page) {
    this.#page = page;
  }

  get seconds(): number {
    return (Date.now() - this.#begun) / 1000;
  }

  async click(control: Locator): Promise<void> {
    this.clicks += 1;
    await control.click();
  }

  /** Words that somebody has to read in order to go on. */
  async read(...texts: readonly Locator[]): Promise<void> {
    for (const text of texts) this.words += wordsIn(await text.innerText());
  }

  async see(screen: string): Promise<void> {
    this.choices[screen] = await this.#page.locator('[data-choice]:visible').count();
  }
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)).length;

test.use({ viewport: { width: 1280, height: 800 } });

test('from the course to the first broken property, to the mended run, to the transfer', async ({ page }) => {
  const words = told(ID, 'en');
  const { mend, again, lost } = words.lesson;
  const learner = new Learner(page, 'mouse', words);
  await page.goto('');
  const cost = new Cost(page);
  const main = page.getByRole('main');
  const start = page.getByRole('link', { name: words.page.course.start });
  await cost.read(main.getByRole('heading', { level: 1 }), main.getByText(words.page.course.lead), start);
  await cost.see('course');
  await cost.click(start);

  // The run without a fault goes by itself, and ends at a question.
  const at = (stage: string) => page.locator(`[data-stage=${stage}]`);
  await expect(at('watch')).toBeVisible();
  await cost.read(at('watch').locator('.goal'));
  await cost.see('watch');
  await expect(at('predict')).toBeVisible({ timeout: 60_000 });
  await cost.read(at('predict').getByText(words.lesson.predict.question), at('predict').locator('.options'));
  await cost.see('predict');
  await cost.click(at('predict').locator('[data-choice]').first());

  const crash = page.locator('[data-stage=break] [data-choice][title="crash:dispatcher"]');
  await cost.read(at('break').locator('.goal'), at('break').locator('.narration'), crash);
  await cost.see('break');
  await cost.click(crash);
  await cost.see('crashed');
  await cost.click(page.getByRole('button', { name: words.page.lab.play, exact: true }));
  await expect(at('lost')).toBeVisible({ timeout: 60_000 });
  const insight = { clicks: cost.clicks, seconds: cost.seconds, words: cost.words };
  await cost.read(at('lost').locator('.narration'));
  await cost.see('lost');

  await cost.click(at('lost').locator('[data-choice]', { hasText: lost.options['paidTwice']! }));
  await cost.see('mend');
  const guard = Object.entries(fileOf(ID).lesson!.mend!.guards).find(([, { mends }]) => mends)![0];
  await cost.click(at('mend').getByText(mend.guards[guard]!));
  await cost.click(learner.primary);
  await expect(at('again').getByText(again!.question)).toBeVisible({ timeout: 60_000 });
  await cost.see('again');
  await cost.click(at('again').locator('[data-choice]').first());
  await cost.click(learner.primary);
  await expect(at('again').getByText(words.lesson.rule)).toBeVisible({ timeout: 60_000 });
  await expect(learner.primary).toHaveAccessibleName(words.page.lesson.onYourOwn);
  await cost.see('mended');
  const mended = { clicks: cost.clicks, seconds: cost.seconds };
  await cost.click(learner.primary);
  await expect(at('transfer').getByText(words.lesson.transfer.question)).toBeVisible();
  await cost.see('transfer');
  await expect(page.getByRole('button', { name: words.page.lesson.tryTransfer })).toHaveCount(0);

  console.log(`first broken property: ${shown(insight)}`);
  console.log(`mended: ${shown(mended)}; at the transfer question: ${shown(cost)}`);
  console.log(`choices: ${JSON.stringify(cost.choices)}`);
  expect(insight.clicks).toBeLessThanOrEqual(MOST.clicks);
  expect(insight.words).toBeLessThanOrEqual(MOST.words);
  expect(Math.max(...Object.values(cost.choices))).toBeLessThanOrEqual(MOST.choices);
});

const shown = ({ clicks, seconds, words }: { clicks: number; seconds: number; words?: number }) =>
  `${clicks} clicks, ${seconds.toFixed(1)} s${words === undefined ? '' : `, ${words} words`}`;
