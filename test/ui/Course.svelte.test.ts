import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { LOCALES, type Locale, messagesIn } from '../../src/i18n/messages';
import Course from '../../src/ui/course/Course.svelte';
import type { Page } from '../../src/ui/state/context';
import { Language } from '../../src/ui/state/language';
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
  await expect.element(screen.getByText('1 of 3 done')).toBeVisible();
  const shown = screen.getByRole('link', { name: 'finished with the answer shown: ' });
  await expect.element(shown.first()).toHaveAttribute('href', '#/run/stale-version');
});

test('every citation of a scenario has a section, with a link in it; other sections promise nothing', async () => {
  const sections = TEXTS.flatMap((text) => text.sections.map(({ cites }) => cites as readonly string[]));
  for (const { course } of stories) {
    for (const citation of course) expect(sections.flat()).toContain(citation);
  }
  const { container } = await show();
  const drawn = [...container.querySelectorAll('.map ol > li')].map((section) => ({
    links: [...section.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    isEmpty: section.textContent.includes('not built yet'),
  }));
  expect(drawn).toEqual(
    sections.map((cites) => {
      const on = stories.filter(({ course }) => cites.some((cited) => course.includes(cited)));
      return { links: on.map(({ id }) => `#/run/${id}`), isEmpty: on.length === 0 };
    }),
  );
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
    const { expect: expected } = JSON.parse(stories.find((one) => one.id === id)!.text) as {
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
  await expect.element(screen.getByText('已完成 1/3')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /来了两次的消息.*朴素：2 条消息，2 次退款/ }))
    .toBeVisible();
});
