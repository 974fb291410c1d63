// Tells the page around the frame how high the player would like to be. The player fills its frame, so what
// it would like has to be asked of it without the frame. At one width the height only grows: a page must not
// jump to and fro because a sentence is shorter than the one before it.

/** Tells it whenever it changes; returns what ends that. */
export function tellHeight(frame: HTMLElement, tell: (height: number) => void): () => void {
  let told = { width: 0, height: 0 };
  let waiting = 0;
  const look = (): void => {
    waiting = 0;
    const { width } = frame.getBoundingClientRect();
    const least = width === told.width ? told.height : 0;
    const height = Math.max(least, heightWithoutFrame(frame));
    if (height !== told.height) tell(height);
    told = { width, height };
  };
  const soon = (): void => {
    waiting ||= requestAnimationFrame(look);
  };
  const sizes = new ResizeObserver(soon);
  const contents = new MutationObserver(soon);
  // A frame out of sight paints nothing, and waits for ever.
  look();
  sizes.observe(frame);
  contents.observe(frame, { subtree: true, childList: true, characterData: true });
  return () => {
    sizes.disconnect();
    contents.disconnect();
    cancelAnimationFrame(waiting);
  };
}

function heightWithoutFrame(frame: HTMLElement): number {
  frame.style.minHeight = '0';
  const { height } = frame.getBoundingClientRect();
  frame.style.minHeight = '';
  return Math.ceil(height);
}

export function tellParent(height: number): void {
  if (window.parent !== window) window.parent.postMessage({ converge: 'height', height }, '*');
}
