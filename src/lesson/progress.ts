// How far a learner is in every lesson, as it is kept on the device: small, bounded, and read with care,
// for whatever lies in a storage may be old or somebody else's.

export type Status = 'new' | 'begun' | 'shown' | 'solved';
/** By scenario id; what is missing is new. */
export type Progress = Readonly<Record<string, Status>>;

const STATUSES: readonly string[] = ['begun', 'shown', 'solved'] satisfies readonly Status[];
const LESSONS_MAX = 200;
const ID = /^[a-z0-9][a-z0-9-]{0,60}$/;

/** Reads what was kept. Whatever is no progress is left out. */
export function parseProgress(text: string | null): Progress {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).filter(
    (entry): entry is [string, Status] => ID.test(entry[0]) && STATUSES.includes(String(entry[1])),
  );
  return Object.fromEntries(entries.slice(0, LESSONS_MAX));
}

/** A lesson never falls back: solved stays solved, whatever is tried later. */
export function advance(progress: Progress, id: string, status: Status): Progress {
  const order: readonly Status[] = ['new', 'begun', 'shown', 'solved'];
  const known = progress[id] ?? 'new';
  return order.indexOf(status) > order.indexOf(known) ? { ...progress, [id]: status } : progress;
}
