// The right column on real runs: what it says of the log, of rows and of what was lost.
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { Design } from '../../src/kernel/decision';
import type { StepRecord } from '../../src/kernel/trace';
import { openEngine } from '../../src/ui/engine';
import { Language } from '../../src/ui/state/language';
import type { Page } from '../../src/ui/state/context';
import { Session } from '../../src/ui/state/session.svelte';
import { stories } from '../../src/ui/stories';
import RunStage from './RunStage.svelte';

const engine = openEngine(wasmUrl);

interface Shown {
  readonly overrides?: Design;
  readonly locale?: 'en' | 'zh-CN';
  readonly isWide?: boolean;
  readonly look?: string;
  readonly isHidden?: boolean;
  readonly showIds?: boolean;
}

/** Runs the faults of a scenario under these alternatives, and shows the column at the last step. */
async function ran(name: string, { overrides = {}, locale = 'en', ...props }: Shown = {}) {
  const story = stories.find(({ id }) => id === name)!;
  const session = new Session([{ ...story, designs: [{ name: 'one', overrides }] }], () => engine);
  await session.open('');
  session.runSchedule();
  const page = { session, preferences: { locale }, language: new Language(locale) } as unknown as Page;
  const screen = await render(RunStage, { props: { page, ...props } });
  const stepWhere = (isMeant: (record: StepRecord) => boolean): number =>
    session.moment!.trace.findIndex(isMeant) + 1;
  return { screen, session, stepWhere };
}

const PAID_TWICE: Design = { 'claim.mode': 'none', 'operation.id': 'fresh_each_call' };

test('a refund paid twice stands on top of the column, and leads to both payments', async () => {
  const { screen, session } = await ran('crash-after-publish', { overrides: PAID_TWICE });
  const regions = screen.getByRole('region').elements();
  expect(regions[0]?.textContent).toContain('1 broken');
  const harm = screen.getByText(/the refund of/);
  await expect.element(harm).toHaveTextContent(/^run_1, step s1: the refund of ord_1 was paid at step \d+/);
  const [first, again] = harm
    .getByRole('button')
    .elements()
    .map((link) => Number(link.textContent.slice(5)));
  await harm.getByRole('button').last().click();
  expect(session.moment?.cursor).toBe(again);
  session.seek(first!);
  await expect.element(screen.getByText('0 broken')).toBeVisible();
  expect(screen.getByRole('region').elements()[0]?.textContent).toContain('Log of run_1');
});

test('an event says what became of it in each browser, on the wire too', async () => {
  const { screen, session, stepWhere } = await ran('crash-after-publish');
  const answered = stepWhere(({ sent }) =>
    sent.some(({ id }) => id.startsWith('page:browser-2:run_1:0:200')),
  );
  session.seek(answered);
  const row = (text: string) => screen.getByRole('row', { name: text });
  await expect
    .element(row('event 1: browser-1 not sent, browser-2 on the wire'))
    .toHaveTextContent('run.created');
  session.seek(session.moment!.trace.length);
  await expect.element(row('event 1: browser-1 applied, browser-2 applied')).toBeVisible();
  await expect.element(row('against the log equal equal')).toBeVisible();
});

test('a hole is said at the foot, and its event is marked as missing', async () => {
  const { screen, session } = await ran('crash-after-publish', {
    overrides: { 'browser.cursor': 'last_received' },
  });
  session.seek(0);
  const isStored = () =>
    session.moment!.trace[session.moment!.cursor - 1]?.operations.includes('storeCursor');
  while (!isStored()) session.step();
  const actor = session.moment!.trace[session.moment!.cursor - 1]!.actor;
  session.take(`crash:${actor}`);
  session.take(`restart:${actor}`);
  await expect.element(screen.getByRole('row', { name: /hole at 1/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: `${actor} missing` })).toBeVisible();
});

test('a cell tells where its value comes from, each step a way to it, until Escape', async () => {
  const { screen, session, stepWhere } = await ran('crash-after-publish', { overrides: PAID_TWICE });
  const cell = screen.getByRole('button', { name: 'succeeded', exact: true });
  await cell.click();
  const origin = screen.getByText(/^succeeded was written by step/);
  await expect.element(origin).toBeVisible();
  const commit = stepWhere(({ operations }) => operations.includes('insertOutbox'));
  await expect.element(screen.getByText('m2', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: `step ${commit} commit` })).toBeVisible();
  await cell.click();
  await expect.element(origin).not.toBeInTheDocument();
  await cell.click();
  (cell.element() as HTMLElement).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
  );
  await expect.element(origin).not.toBeInTheDocument();
  await cell.click();
  await screen.getByRole('button', { name: `step ${commit} commit` }).click();
  expect(session.moment?.cursor).toBe(commit);
});

test('where space is short a table that did not change is one line, and stays open once opened', async () => {
  const { screen, session } = await ran('crash-after-publish', { isWide: false });
  const line = screen.getByRole('button', { name: 'outbox 1 row, unchanged' });
  await expect.element(screen.getByText('message_id')).not.toBeInTheDocument();
  await line.click();
  session.back();
  await expect.element(line).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByText('message_id')).toBeVisible();
});

test('a prediction is asked at the table that a hint points at, and nothing of the answer is told', async () => {
  const { screen, session, stepWhere } = await ran('crash-after-publish', {
    ...{ look: 'outbox', isHidden: true, isWide: false },
  });
  const mark = stepWhere(({ operations }) => operations.includes('mark'));
  session.seek(mark - 1);
  await expect.element(screen.getByText('look here')).toBeVisible();
  await expect.element(screen.getByText('after the step: ?')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /runs\.dispatch 0$/ })).toBeVisible();
});

test('one button shows all tables with all columns, monitors too, and all properties by number', async () => {
  const { screen } = await ran('crash-after-publish');
  await expect.element(screen.getByText('S40')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'All tables, columns and properties' }).click();
  await expect.element(screen.getByRole('button', { name: 'mon_effects 1 row, unchanged' })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'lease_until' })).toBeInTheDocument();
  await expect.element(screen.getByText('S40')).toBeVisible();
  await screen.getByRole('button', { name: 'Only what is on stage' }).click();
  await expect.element(screen.getByText('S40')).not.toBeInTheDocument();
});

test('before the first step the heads stand, and say that rows and events will come', async () => {
  const { screen, session } = await ran('crash-after-publish');
  session.seek(0);
  await expect.element(screen.getByText('No events yet. The first appears here.')).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'message_id' })).toBeVisible();
  expect(screen.getByText('No rows yet. The first appears here.').elements().length).toBe(3);
});

test('the same in Chinese', async () => {
  const { screen } = await ran('crash-after-publish', { overrides: PAID_TWICE, locale: 'zh-CN' });
  await expect
    .element(screen.getByText(/的退款在/))
    .toHaveTextContent(/^run_1 的步骤 s1：ord_1 的退款在第 \d+ 步付过一次，在第 \d+ 步又付了一次。$/);
  await expect.element(screen.getByRole('row', { name: '与日志相比 一致 一致' })).toBeVisible();
});
