import { expect, test } from 'vitest';
import Logs from '../../src/ui/log/Logs.svelte';
import { applied, record, stored } from '../view/records';
import { momentOf, show } from './stage';

const reader = (browser: string, cursor: number, state = 'LIVE') => {
  return { browser, cursor, state, run: 'run_1' };
};
const ignored = { fact: 'ignored', why: 'duplicate', browser: 'browser-1', seq: 1 };
const trace = [
  record({ changes: [stored(1, 'run.created'), stored(2, 'attempt.started'), stored(3, 'run.failed')] }),
  record({
    run: 'run_1',
    facts: [applied('browser-1', 1), applied('browser-1', 2), applied('browser-1', 3)],
  }),
  record({ run: 'run_1', facts: [ignored, applied('browser-2', 2)] }),
];
const readers = [reader('browser-1', 3, 'FAILED'), reader('browser-2', 2)];

test('each event says what became of it in each browser', async () => {
  const { screen } = await show(Logs, momentOf({ trace }), { readers });
  const marks = screen.getByRole('img');
  expect(marks.elements().map((mark) => mark.getAttribute('aria-label'))).toEqual([
    ...['browser-1: applied, a duplicate ignored', 'browser-2: missing: the cursor has passed it'],
    ...['browser-1: applied', 'browser-2: applied'],
    ...['browser-1: applied', 'browser-2: not there yet'],
  ]);
});

test('each view says where it is and how far from the log', async () => {
  const { screen } = await show(Logs, momentOf({ trace }), { readers });
  await expect.element(screen.getByRole('row', { name: 'cursor 3 2' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'against the log equal hole at 1' })).toBeVisible();
});

test('before the first event it says that one will come', async () => {
  const { screen } = await show(Logs, momentOf({}), { readers });
  await expect.element(screen.getByText('No events yet. The first appears here.')).toBeVisible();
});
