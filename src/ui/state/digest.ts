// The root of the page carries the digest of the run, for whoever compares this run with another one. It
// covers the whole branch, so that for a long run it would cost more than the step: there it follows when
// the person pauses, and until then the root carries none.

import type { Session } from './session.svelte';

const PROMPT_STEPS_MAX = 300;
const PAUSE_MS = 400;

/** Shows the digest, at once or after a pause; returns what calls that off. */
export function showDigest(session: Session): () => void {
  const root = document.documentElement;
  const show = (): void => {
    root.dataset['digest'] = session.digest() ?? '';
  };
  delete root.dataset['digest'];
  const { moment } = session;
  if (moment === null) return () => undefined;
  const isLong = moment.trace.length > PROMPT_STEPS_MAX;
  const later = isLong ? setTimeout(show, PAUSE_MS) : undefined;
  if (!isLong) show();
  return () => clearTimeout(later);
}
