// @ts-check
// What `npm test` runs: every check there is, two at a time, and one line at the end that counts them.
// A failing stage stops only the stages that need its result, so that one run shows all that is wrong.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/**
 * `needs` are stages that must have passed, `after` those that must only be over. A stage with a `report`
 * counts the tests in it; any other counts only when it fails.
 * @typedef {{ name: string, commands: string[], needs?: string[], after?: string[], report?: string }} Stage
 * @typedef {{ stage: Stage, outcome: 'ok' | 'failed' | 'skipped', seconds: number, output: string }} Result
 */

const AT_ONCE = 2;
/** So many characters of why a test failed are repeated at the end. */
const FAILURE_LENGTH = 1_500;

/** One process after the other: what a hundred files leave behind in one makes the later ones slow. */
const PARTS = 6;
const UNITS = Array.from({ length: PARTS }, (_, i) => vitest(`unit ${i + 1}`, 'node', `${i + 1}/${PARTS}`));

// The longest first, so that both cores have something to do until the end.
/** @type {Stage[]} */
const STAGES = [
  { name: 'chromium', commands: ['node test/tools/chromium.js --install'] },
  { name: 'build', commands: ['vite build'] },
  {
    name: 'browser',
    commands: ['playwright test -c test/tools/playwright.config.ts'],
    needs: ['chromium', 'build'],
    report: 'reports/browser.json',
  },
  ...UNITS,
  { ...vitest('component', 'browser'), needs: ['chromium'] },
  { name: 'lint', commands: ['eslint -c test/tools/eslint.config.js --max-warnings 0 .'] },
  {
    name: 'types',
    commands: [
      'svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human',
      'tsc -p test/tools/tsconfig.pure.json',
    ],
  },
  { name: 'format', commands: ['prettier --check .'] },
  { name: 'unused code', commands: ['knip --no-config-hints'] },
  // Unit tests run the command line, so its bundle is not replaced under them.
  { name: 'build cli', commands: ['vite build --mode cli'], after: UNITS.map(({ name }) => name) },
];

const top = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(top);
process.exitCode = await main();

async function main() {
  rmSync('reports', { recursive: true, force: true });
  const results = await runAll();
  console.log();
  for (const result of results) console.log(headline(result));
  const failures = results.flatMap(failuresOf);
  for (const failure of failures) console.log(`failed: ${failure}`);
  for (const failure of failures) console.log(`failed: ${failure.split('\n', 1)[0]}`);
  const counts = results.map(count);
  const passed = sum(counts.map((each) => each.passed));
  const failed = sum(counts.map((each) => each.failed));
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** @returns {Promise<Result[]>} */
async function runAll() {
  const env = await environment();
  /** @type {Map<string, Result>} */
  const results = new Map();
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  const waiting = [...STAGES];
  while (waiting.length + running.size > 0) {
    const next = running.size < AT_ONCE ? waiting.findIndex((stage) => isReady(stage, results)) : -1;
    const [stage] = next < 0 ? [] : waiting.splice(next, 1);
    if (stage) start(stage);
    else await Promise.race(running);
  }
  return STAGES.map((stage) => /** @type {Result} */ (results.get(stage.name)));

  /** @param {Stage} stage */
  function start(stage) {
    const ending = run(stage, results, env).then((result) => {
      results.set(stage.name, result);
      running.delete(ending);
      console.log(`\n${headline(result)}\n${stripVTControlCharacters(result.output)}`.trimEnd());
    });
    running.add(ending);
  }
}

/** @param {Stage} stage @param {Map<string, Result>} results */
function isReady(stage, results) {
  return [...(stage.needs ?? []), ...(stage.after ?? [])].every((name) => results.has(name));
}

/**
 * @param {Stage} stage @param {Map<string, Result>} results @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result>}
 */
async function run(stage, results, env) {
  const missing = (stage.needs ?? []).filter((name) => results.get(name)?.outcome !== 'ok');
  if (missing.length > 0) {
    return { stage, outcome: 'skipped', seconds: 0, output: `needs ${missing.join(' and ')}` };
  }
  const start = performance.now();
  const ended = await runCommands(stage.commands, env);
  const seconds = (performance.now() - start) / 1000;
  return { stage, outcome: ended.ok ? 'ok' : 'failed', seconds, output: ended.output };
}

/** @param {string[]} commands @param {NodeJS.ProcessEnv} env */
async function runCommands(commands, env) {
  let output = '';
  let ok = true;
  for (const command of commands) {
    const ended = await runCommand(command, env);
    output += ended.output;
    ok &&= ended.ok;
  }
  return { ok, output };
}

/**
 * @param {string} command @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function runCommand(command, env) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** @returns {Promise<NodeJS.ProcessEnv>} */
async function environment() {
  const bin = path.join(top, 'node_modules', '.bin');
  return {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    PREVIEW_PORT: String(await freePort()),
  };
}

// Two runs on one machine must not serve their pages to each other.
/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @param {string} name @param {string} project @param {string} [shard] which part of how many @returns {Stage} */
function vitest(name, project, shard) {
  const report = `reports/${name.replace(' ', '-')}.json`;
  const reporters = `--reporter=default --reporter=json --outputFile.json=${report}`;
  const part = shard === undefined ? '' : ` --shard=${shard}`;
  return { name, commands: [`vitest run --project ${project}${part} ${reporters}`], report };
}

/** @param {Result} result */
function headline({ stage, outcome, seconds }) {
  return `── ${stage.name.padEnd(12)} ${outcome.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s`;
}

/**
 * No stage may fail without being counted: not by dying before its report, nor by finding nothing to run.
 * @param {Result} result
 */
function count({ stage, outcome }) {
  const { passed, failed } = stage.report ? readReport(stage.report) : { passed: 0, failed: 0 };
  const nothingRan = stage.report !== undefined && passed + failed === 0;
  const failedOtherwise = failed === 0 && (outcome !== 'ok' || nothingRan);
  return { passed, failed: failedOtherwise ? 1 : failed };
}

/**
 * Which tests failed and why, said once more at the end, and their names once again: of a long output people
 * often have the last lines only.
 * @param {Result} result
 * @returns {string[]}
 */
function failuresOf({ stage, outcome }) {
  if (outcome !== 'failed' || stage.report === undefined || !existsSync(stage.report)) return [];
  const report = JSON.parse(readFileSync(stage.report, 'utf8'));
  return report.stats
    ? report.suites.flatMap(playwrightFailures)
    : report.testResults.flatMap(vitestFailures);
}

/** @param {any} suite @returns {string[]} */
function playwrightFailures(suite) {
  const specs = (suite.specs ?? []).filter((/** @type {any} */ spec) => !spec.ok);
  const own = specs.map((/** @type {any} */ spec) => {
    const errors = spec.tests.flatMap((/** @type {any} */ test) =>
      test.results.flatMap((/** @type {any} */ one) => one.errors),
    );
    const why = errors.map((/** @type {any} */ error) => stripVTControlCharacters(error.message ?? ''));
    return `${suite.file}: ${spec.title}\n${why.join('\n').slice(0, FAILURE_LENGTH)}`;
  });
  return [...own, ...(suite.suites ?? []).flatMap(playwrightFailures)];
}

/** @param {any} file @returns {string[]} */
function vitestFailures(file) {
  const failed = file.assertionResults.filter((/** @type {any} */ one) => one.status === 'failed');
  return failed.map((/** @type {any} */ one) => {
    return `${one.fullName}\n${one.failureMessages.join('\n').slice(0, FAILURE_LENGTH)}`;
  });
}

/** @param {string} file */
function readReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // Playwright keeps its counts under `stats`, Vitest at the top.
  return report.stats
    ? { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
    : { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
