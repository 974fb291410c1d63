// What `record` and `new` have in common: a scenario file and its first words become a folder, the folder
// is checked as any other is, and its author hears what to do next.

import path from 'node:path';
import type { Data } from '../kernel/json';
import type { Systems } from '../scenario/systems';
import { judgeAll, printSummary } from './check';
import { type Arguments, EXIT, has, type Output, printJson } from './command';
import { readScenarios, shown } from './files';
import type { FirstWords } from './first-words';
import { layOut } from '../scenario/json-layout';
import { type Target, writeFolder } from './scenario-folder';

export interface Authored {
  readonly target: Target;
  readonly file: Data;
  readonly words: FirstWords;
  /** What the author should do next, a sentence each. */
  readonly next: readonly string[];
}

/** In scenario.json the designs and their expectations get a line a member. */
const OPEN = { file: 2, words: 1 } as const;

/** Writes the folder, checks it and says so; returns the exit code. */
export function finish(systems: Systems, authored: Authored, given: Arguments, output: Output): number {
  const { target, file, words, next } = authored;
  const files = {
    'scenario.json': layOut(file, OPEN.file),
    'en.json': layOut(words.en, OPEN.words),
    'zh-CN.json': layOut(words['zh-CN'], OPEN.words),
  };
  const folder = shown(writeFolder(target, files));
  const scenarios = readScenarios([folder]);
  const check = judgeAll(systems, scenarios, {});
  const { designs, schedule } = file;
  if (has(given, 'json')) {
    const written = Object.keys(files).map((name) => path.join(folder, name));
    printJson(output, { id: target.id, folder, files: written, designs, schedule, check });
  } else {
    output.print(`${folder}: ${Object.keys(files).join(', ')}`);
    output.print(`schedule: ${JSON.stringify(schedule)}\n`);
    printSummary(output, check, {});
    output.print(['\nnext:', ...next.map((sentence) => `- ${sentence}`)].join('\n'));
  }
  return check.failed === 0 ? EXIT.ok : EXIT.failed;
}
