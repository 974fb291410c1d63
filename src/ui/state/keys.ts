// The keys of the page: time runs along the arrows. Where something else listens to a key, it is left alone.

import type { Session } from './session.svelte';

const KEYS: Readonly<Record<string, (session: Session) => void>> = {
  ArrowRight: (session) => session.step(),
  ArrowLeft: (session) => session.back(),
  Home: (session) => session.seek(0),
  End: (session) => session.seek(Infinity),
};

/** True where the key meant something to the page. */
export function keyTaken(session: Session, event: KeyboardEvent): boolean {
  const act = KEYS[event.key];
  if (act === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null)
    return false;
  act(session);
  return true;
}
