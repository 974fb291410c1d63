import { expect, test } from 'vitest';
import Choices from '../../src/ui/choices/Choices.svelte';
import { action, blocked, fault, momentOf, show } from './stage';

const respond = action('api.respond:submit:k', 'api', ['respond']);
const ask = action('browser-1.askPage', 'browser-1', ['askPage']);
const expired = blocked(action('worker-1.readExpired', 'worker-1', ['readExpired']), {
  ...{ key: 'nothingExpired', values: {} },
});
const enabled = [ask, respond, expired, fault('crash', 'api', null), fault('drop', 'api', 'submit:k:202')];

test('the default next comes first, says what it does, and is taken by a click', async () => {
  const { screen, asked } = await show(Choices, momentOf({ enabled, next: respond }));
  const buttons = screen.getByRole('button');
  await expect.element(buttons.first()).toHaveTextContent('API answers');
  await buttons.first().click();
  expect(asked).toEqual(['take api.respond:submit:k']);
});

test('every other choice names its actor, and what could befall it', async () => {
  const { screen, asked } = await show(Choices, momentOf({ enabled, next: respond }));
  await screen.getByRole('button', { name: 'browser-1 asks for new events' }).click();
  await screen.getByRole('button', { name: 'API crashes' }).click();
  await screen.getByRole('button', { name: 'submit:k:202 is lost' }).click();
  expect(asked).toEqual(['take browser-1.askPage', 'take crash:api', 'take drop:http:submit:k:202']);
  await expect.element(screen.getByText('4 possible')).toBeVisible();
});

test('what cannot happen is folded away with its reason', async () => {
  const { screen } = await show(Choices, momentOf({ enabled, next: respond }));
  const reason = screen.getByText('looks for a lease that is over: no lease is over');
  await expect.element(reason).not.toBeVisible();
  await screen.getByText('Cannot happen now').click();
  await expect.element(reason).toBeVisible();
});

test('quiet is said in words', async () => {
  const { screen } = await show(Choices, momentOf({ enabled: [expired] }));
  await expect.element(screen.getByText('Quiet: nothing is left to happen.')).toBeVisible();
});

test('the same in Chinese', async () => {
  const { screen } = await show(Choices, momentOf({ enabled, next: respond }), { locale: 'zh-CN' });
  await expect.element(screen.getByRole('button', { name: '浏览器 1 请求新事件' })).toBeVisible();
  await expect.element(screen.getByText('4 种可能')).toBeVisible();
});
