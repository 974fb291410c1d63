import { expect, test } from 'vitest';
import Steps from '../../src/ui/steps/Steps.svelte';
import { record, stored } from '../view/records';
import { momentOf, show } from './stage';

const broken = [{ property: 'S27', key: {}, from: 'holds', to: 'violated' }] as const;
const trace = [
  record({
    actor: 'api',
    says: { key: 'api.insertRun', values: { run: 'run_1', principal: 'alice' } },
    changes: [stored(1)],
  }),
  record({ id: 'crash:api', actor: 'api', says: { key: 'fault.crash', values: {} }, verdicts: broken }),
];

test('a step says who did what, and what it left', async () => {
  const { screen } = await show(Steps, momentOf({ trace }));
  await expect
    .element(screen.getByRole('button', { name: '1 API commits run_1 without an outbox row 1' }))
    .toBeVisible();
  await expect.element(screen.getByText('breaks S27')).toBeVisible();
});

test('a click looks at that step, and the one looked at is marked', async () => {
  const { screen, asked } = await show(Steps, momentOf({ trace }));
  const [first, second] = screen.getByRole('button').elements();
  expect([first, second].map((line) => line?.getAttribute('aria-current'))).toEqual([null, 'step']);
  await screen.getByRole('button').first().click();
  expect(asked).toEqual(['seek 1']);
});

test('a long run draws only the steps around the one looked at', async () => {
  const long = Array.from({ length: 5_000 }, () => record());
  const { screen } = await show(Steps, momentOf({ trace: long, cursor: 2_500 }));
  await expect.element(screen.getByText('2300 earlier steps are not drawn.')).toBeInTheDocument();
  expect(screen.getByRole('button').elements().length).toBe(300);
});
