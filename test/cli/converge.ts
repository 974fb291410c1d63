// Runs the command line as people do: the bin, as a process of its own.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export const binOf = (top: string): string => path.join(top, 'src/cli/converge.js');

export function converge(args: readonly string[], top = checkout): Ended {
  const options = { cwd: top, encoding: 'utf8', maxBuffer: 64_000_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [binOf(top), ...args], options);
  return { code: status, out: stdout, err: stderr };
}

/** What was said on stderr, but for the bundle that had to be built first: that is a matter of its own. */
export const saidBy = ({ err }: Ended): string =>
  err.replace(/^converge: the sources have changed.*\n/gm, '').trimEnd();
