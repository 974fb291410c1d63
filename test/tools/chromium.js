// @ts-check
// Finds the Chromium that the component and browser tests drive, so that nobody has to download a second
// one. `node test/tools/chromium.js --install` also installs one where none is found.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What every launch needs to be quiet and repeatable; only root in a container has to give up the sandbox. */
export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * The path of a Chromium, Chrome or Edge, or undefined if this machine has none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is no executable file.`);
  }
  return [...systemPaths(), ...onPath()].find(isExecutable) ?? downloadedByPlaywright();
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** @returns {string[]} */
function systemPaths() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
      const folder = process.env[variable];
      if (!folder) return [];
      return ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((file) =>
        path.join(folder, file),
      );
    });
  }
  return [...NAMES.map((name) => `/usr/bin/${name}`), '/opt/google/chrome/chrome', '/snap/bin/chromium'];
}

/** @returns {string[]} */
function onPath() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
}

/** @returns {string | undefined} */
function downloadedByPlaywright() {
  // Loaded only here, because it is slow to load and seldom needed.
  const file = createRequire(import.meta.url)('playwright').chromium.executablePath();
  return isExecutable(file) ? file : undefined;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {string} */
function install() {
  // The distribution's package comes first: on a closed network Playwright's download can only fail.
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    attempt('apt-get', ['update', '-qq']);
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']);
  }
  if (!findChromium()) attempt('npx', ['--no-install', 'playwright', 'install', 'chromium']);
  const found = findChromium();
  if (found) return found;
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome yourself, ' +
      'or set CHROMIUM_PATH to one, or run `npx playwright install chromium` where its download is reachable.',
  );
}

/**
 * A failed attempt is not the end: another way may work, and the caller looks again at what there is.
 * @param {string} command
 * @param {string[]} args
 */
function attempt(command, args) {
  try {
    execFileSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch (error) {
    console.error(`${command} ${args[0]} failed: ${error instanceof Error ? error.message : error}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findChromium() ?? (process.argv.includes('--install') ? install() : undefined);
  console.log(found ?? 'No Chromium found; --install installs one.');
  process.exitCode = found ? 0 : 1;
}
