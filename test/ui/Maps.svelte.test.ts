// The panes beside the state, on real runs: what they say of a step that was taken, refused, or went over HTTP.
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { Design } from '../../src/kernel/decision';
import type { StepRecord } from '../../src/kernel/trace';
import { openEngine } from '../../src/ui/engine';
import type { Page } from '../../src/ui/state/context';
import { Language } from '../../src/ui/state/language';
import { Session } from '../../src/ui/state/session.svelte';
import { stories } from '../../src/ui/stories';
import PanesStage from './PanesStage.svelte';

const engine = openEngine(wasmUrl);

/** Runs the faults of a scenario under these alternatives, and opens a pane at the last step. */
async function opened(name: string, pane: string, overrides: Design = {}, locale: 'en' | 'zh-CN' = 'en') {
  const story = stories.find(({ id }) => id === name)!;
  const session = new Session([{ ...story, designs: [{ name: 'one', overrides }] }], () => engine);
  await session.open('');
  session.runSchedule();
  const page = { session, preferences: { locale }, language: new Language(locale) } as unknown as Page;
  const screen = await render(PanesStage, { props: { page } });
  await screen.getByRole('button', { name: pane, exact: true }).click();
  const seek = (isMeant: (record: StepRecord) => boolean): void => {
    session.seek(session.moment!.trace.findIndex(isMeant) + 1);
  };
  return { screen, session, seek };
}

test('the machine says which row a step took, and lists the ways on', async () => {
  const { screen, seek } = await opened('crash-after-publish', 'Machine');
  seek(({ operations }) => operations.includes('claim'));
  await expect.element(screen.getByText(/takes T1:/)).toHaveTextContent('queued becomes running, version 2.');
  await expect.element(screen.getByRole('heading', { name: 'Ways out of running' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^T7, from running to succeeded/ })).toBeVisible();
  await screen.getByRole('button', { name: 'All rows of the table' }).click();
  await expect.element(screen.getByRole('button', { name: /^T10b, from waiting_approval/ })).toBeVisible();
});

test('a refused write names the row that it tried and the versions that differ', async () => {
  const { screen, seek } = await opened('stale-version', 'Machine');
  seek(({ refused }) => refused !== null);
  await expect.element(screen.getByText(/tries T8b/)).toHaveTextContent('It is refused, and no row changes.');
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'version' }).first())
    .toHaveTextContent('version: it wrote WHERE version = 7; the row is at 8');
});

test('a write that no row allows says so, and from where its row starts', async () => {
  const { screen, seek } = await opened('stale-version', 'Machine', { 'run.update': 'last_write_wins' });
  seek(({ operations }) => operations.includes('failExhausted'));
  await expect
    .element(screen.getByText(/turns waiting_approval into failed/))
    .toHaveTextContent('No row allows that: T8b starts from running.');
});

test('an id that has the focus lights every place where it lives, and says them', async () => {
  const { screen, seek } = await opened('crash-after-publish', 'Schema');
  seek(({ operations }) => operations.includes('insertRun'));
  const column = screen.getByRole('button', { name: 'run_id of outbox' });
  await expect.element(column).toBeVisible();
  (column.element() as HTMLElement).focus();
  await expect.element(screen.getByText(/^run_id is at home in runs; it lives in/)).toBeVisible();
  expect(screen.container.querySelectorAll('.box .lit').length).toBe(4);
  await expect.element(screen.getByText(/^The last step changed runs, outbox/)).toBeVisible();
  await screen.getByRole('button', { name: /^All \d+ tables$/ }).click();
  await expect
    .element(screen.getByRole('button', { name: 'run_id of mon_runs, part of its key' }))
    .toBeVisible();
});

test('the exchange of a step stands there in full, and later as an earlier one', async () => {
  const { screen, session, seek } = await opened('crash-after-publish', 'HTTP');
  seek(({ sent }) => sent.some(({ id }) => id.startsWith('submit:') && id.includes(':202:')));
  const answer = screen.getByRole('article', { name: 'Answer' });
  await expect.element(answer).toHaveTextContent('202');
  await expect.element(answer).toHaveTextContent('location: /v1/runs/run_1');
  await expect.element(screen.getByRole('article', { name: 'Request' })).toHaveTextContent('POST /v1/runs');
  seek(({ actor }) => actor === 'dispatcher');
  await expect
    .element(screen.getByText('dispatcher has sent and received nothing over HTTP so far.'))
    .toBeVisible();
  session.seek(0);
  await expect.element(screen.getByText('Nothing has gone over HTTP yet.')).toBeVisible();
});

test('the same in Chinese', async () => {
  const { screen, seek } = await opened('stale-version', '状态机', {}, 'zh-CN');
  seek(({ refused }) => refused !== null);
  await expect.element(screen.getByText(/尝试 T8b/)).toHaveTextContent('被拒绝，没有改动任何行。');
});
