// Numbers as both languages write them here.

export const numberText = (n: number): string => n.toLocaleString('en');

/** Seconds with one digit, or two where that is little. */
export function secondsText(ms: number): string {
  const seconds = ms / 1_000;
  return seconds < 1 ? seconds.toFixed(2) : seconds.toFixed(1);
}

/** A pace is rounded, so that it does not flicker. */
export function paceText(worlds: number, ms: number): string {
  return ms === 0 ? '0' : numberText(Number(((worlds / ms) * 1_000).toPrecision(2)));
}
