// One configuration file for the three things that Vite builds here: the page (the default), the command
// line's bundle (`--mode cli`) and what the tests run (Vitest's own mode, `test`).
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { type Plugin, runnerImport, type UserConfig } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium } from './test/tools/chromium.js';

const top = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig(({ mode }) => {
  if (mode === 'cli') return commandLine();
  if (mode === 'test') return tests();
  return page();
});

// SQLite needs 'wasm-unsafe-eval'; text editing in Chromium writes style attributes, hence the one
// 'unsafe-inline'. Everything else comes from the page's own origin or not at all.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
].join('; ');

// What the engine imports, for the dev server and the component tests to find before the first run.
const BUNDLED_EARLY = [
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  'eventsource-parser',
  'fflate',
  'pure-rand/distribution/uniformInt',
  'pure-rand/generator/xoroshiro128plus',
  'sql.js',
  'zod/mini',
  'zod/v4/locales/en.js',
];

function page(): UserConfig {
  return {
    root: `${top}src`,
    publicDir: '../public',
    base: './',
    // A missing file is missing, as on the static site, and not the first page again.
    appType: 'mpa',
    plugins: [
      svelte({ configFile: false }),
      outlines(),
      policyInPage(),
      emptyAllButCommandLine(),
      formOfScenarios(),
    ],
    worker: { format: 'es' },
    // Without these the dev server finds a dependency of the worker late and reloads the page in the
    // middle of the first run.
    optimizeDeps: {
      entries: ['*.html', '{ui,embed,explore}/**/*.{ts,svelte}'],
      include: BUNDLED_EARLY,
    },
    // The scenarios and node_modules lie beside the root, not in it.
    server: { fs: { allow: [top] } },
    preview: process.env['CSP_HEADER']
      ? { headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY } }
      : {},
    build: {
      outDir: '../dist',
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { input: pages() },
    },
  };
}

// Everything but Node's own modules and sql.js (which finds its wasm beside itself) goes into one file.
function commandLine(): UserConfig {
  return {
    root: `${top}src`,
    publicDir: false,
    ssr: { noExternal: true, external: ['sql.js'] },
    build: {
      ssr: 'cli/main.ts',
      outDir: '../dist/cli',
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { external: isBuiltin, output: { entryFileNames: 'main.js' } },
    },
  };
}

function tests(): ViteUserConfig {
  return {
    root: top,
    plugins: [svelte({ configFile: false }), outlines()],
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            // Property tests run thousands of real steps; how long they take on a busy machine is no claim.
            testTimeout: 120_000,
            // Loading the engine anew for each of a hundred files would take longer than most of them do.
            isolate: false,
            include: ['test/**/*.test.ts'],
            exclude: ['test/**/*.svelte.test.ts', 'test/browser/**', 'test/bench/**'],
          },
        },
        {
          extends: true,
          // Found late, they would reload the page in the middle of a test.
          optimizeDeps: { include: BUNDLED_EARLY },
          test: {
            name: 'browser',
            include: ['test/**/*.svelte.test.ts'],
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({ launchOptions: chromium() }),
              instances: [{ browser: 'chromium' }],
            },
          },
        },
      ],
    },
  };
}

// Without a Chromium the node project still runs; Playwright's own message then explains what is missing.
function chromium() {
  const executablePath = findChromium();
  return { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) };
}

// Every HTML file directly in src is a page.
function pages(): string[] {
  return readdirSync(`${top}src`)
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${top}src/${name}`);
}

// Only in the build: the dev server injects styles, which this policy forbids.
function policyInPage(): Plugin {
  return {
    name: 'policy-in-page',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

// Vite's own emptying would take the command line's bundle, perhaps while it runs.
function emptyAllButCommandLine(): Plugin {
  let out = '';
  return {
    name: 'empty-all-but-command-line',
    apply: 'build',
    configResolved({ root, build }) {
      out = path.resolve(root, build.outDir);
    },
    buildStart() {
      for (const name of existingOutput(out)) {
        if (name !== 'cli') rmSync(path.join(out, name), { recursive: true });
      }
    },
  };
}

function existingOutput(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// Seventy scenarios must weigh little on the course page: of a file that is imported with `?outline` it gets what
// it shows, and no more, and the page of a scenario its `?summary`. The files in full come with the engine.
function outlines(): Plugin {
  return {
    name: 'outlines',
    enforce: 'pre',
    transform(code, id) {
      const query = /\.json\?(outline|summary)$/.exec(id)?.[1];
      if (query === undefined) return null;
      const file = JSON.parse(code) as Record<string, unknown>;
      if (query === 'summary') return `export default ${JSON.stringify(file['summary'])}`;
      const outline = 'redundant' in file ? outlineOfAblation(file as never) : outlineOf(file);
      return `export default ${JSON.stringify(outline)}`;
    },
  };
}

function outlineOf({ title, course, source = null, stage, designs, lesson }: Record<string, unknown>) {
  if (title !== undefined) return { title, designs };
  const kind = typeof lesson === 'object' && lesson !== null && 'transfer' in lesson ? 'whole' : 'short';
  return { course, source, stage, designs, lesson: lesson === undefined ? null : kind };
}

function outlineOfAblation({ rows, redundant }: { rows: readonly Row[]; redundant: unknown }) {
  return { rows: rows.map(({ path: _path, schedule: _schedule, ends: _ends, ...row }) => row), redundant };
}

type Row = Readonly<Record<string, unknown>>;

// The form of scenario files for editors. It is committed, and comes with the page. Its sources are loaded
// only here: no other use of this configuration should wait for them.
function formOfScenarios(): Plugin {
  const file = `${top}public/scenario.schema.json`;
  return {
    name: 'form-of-scenarios',
    apply: 'build',
    async buildStart() {
      const source = `${top}src/scenario/json-schema.ts`;
      type Source = typeof import('./src/scenario/json-schema');
      const { module } = await runnerImport<Source>(source, { configFile: false });
      const text = module.scenarioFormText();
      const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text;
      if (!isCurrent) writeFileSync(file, text);
    },
  };
}
