// The diagram over the real engine: what a person does in it is asked of the session, and drawn.
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import type { Component } from 'svelte';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page as browser, userEvent } from 'vitest/browser';
import Diagram from '../../src/ui/diagram/Diagram.svelte';
import type { Offer, Pending } from '../../src/ui/diagram/offers';
import { type Engine, openEngine } from '../../src/ui/engine';
import type { Page } from '../../src/ui/state/context';
import { Language } from '../../src/ui/state/language';
import type { Moment } from '../../src/ui/state/moment';
import { Session } from '../../src/ui/state/session.svelte';
import { stories } from '../../src/ui/stories';
import Stage from './Stage.svelte';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(wasmUrl);
});
beforeEach(() => browser.viewport(1440, 900));

interface Shown {
  readonly offers?: (moment: Moment) => readonly Offer[];
  readonly pending?: Pending;
  readonly lanes?: readonly string[];
}

/** Crash after publish under its safe design, its own faults run, standing at a step. */
async function shownAt(cursor: number, { offers, pending, lanes }: Shown = {}) {
  const session = new Session(stories, () => Promise.resolve(engine));
  await session.open('');
  session.chooseStory('crash-after-publish');
  session.chooseDesign('safe');
  session.runSchedule();
  session.seek(cursor);
  const Panel: Component<{ moment: Moment }> = (anchor) =>
    Diagram(anchor, {
      get moment() {
        return session.moment!;
      },
      lanes: lanes ?? session.story.stage.lanes,
      get offers() {
        return offers?.(session.moment!) ?? [];
      },
      pending: pending ?? null,
    });
  const page = { session, preferences: { locale: 'en' }, language: new Language('en') } as unknown as Page;
  const screen = await render(Stage, { props: { page, Panel, moment: session.moment! } });
  screen.container.style.height = '800px';
  return { screen, session };
}
const rowOf = (step: number) => document.querySelector(`tr[data-step="${String(step)}"]`);

test('the row at the cursor is the current one, and a click on another goes there', async () => {
  const { screen, session } = await shownAt(28);
  expect(rowOf(28)?.getAttribute('aria-current')).toBe('step');
  await screen.getByRole('button', { name: 'takes m1' }).click();
  expect(session.moment?.cursor).toBe(11);
  await expect.poll(() => rowOf(11)?.getAttribute('aria-current')).toBe('step');
  expect(document.querySelectorAll('[aria-current]').length).toBe(1);
});

test('the rows are a table with a caption, and say who did what, and what came of it', async () => {
  const { screen } = await shownAt(28);
  await expect.element(screen.getByRole('table', { name: /28 of 65 taken/ })).toBeInTheDocument();
  await expect
    .element(screen.getByRole('row', { name: /^28 worker-2 .*a duplicate, ignored/ }))
    .toBeVisible();
});

test('what lies beyond the last row is no more than a screen holds: nothing empty is scrolled to', async () => {
  const { session } = await shownAt(0);
  const scroller = document.querySelector<HTMLElement>('.scroller')!;
  const { trace } = session.moment!;
  session.seek(1);
  await expect.poll(() => scroller.scrollTop).toBe(0);
  session.seek(trace.length);
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(0);
  await expect.poll(() => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop).toBe(0);
  const picture = scroller.querySelector('svg')!.getBoundingClientRect();
  expect(picture.bottom).toBeGreaterThanOrEqual(scroller.getBoundingClientRect().bottom);
});

test('a fold opens into its steps, told with who did them, and folds again', async () => {
  const { screen } = await shownAt(8);
  expect(rowOf(4)).toBeNull();
  await screen.getByRole('button', { name: /^4 steps: API commits/ }).click();
  await expect.poll(() => rowOf(4)?.textContent).toContain('API');
  await screen.getByRole('button', { name: 'Fold these steps again' }).first().click();
  await expect.poll(() => rowOf(4)).toBeNull();
});

test('a transaction opens into its operations', async () => {
  const { screen } = await shownAt(19);
  await screen.getByRole('button', { name: 'Show the 2 operations of this step' }).first().click();
  await expect.element(screen.getByRole('cell', { name: 'appendStarted' })).toBeVisible();
});

test('up and down move by row, and Enter puts the cursor there', async () => {
  const { screen, session } = await shownAt(28);
  screen.getByRole('button', { name: 'takes m2' }).element().focus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(session.moment?.cursor).toBe(19);
});

test('a message in flight has a menu of what could happen to it, which gives the focus back', async () => {
  const { screen, session } = await shownAt(8);
  const chip = screen.getByRole('button', { name: 'm1 from dispatcher, at the broker' });
  await chip.click();
  const items = screen.getByRole('menuitem').elements();
  expect(items.map((item) => item.textContent.trim())).toEqual([
    ...['Deliver to worker-1', 'Deliver to worker-2', 'Delay', 'Duplicate'],
  ]);
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(chip.element());
  await chip.click();
  await screen.getByRole('menuitem', { name: 'Deliver to worker-2' }).click();
  expect(session.moment?.trace.at(-1)?.id).toBe('deliver:runs>worker-2:run_1:1');
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
});

test('what is offered says what it is, messages as they are drawn, and happens when it is pressed', async () => {
  const offers = ({ enabled }: Moment): readonly Offer[] => {
    const of = (id: string) => enabled.filter((action) => action.id === id);
    return [
      ...of('crash:dispatcher').map((action) => ({ action, tone: 'fault' }) as const),
      ...of('deliver:runs>worker-1:run_1:1').map((action) => ({ action, tone: 'next' }) as const),
    ];
  };
  const { screen, session } = await shownAt(8, { offers });
  const offered = [...document.querySelectorAll('[data-offer]')].map((one) => one.textContent.trim());
  expect(offered).toEqual(['crash it here', 'or worker-1 takes m1']);
  await screen.getByRole('button', { name: 'or worker-1 takes m1' }).click();
  expect(session.moment?.trace.at(-1)?.id).toBe('deliver:runs>worker-1:run_1:1');
});

test('a pending prediction shows its step as asked, and nothing that comes after', async () => {
  const pending = { lane: 'worker-2', words: 'worker-2 tries to claim run_1' };
  const { screen } = await shownAt(27, { pending });
  await expect.element(screen.getByText(pending.words)).toBeVisible();
  expect(rowOf(27)).not.toBeNull();
  expect(rowOf(28)).toBeNull();
  expect(document.querySelectorAll('[data-offer], [data-chip]').length).toBe(0);
});

test('a step that somebody points at keeps the steps it owes to', async () => {
  const { screen } = await shownAt(28);
  await screen.getByRole('button', { name: 'takes m2' }).hover();
  await expect.poll(() => rowOf(22)?.classList.contains('faded')).toBe(true);
  expect(rowOf(18)?.classList.contains('faded')).toBe(false);
});
