// The browser tests: the built page, served as a static site would serve it, in a real Chromium.
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './chromium.js';

const top = fileURLToPath(new URL('../..', import.meta.url));
const port = process.env['PREVIEW_PORT'] ?? '4173';
const url = `http://127.0.0.1:${port}/`;
const executablePath = findChromium();

export default defineConfig({
  testDir: `${top}test/browser`,
  // Playwright empties this folder at its start, so the report lies elsewhere.
  outputDir: `${top}test-results`,
  reporter: [['list'], ['json', { outputFile: `${top}reports/browser.json` }]],
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  workers: process.env['CI'] ? 2 : '50%',
  use: {
    baseURL: url,
    // A picture of what went wrong; recording every step for a trace would take longer than the tests.
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    cwd: top,
    url,
    env: { CSP_HEADER: '1' },
    reuseExistingServer: false,
  },
});
