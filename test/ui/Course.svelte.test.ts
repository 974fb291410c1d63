import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { LOCALES, type Locale, messagesIn } from '../../src/i18n/messages';
import Course from '../../src/ui/course/Course.svelte';
import type { Page } from '../../src/ui/state/context';
import { Language } from '../../src/ui/state/language';
import { sourceOf } from '../../src/ui/sources';
import { stories, type Story } from '../../src/ui/stories';
import type { Progress } from '../../src/lesson/progress';
import { STARTS, TEXTS } from '../../src/view/course';
import Stage from './Stage.svelte';
import { momentOf } from './stage';

/** Shows the course with the scenarios of the page, or with those that are given. */
async function show(
  progress: Progress = {},
  { locale = 'en', of = stories }: { locale?: Locale; of?: readonly Story[] } = {},
) {
  const page = { session: { stories: of }, preferences: { locale, theme: 'light' } } as unknown as Page;
  const Panel = ((internals) => Course(internals, { progress })) as Component<{ moment: unknown }>;
  const props = { page: { ...page, language: new Language(locale) }, Panel, moment: momentOf({}) };
  return await render(Stage, { props });
}

const titleOf = (id: string): string => stories.find((one) => one.id === id)!.words.en.title;

test('one link starts at once, three places start a scenario, and nothing else asks to be chosen', async () => {
  const { container } = await show();
  const chosen = [...container.querySelectorAll('[data-choice]')].map((link) => link.getAttribute('href'));
  expect(chosen).toEqual(['#/run/crash-after-publish?play', ...STARTS.map((id) => `#/run/${id}`)]);
});

/** How many scenarios there are to finish. */
const LESSONS = stories.filter(({ lesson }) => lesson !== null).length;

test('what was begun is offered to go on with, and only that', async () => {
  const fresh = await show({ 'crash-after-publish': 'solved' });
  await expect.element(fresh.getByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
  await fresh.unmount();
  const begun = await show({ 'crash-after-publish': 'solved', 'stale-version': 'begun' });
  const link = begun.getByRole('link', { name: `Continue: ${titleOf('stale-version')}` });
  await expect.element(link).toHaveAttribute('href', '#/run/stale-version');
});

test('a scenario whose answer was shown does not count as done', async () => {
  const screen = await show({ 'crash-after-publish': 'solved', 'stale-version': 'shown' });
  await expect.element(screen.getByText(`1 of ${String(LESSONS)} done`)).toBeVisible();
  const shown = screen.getByRole('link', { name: 'finished with the answer shown: ' });
  await expect.element(shown.first()).toHaveAttribute('href', '#/run/stale-version');
});

interface Drawn {
  readonly links: readonly (string | null)[];
  readonly isEmpty: boolean;
}
const drawnIn = (container: Element): readonly Drawn[] =>
  [...container.querySelectorAll('.map ol > li')].map((section) => ({
    links: [...section.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    isEmpty: section.textContent.includes('not built yet'),
  }));

test('every citation of a scenario has a section; a section without a scenario promises nothing', async () => {
  const sections = TEXTS.flatMap((text) => text.sections.map(({ cites }) => cites as readonly string[]));
  for (const { course } of stories) {
    for (const citation of course) expect(sections.flat()).toContain(citation);
  }
  const { container } = await show();
  const drawn = drawnIn(container);
  expect(drawn).toHaveLength(sections.length);
  for (const [i, cites] of sections.entries()) {
    const isCited = stories.some(({ course }) => cites.some((cited) => course.includes(cited)));
    expect(drawn[i]!.isEmpty).toBe(!isCited);
    expect(drawn[i]!.links.length > 0).toBe(isCited);
  }
});

/** Seventy scenarios: some are retold reports, five have no lesson, and each cites two sections of each text. */
const MANY: readonly Story[] = Array.from({ length: 70 }, (_, i): Story => {
  const cited = (n: number): readonly string[] =>
    TEXTS.map(({ sections }) => sections[n % sections.length]!.cites[0]);
  const title = `Scenario ${String(i)}`;
  return {
    ...stories[0]!,
    id: `made-up-${String(i)}`,
    course: [...cited(i), ...cited(i + 1)],
    source: i % 11 === 4 ? `owner/repository#${String(100 + i)}` : null,
    lesson: i < 5 ? null : i < 10 ? 'whole' : 'short',
    words: { en: { title }, 'zh-CN': { title } },
  };
});
const hrefs = (of: readonly Story[]): readonly string[] => of.map(({ id }) => `#/run/${id}`).toSorted();

test('of seventy scenarios each stands once in each text, or in the gallery with its report', async () => {
  const { container } = await show({}, { of: MANY });
  const retold = MANY.filter(({ source }) => source !== null);
  const others = hrefs(MANY.filter(({ source }) => source === null));
  for (const text of container.querySelectorAll('.map > section')) {
    const links = [...text.querySelectorAll('a')].map((link) => link.getAttribute('href')!);
    expect(links.toSorted()).toEqual(others);
  }
  const gallery = container.querySelector('.gallery')!;
  const links = [...gallery.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links.filter((link) => link!.startsWith('#')).toSorted()).toEqual(hrefs(retold));
  const report = [...gallery.querySelectorAll('a')].find(
    (link) => link.textContent === 'owner/repository#115',
  );
  expect(report!.href).toBe('https://github.com/owner/repository/issues/115');
  expect(report!.rel.split(' ')).toContain('noreferrer');
});

test('a section that nobody cites first has whoever cites it at all', async () => {
  const [m06] = TEXTS;
  const one = { ...MANY[1]!, course: [m06.sections[5].cites[0], m06.sections[1].cites[0]] };
  const { container } = await show({}, { of: [one] });
  const drawn = drawnIn(container).slice(0, m06.sections.length);
  expect(drawn.map(({ links }) => links.length)).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0]);
});

test('full lessons say so, short ones need no word, and what has no lesson cannot be finished', async () => {
  const screen = await show({ 'made-up-12': 'solved', 'made-up-1': 'solved' }, { of: MANY });
  const linkOf = (i: number): HTMLElement =>
    screen.container.querySelector(`.map a[href="#/run/made-up-${String(i)}"]`)!;
  expect(linkOf(8).textContent.trim()).toMatch(/^not begun: *Scenario 8 *full lesson$/);
  expect(linkOf(12).textContent.trim()).toMatch(/^done: *Scenario 12$/);
  expect(linkOf(1).textContent.trim()).toMatch(/^Scenario 1 *no lesson, to try out$/);
  await expect.element(screen.getByText('1 of 65 done')).toBeVisible();
});

test('the gallery is not there without a retold report', async () => {
  const screen = await show({}, { of: stories.filter(({ source }) => source === null) });
  await expect.element(screen.getByText('Gallery of real failures')).not.toBeInTheDocument();
});

test('a place without its scenario is not shown', async () => {
  const { container } = await show({}, { of: stories.filter(({ id }) => id !== 'stale-version') });
  expect(container.querySelectorAll('[data-choice]')).toHaveLength(3);
});

interface Expected {
  readonly counters?: Readonly<Record<string, number>>;
  readonly rows: { readonly runs: readonly [{ readonly status: string; readonly version: number }] };
  readonly violated: readonly string[];
}
/** The numbers that a place names, as the scenario's own file expects them. */
const FACTS: Readonly<
  Record<(typeof STARTS)[number], (expected: Expected) => readonly (number | undefined)[]>
> = {
  'crash-before-publish': ({ counters, rows }) =>
    rows.runs[0].status === 'queued'
      ? [counters?.['broker_messages']]
      : [counters?.['broker_messages'], counters?.['effects']],
  'crash-after-publish': ({ counters }) => [counters?.['broker_messages'], counters?.['effects']],
  'stale-version': ({ rows }) => [rows.runs[0].version],
};

test.each(LOCALES)('what the designs come to in %s is what their scenarios expect', (locale) => {
  const { comesTo } = messagesIn(locale).course;
  for (const id of STARTS) {
    const { expect: expected } = JSON.parse(sourceOf(stories.find((one) => one.id === id)!).text) as {
      expect: Record<'naive' | 'safe', Expected>;
    };
    for (const design of ['naive', 'safe'] as const) {
      const numbers = comesTo[id][design].match(/\d+/g)?.map(Number);
      expect(numbers, `${id}, ${design}`).toEqual(FACTS[id](expected[design]));
    }
    expect(expected.naive.violated).not.toEqual([]);
    expect(expected.safe.violated).toEqual([]);
  }
});

test('the same in Chinese', async () => {
  const screen = await show({ 'crash-after-publish': 'solved' }, { locale: 'zh-CN' });
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('随处让它崩溃。看谁能恢复。');
  await expect.element(screen.getByText(`已完成 1/${String(LESSONS)}`)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /来了两次的消息.*朴素：2 条消息，2 次退款/ }))
    .toBeVisible();
});
