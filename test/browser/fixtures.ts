// Every browser test also claims that the page was silent: whatever the browser complains about fails it.
import { test as base, type BrowserContext } from '@playwright/test';

// Engines share a machine with other tests here, and opening a database is the slowest thing that they do.
const SLOW_MS = { expect: 20_000, test: 120_000 };

export const expect = base.expect.configure({ timeout: SLOW_MS.expect });

export const test = base.extend<{ silence: undefined }>({
  silence: [
    async ({ context }, use, testInfo) => {
      testInfo.setTimeout(SLOW_MS.test);
      const complaints = await listen(context);
      await use(undefined);
      expect(complaints, 'the browser has something to complain about').toEqual([]);
    },
    { auto: true },
  ],
});

// On the context, so that frames and further pages are heard too.
async function listen(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  context.on('console', (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => complaints.push(`page error: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    complaints.push(
      `request failed: ${request.url()} (${request.failure()?.errorText ?? 'no reason given'})`,
    );
  });
  context.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  // Chromium prints most violations of the policy by itself, but not those that a script caught.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  return complaints;
}
