// The screen that tries every order, as the lab opens it: fetched when somebody wants it, begun from where they
// are, and gone when the lab is left.

import { onDestroy, tick, untrack } from 'svelte';
import type { Page } from '../state/context';

export const loadExplore = () => import('./Explore.svelte');
const loadState = () => import('../state/explore.svelte');

/** Opens the screen for a search from the cursor on. */
export async function exploreFromHere({ session, layout }: Page): Promise<void> {
  const { exploreFrom } = await loadState();
  exploreFrom(session);
  layout.isExploring = true;
}

/** To be called by the lab: gives the focus back when the screen closes, and ends searches with the lab. */
export function keepExplore({ session, layout, controls }: Page): void {
  let hasExplored = false;
  let focused: Element | null = null;
  $effect.pre(() => {
    if (layout.isExploring) {
      hasExplored = true;
      // Behind the screen nothing plays on.
      untrack(() => controls.player.pause());
      focused = document.activeElement;
    } else if (hasExplored) void tick().then(giveBack);
  });
  onDestroy(() => {
    layout.isExploring = false;
    if (hasExplored) void loadState().then(({ leaveExplore }) => leaveExplore(session));
  });

  /** To whatever had it, or to the button that opens the screen again. */
  function giveBack(): void {
    const isThere = focused instanceof HTMLElement && focused !== document.body && focused.isConnected;
    const to = isThere ? focused : document.querySelector('[data-opens=explore]');
    if (to instanceof HTMLElement) to.focus();
  }
}
