import { expect, test } from 'vitest';
import Tables from '../../src/ui/tables/Tables.svelte';
import { change, record, rowsOf } from '../view/records';
import { momentOf, show } from './stage';

const queued = { run_id: 'run_1', status: 'queued', version: 1 };
const running = { run_id: 'run_1', status: 'running', version: 1 };
const first = rowsOf({ runs: { run_1: queued } });
const trace = [
  record({ changes: [change('runs', 'run_1', queued, running)] }),
  record({ changes: [change('outbox', 'm', null, { message_id: 'm', sent: 0 })] }),
  record({ changes: [change('runs', 'run_1', running, null)] }),
];
const tables = { runs: ['status', 'version'], outbox: ['message_id', 'sent'] };

test('a changed cell shows what it was and what it is', async () => {
  const { screen } = await show(Tables, momentOf({ first, trace, cursor: 1 }), { tables });
  const cell = screen.getByRole('cell', { name: 'queued → running' });
  await expect.element(cell).toBeVisible();
  expect(cell.element().querySelector('del')?.textContent).toBe('queued');
  await expect.element(screen.getByText('1 cell changed')).toBeVisible();
  await expect.element(screen.getByText('No rows yet. The first appears here.')).toBeVisible();
});

test('a new row says so, and a value that is not there is NULL', async () => {
  const staged = { outbox: ['message_id', 'sent_at'] };
  const { screen } = await show(Tables, momentOf({ first, trace, cursor: 2 }), { tables: staged });
  await expect.element(screen.getByRole('row', { name: /new m NULL/ })).toBeVisible();
});

test('a row that is gone stays for one step, struck through', async () => {
  const { screen } = await show(Tables, momentOf({ first, trace, cursor: 3 }), { tables });
  const row = screen.getByRole('row', { name: /gone running 1/ });
  await expect.element(row).toBeVisible();
  const cell = row.element().querySelectorAll('td')[1]!;
  expect(getComputedStyle(cell).textDecorationLine).toBe('line-through');
});
