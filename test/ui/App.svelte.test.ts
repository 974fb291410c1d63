import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';

test('the page is headed by the name of the laboratory', async () => {
  const screen = await render(App);
  await expect.element(screen.getByRole('heading', { name: 'Converge' })).toBeVisible();
});
