// Every browser test also claims that the page was silent and stayed at home: whatever the browser complains
// about, and every request to somewhere else, fails it. A test that breaks something on purpose says what may
// be complained about.
import { test as base, type BrowserContext } from '@playwright/test';

// Engines share a machine with other tests here, and opening a database is the slowest thing that they do.
const SLOW_MS = { expect: 20_000, test: 180_000 };

export const expect = base.expect.configure({ timeout: SLOW_MS.expect });

interface Silence {
  /** What a test expects to be complained about; nothing, as a rule. */
  readonly excused: RegExp;
  readonly silence: undefined;
}

export const test = base.extend<Silence>({
  excused: [/^$/, { option: true }],
  silence: [
    async ({ context, baseURL, excused }, use, testInfo) => {
      testInfo.setTimeout(SLOW_MS.test);
      const complaints = await listen(context, new URL(baseURL ?? 'http://localhost').origin);
      await use(undefined);
      const left = complaints.filter((complaint) => !excused.test(complaint));
      expect(left, 'the browser has something to complain about').toEqual([]);
    },
    { auto: true },
  ],
});

// On the context, so that frames and further pages are heard too.
async function listen(context: BrowserContext, home: string): Promise<string[]> {
  const complaints: string[] = [];
  context.on('console', (message) => {
    complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`page error: ${error.error().message}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== home && !['data:', 'blob:', 'about:'].includes(protocol)) {
      complaints.push(`request to somewhere else: ${request.url()}`);
    }
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason given';
    // Whoever leaves a page does not wait for its fonts.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`request failed: ${request.url()} (${reason})`);
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
