// What is made at its first use would be waited for in the first steps of a run: statements are compiled, and
// code is translated by the browser. So another run goes ahead unseen, step by step, while the page is read.

import { momentOf } from './moment';
import type { Session } from './session.svelte';

const STEPS = 60;
/** By then the page is drawn (ms). */
const DRAWN_MS = 100;
/** Between two steps there is time for whatever somebody asks for. */
const PAUSE_MS = 10;

/** Begins as soon as the engine is there, anew for each scenario; returns what calls it off. */
export function warmUp({ engine, story }: Session): () => void {
  if (engine === null) return () => undefined;
  const unseen = engine.begin(story, story.designs[0]!.overrides);
  const go = (): void => {
    const { next } = momentOf(unseen);
    if (next === null || unseen.cursor === STEPS) return;
    unseen.take(next.id);
    later = setTimeout(go, PAUSE_MS);
  };
  let later = setTimeout(go, DRAWN_MS);
  return () => clearTimeout(later);
}
