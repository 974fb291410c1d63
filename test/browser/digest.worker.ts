// A worker thread that runs one path and answers with the digest of the run: the third place, beside Node
// and the page, in which the same run must be the same. Only the digest test builds and loads it.
import type { Design } from '../../src/kernel/decision';
import { digestOf } from '../../src/scenario/document';
import { beginRun } from '../../src/scenario/run';
import { parseScenario } from '../../src/scenario/scenario';
import { Systems } from '../../src/scenario/systems';
import { openSqlite } from '../../src/sqlite/open';

export interface Question {
  readonly wasm: string;
  readonly id: string;
  /** What the scenario's file says. */
  readonly text: string;
  readonly overrides: Design;
  readonly path: readonly string[];
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void answer(data).then((digest) => postMessage(digest));
});

async function answer({ wasm, id, text, overrides, path }: Question): Promise<string> {
  const systems = new Systems(await openSqlite(() => wasm));
  const timeline = beginRun(systems, parseScenario(text, 'scenario.json', id), overrides);
  for (const action of path) timeline.take(action);
  return digestOf(timeline.trace);
}
