// The service's numbers of time (CONTRACT §1, §12). Inside, time is integer milliseconds of the virtual
// clock; on the wire it is RFC 3339 in UTC, counted from a fixed day.

export const LEASE_MS = 30_000;
export const RETRY_DELAY_MS = 2_000;
export const APPROVAL_MS = 15 * 60_000;
/** How long a browser waits for an answer before it takes the connection for dead. */
export const ANSWER_MS = 40_000;
/** Waits between a browser's attempts; after the last one it stops asking. */
export const BACK_OFF_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 8_000, 8_000];

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

const two = (n: number): string => String(n).padStart(2, '0');

/** RFC 3339 text of a time of the virtual clock; its zero is 2026-01-01T00:00:00Z. Throws outside 2026. */
export function wireTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const day = Math.floor(seconds / 86_400);
  if (ms < 0 || day >= 365)
    throw new RangeError(`${String(ms)} ms is outside the year of the virtual clock.`);
  const month = DAYS_BEFORE.findLastIndex((before) => before <= day);
  const date = `2026-${two(month + 1)}-${two(day - (DAYS_BEFORE[month] ?? 0) + 1)}`;
  const clock = [seconds / 3_600, seconds / 60, seconds].map((n, i) =>
    two(Math.floor(n) % (i === 0 ? 24 : 60)),
  );
  const fraction = ms % 1_000 === 0 ? '' : `.${String(ms % 1_000).padStart(3, '0')}`;
  return `${date}T${clock.join(':')}${fraction}Z`;
}
