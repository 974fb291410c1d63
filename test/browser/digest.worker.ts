// A worker thread that runs one path and answers with the digest of the run: the third place, beside Node
// and the page, in which the same run must be the same. Only the digest test builds and loads it.
import { openEngine } from '../../src/ui/engine';
import { stories } from '../../src/ui/stories';

export interface Question {
  readonly wasm: string;
  readonly scenario: string;
  readonly design: string;
  readonly path: readonly string[];
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void answer(data).then((digest) => postMessage(digest));
});

async function answer({ wasm, scenario, design, path }: Question): Promise<string> {
  const engine = await openEngine(wasm);
  const story = stories.find(({ id }) => id === scenario)!;
  const { overrides } = story.designs.find(({ name }) => name === design)!;
  const timeline = engine.begin(story, overrides);
  for (const id of path) timeline.take(id);
  return engine.digest(timeline.trace);
}
