// Every lesson as a learner takes it, from the course page to its end and back: with a mouse, with keys alone
// and on a phone; between them in both languages and both themes, and with wrong answers on the way.
import { readScenarios } from '../../src/cli/files';
import type { Locale } from '../../src/i18n/messages';
import { expect, test } from './fixtures';
import { inspect } from './inspect';
import { Learner, type Means } from './learner';
import { fileOf, told } from './words';

interface Play {
  readonly id: string;
  readonly means: Means;
  readonly locale: Locale;
  readonly theme: 'light' | 'dark';
  /** Answers wrongly first, wherever that is possible; axe looks at every stage of these. */
  readonly errs?: true;
  /** Sees the first run through instead of passing over it. */
  readonly watches?: true;
}

/** How many scenarios have a lesson, short ones too. */
const LESSONS = readScenarios([]).filter(({ lesson }) => lesson !== null).length;

const PLAYS: readonly Play[] = [
  { id: 'crash-before-publish', means: 'mouse', locale: 'en', theme: 'light', errs: true },
  { id: 'crash-before-publish', means: 'keys', locale: 'zh-CN', theme: 'dark' },
  { id: 'crash-before-publish', means: 'touch', locale: 'zh-CN', theme: 'light' },
  { id: 'crash-after-publish', means: 'mouse', locale: 'zh-CN', theme: 'dark' },
  { id: 'crash-after-publish', means: 'keys', locale: 'en', theme: 'light' },
  { id: 'crash-after-publish', means: 'touch', locale: 'en', theme: 'dark' },
  { id: 'stale-version', means: 'mouse', locale: 'en', theme: 'dark', watches: true },
  { id: 'stale-version', means: 'keys', locale: 'zh-CN', theme: 'light' },
  { id: 'stale-version', means: 'touch', locale: 'zh-CN', theme: 'dark', errs: true },
  { id: 'false-endings', means: 'mouse', locale: 'zh-CN', theme: 'light', errs: true },
  { id: 'cursor-accepted', means: 'keys', locale: 'en', theme: 'dark' },
  { id: 'append-before-deliver', means: 'touch', locale: 'zh-CN', theme: 'light' },
];

const VIEWPORTS: Readonly<Record<Means, { readonly width: number; readonly height: number }>> = {
  mouse: { width: 1440, height: 900 },
  keys: { width: 1280, height: 800 },
  touch: { width: 390, height: 844 },
};

/** What breaks each naive design; where none stands here, it needs no fault. */
const FAULTS: Readonly<Record<string, string>> = {
  'crash-before-publish': 'crash:api',
  'crash-after-publish': 'crash:dispatcher',
  'false-endings': 'eof:stream:browser-1.c1',
  'cursor-accepted': 'crash:browser-1',
  'append-before-deliver': 'crash:worker-1',
};

for (const play of PLAYS) {
  const { id, means, locale, theme } = play;
  test.describe(() => {
    test.use({
      ...{ viewport: VIEWPORTS[means], hasTouch: means === 'touch', isMobile: means === 'touch' },
      ...{ locale, colorScheme: theme },
    });

    test(`${id} by ${means}, in ${locale}, ${theme}: from the course to its end`, async ({ page }) => {
      const walk = new Walk(new Learner(page, means, told(id, locale)), play);
      await walk.enter();
      await walk.predict();
      await walk.break();
      await walk.name();
      await walk.mend();
      await walk.transfer();
      await walk.leave();
    });
  });
}

class Walk {
  private readonly learner: Learner;
  private readonly play: Play;

  constructor(learner: Learner, play: Play) {
    this.learner = learner;
    this.play = play;
  }

  async enter(): Promise<void> {
    const { page, words } = this.learner;
    await page.goto('');
    await expect(page.locator('html')).toHaveAttribute('data-theme', this.play.theme);
    await this.look('course');
    await this.learner.press(page.getByRole('main').locator(`li a[href="#/run/${this.play.id}"]`).first());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    await this.learner.at('watch');
    await expect(this.learner.primary).toBeVisible();
    await this.look('watch');
    if (!this.play.watches) await this.learner.press(this.button('skipWatching'));
    else {
      await this.learner.pressPrimary();
      await expect(page.getByText(this.said.watched)).toBeVisible();
      await this.look('watched');
      await this.learner.pressPrimary();
    }
  }

  async predict(): Promise<void> {
    await this.learner.at('predict');
    await this.look('predict');
    const { predict } = this.learner.words.lesson;
    const options = Object.values(predict.options);
    // The first option is never what happens; the second always is.
    await this.answer(options[this.play.errs ? 0 : options.length - 1]!);
  }

  async break(): Promise<void> {
    const { page } = this.learner;
    await this.learner.at('break');
    await this.look('break');
    const fault = FAULTS[this.play.id];
    if (fault !== undefined)
      await this.learner.press(page.locator(`[data-choice][title="${fault}"]:visible`));
    for (let i = 0; i < 60 && (await this.stage()) === 'break'; i += 1) await this.learner.pressPrimary();
  }

  async name(): Promise<void> {
    await this.learner.at('lost');
    await this.look('lost');
    if (this.play.means === 'touch') await this.lookAround();
    const { lost } = this.learner.words.lesson;
    const { lesson } = fileOf(this.play.id);
    const broken = lesson!.break!.violated![0]!;
    const isTrue = (key: string) => lesson!.lost![key]!.violated?.includes(broken) === true;
    const wrong = Object.keys(lost.options).find((key) => !isTrue(key))!;
    if (this.play.errs) {
      await this.answer(lost.options[wrong]!);
      await expect(this.learner.lesson).toContainText(lost.because[wrong]!);
      await this.look('lost, after a wrong answer');
    }
    await this.answer(lost.options[Object.keys(lost.options).find(isTrue)!]!);
  }

  async mend(): Promise<void> {
    const { words, page } = this.learner;
    const { mend, rule } = words.lesson;
    const { guards } = fileOf(this.play.id).lesson!.mend!;
    await this.learner.at('mend');
    await this.look('mend');
    for (const key of this.guardsToTry(guards)) {
      await this.learner.pick(mend.guards[key]!);
      await this.learner.pressPrimary();
      await this.seeAgain();
      await this.learner.show('lesson');
      await expect(this.learner.lesson).toContainText(mend.because[key]!);
      await this.look(`again, with ${key}`);
      if (!guards[key]!.mends) await this.learner.press(this.button('chooseAnother'));
    }
    await expect(page.getByText(rule)).toBeVisible();
    await this.learner.pressPrimary();
  }

  /** Until the verdict is there; a question on the way is answered. */
  private async seeAgain(): Promise<void> {
    const { lesson, page, primary } = this.learner;
    const holds = lesson.getByText(this.said.reached, { exact: true });
    const verdict = holds.or(this.button('chooseAnother', true));
    const { again } = this.learner.words.lesson;
    if (again === undefined) return expect(verdict).toBeAttached({ timeout: 60_000 });
    const question = page.getByText(again.question);
    await expect(verdict.or(question)).toBeAttached({ timeout: 60_000 });
    if ((await question.count()) > 0) {
      await this.learner.show('lesson');
      await this.look('again, asked');
      await this.answer(Object.values(again.options)[0]!);
      await expect(primary).toHaveAccessibleName(this.said.goOn);
      await this.learner.pressPrimary();
    }
    await expect(verdict).toBeAttached({ timeout: 60_000 });
  }

  async transfer(): Promise<void> {
    const { words, lesson } = this.learner;
    const { transfer } = words.lesson;
    const { guards } = fileOf(this.play.id).lesson!.transfer!;
    await this.learner.at('transfer');
    await this.look('transfer');
    for (const key of this.guardsToTry(guards)) {
      await this.learner.pick(transfer.guards[key]!);
      await this.learner.pressPrimary();
      await expect(lesson).toContainText(transfer.because[key]!, { timeout: 60_000 });
      if (guards[key]!.mends) continue;
      await this.look(`transfer, with ${key}`);
      await this.learner.press(this.button('chooseAnother'));
    }
  }

  async leave(): Promise<void> {
    const { page, words } = this.learner;
    await this.learner.at('done');
    await this.look('done');
    await this.learner.press(page.getByRole('link', { name: this.said.toCourse }));
    const place = page.getByRole('main').locator(`li a[href="#/run/${this.play.id}"]`).last();
    await expect(place).toContainText(words.page.course.progress.solved);
    await expect(page.getByText(words.page.course.done({ done: 1, of: LESSONS }))).toBeVisible();
  }

  private get said() {
    return this.learner.words.page.lesson;
  }

  private guardsToTry(guards: Readonly<Record<string, { readonly mends: boolean }>>): readonly string[] {
    const keys = Object.keys(guards);
    const right = keys.find((key) => guards[key]!.mends)!;
    const wrong = keys.find((key) => !guards[key]!.mends)!;
    return this.play.errs ? [wrong, right] : [right];
  }

  private button(key: 'skipWatching' | 'chooseAnother', includeHidden = false) {
    return this.learner.page.getByRole('button', { name: this.said[key], includeHidden });
  }

  private answer(option: string): Promise<void> {
    const { page } = this.learner;
    return this.learner.press(page.locator('[data-choice]:visible', { hasText: option }));
  }

  private stage(): Promise<string | null> {
    return this.learner.lesson.getAttribute('data-stage');
  }

  private look(where: string): Promise<void> {
    return inspect(this.learner.page, where, this.play.means === 'touch', this.play.errs === true);
  }

  private async lookAround(): Promise<void> {
    for (const tab of ['run', 'next', 'state'] as const) {
      await this.learner.show(tab);
      await this.look(`the tab ${tab}`);
    }
    await this.learner.show('lesson');
  }
}
