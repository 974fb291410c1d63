// Loads the typefaces once the page has been painted with what the system has: 90 kB that nobody waits for.

export function loadFonts(): void {
  requestAnimationFrame(() => {
    setTimeout(() => void import('./fonts.css'));
  });
}
