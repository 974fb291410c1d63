// The root of the page carries the digest of the run, for whoever compares this run with another one. It
// covers the whole branch, so it waits until the step has been drawn, and for a long run until the person
// pauses; until then the root carries none.

import type { Session } from './session.svelte';

const SHORT_STEPS_MAX = 300;
/** By then a step is drawn (ms). */
const DRAWN_MS = 50;
const PAUSE_MS = 400;

/** Shows the digest as soon as nobody waits for something else; returns what calls that off. */
export function showDigest(session: Session): () => void {
  const root = document.documentElement;
  delete root.dataset['digest'];
  const { moment } = session;
  if (moment === null) return () => undefined;
  const isShort = moment.trace.length <= SHORT_STEPS_MAX;
  const later = setTimeout(
    () => {
      root.dataset['digest'] = session.digest() ?? '';
    },
    isShort ? DRAWN_MS : PAUSE_MS,
  );
  return () => clearTimeout(later);
}
