#!/usr/bin/env node
// @ts-check
// The command line's entry, in plain JavaScript so that a checkout runs as it is. It runs the bundle only
// if that was built from the sources that lie here now: a guard that somebody has just broken must never
// stay green because an older program was asked.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const bundle = path.join(top, 'dist', 'cli', 'main.js');
const digestFile = path.join(top, 'dist', 'cli', 'sources.sha256');
const lock = path.join(top, 'dist', 'cli.lock');

/** A build takes seconds. A lock that is older belongs to a process that is gone. */
const BUILD_MS_MAX = 120_000;

process.exitCode = await run();

async function run() {
  if (!isCurrent() && !build()) return 1;
  const { main } = await import(pathToFileURL(bundle).href);
  return main(process.argv.slice(2));
}

function isCurrent() {
  return existsSync(bundle) && existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest();
}

/** The SHA-256 of everything that the bundle is made from, names included. */
function digest() {
  const hash = createHash('sha256');
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    ...sourcesIn('src'),
    ...sourcesIn('test/bench'),
    // What the benchmarks measure.
    'test/explore/anchor.ts',
    'test/explore/anchor-counts.json',
  ]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(top, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  const entries = readdirSync(path.join(top, folder), { withFileTypes: true });
  return entries
    .filter((entry) => `${folder}/${entry.name}` !== 'src/ui')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      return entry.isDirectory() ? sourcesIn(name) : [name];
    });
}

/** Builds the bundle, one process at a time; the others wait and find it built. */
function build() {
  mkdirSync(path.dirname(lock), { recursive: true });
  while (!takeLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    return isCurrent() || buildAll();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function takeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && Date.now() - made > BUILD_MS_MAX)
      rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Sources that change while they are built may be in the bundle or not: then it is built once more. */
function buildAll() {
  const vite = path.join(top, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) return complain('its packages are not installed; run npm ci first');
  for (let attempt = 0; attempt < 3; attempt++) {
    process.stderr.write('converge: the sources have changed; building the command line\n');
    const sources = digest();
    rmSync(digestFile, { force: true });
    const built = spawnSync(process.execPath, [vite, 'build', '--mode', 'cli'], {
      cwd: top,
      encoding: 'utf8',
    });
    if (built.status !== 0) return complain(`the build failed\n${built.stdout}${built.stderr}`);
    if (digest() !== sources) continue;
    writeFileSync(digestFile, sources);
    return true;
  }
  return complain('the sources kept changing while they were built');
}

/** @param {string} message */
function complain(message) {
  process.stderr.write(`converge: ${message}\n`);
  return false;
}
