// The machine that brings a view back to the log (CONTRACT §12). What a transport says — an end, an empty page,
// silence — is no ending of a run; where the attempts are spent, a browser says that it does not know.

import { type Json, textOf } from '../../../kernel/json';
import type { Projection } from '../../projection';
import { BACK_OFF_MS } from '../../time';
import type { BrowserMemory, Recovery, View } from './state';

type Designed = { readonly parameters: Readonly<Record<string, Json>> };
type Table<T> = Readonly<Record<string, T>>;

/** The entry that a design's parameter names; the safe one where it names none. */
function chosen<T>({ parameters }: Designed, name: string, table: Table<T>, safe: T): T {
  const entry = table[textOf(parameters, name)];
  return entry === undefined ? safe : entry;
}

const ENDED: readonly Recovery[] = ['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'];

export const hasEnded = (memory: Pick<BrowserMemory, 'recovery'>): boolean => ENDED.includes(memory.recovery);

/** The state that a terminal status of the view stands for; null while the run goes on. */
export function endingOf(view: Projection | null): Recovery | null {
  const endings: Table<Recovery> = {
    succeeded: 'DONE',
    failed: 'FAILED',
    cancelled: 'CANCELLED',
    interrupted: 'INTERRUPTED',
  };
  return view === null ? null : (endings[view.status] ?? null);
}

/** The wait before an attempt, by how many were made in vain. */
type BackOff = (failures: number) => number | undefined;

const growing: BackOff = (failures) => BACK_OFF_MS[failures];

const BACK_OFFS: Table<BackOff> = {
  none: (failures) => (growing(failures) === undefined ? undefined : 0),
  same: (failures) => (growing(failures) === undefined ? undefined : BACK_OFF_MS[0]),
};

/** What a browser shows once its attempts are spent; null where it goes on for ever. */
const GIVE_UPS: Table<Recovery | null> = { failed: 'FAILED', never: null };

type Attempt = Pick<View, 'now' | 'parameters'> & { readonly memory: BrowserMemory };

/** Memory after an attempt that led nowhere: wait, then try again, as long as the budget lasts. */
export function backedOff(view: Attempt): Partial<BrowserMemory> {
  const { memory, now } = view;
  const wait = chosen(view, 'backoff', BACK_OFFS, growing)(memory.failures);
  const tried = { asked: null, failures: Math.min(memory.failures, BACK_OFF_MS.length) + 1 };
  if (wait !== undefined) return { ...tried, retryAt: now + wait };
  return memory.recovery === 'NONE' ? { ...tried, retryAt: null } : { ...tried, ...spent(view) };
}

/** Memory once the attempts are spent; where a design never gives up, it waits and goes on. */
export function spent(view: Attempt): Partial<BrowserMemory> {
  const ending = endingIn(view);
  const asked = { asked: null, stream: null } as const;
  return ending === null
    ? { ...asked, failures: ATTEMPTS_MAX, retryAt: view.now + (BACK_OFF_MS.at(-1) ?? 0) }
    : { ...asked, retryAt: null, recovery: ending };
}

const endingIn = (designed: Designed): Recovery | null =>
  chosen(designed, 'give_up', GIVE_UPS, 'RECOVERY_UNKNOWN');

/** Attempts without progress that are one too many. */
const ATTEMPTS_MAX = BACK_OFF_MS.length + 2;

/** True where the budget of attempts is spent: only a person tries again. */
export const isExhausted = ({ memory, parameters }: Designed & { readonly memory: BrowserMemory }): boolean =>
  memory.failures > BACK_OFF_MS.length && (memory.recovery === 'NONE' || endingIn({ parameters }) !== null);

/** A stream that is gone is gone back to at once; where that has led nowhere before, after a while. */
export function streamLost(view: Attempt): Partial<BrowserMemory> {
  const { memory } = view;
  const back = { stream: null, isCaughtUp: false } as const;
  const recovering = { ...memory, recovery: 'RECOVERING/page' as const };
  const again =
    memory.failures === 0 ? { asked: null, failures: 1 } : backedOff({ ...view, memory: recovering });
  return { recovery: 'RECOVERING/page', ...back, ...again };
}

/** What comes after a page that was applied: the next one, or whatever follows the log from here on. */
export interface PageRead {
  readonly hasMore: boolean;
  readonly isEmpty: boolean;
}

type OnPage = (page: PageRead) => Partial<BrowserMemory>;

const LIVE_BY: Table<Partial<BrowserMemory>> = {
  stream: { recovery: 'RECOVERING/page', isCaughtUp: true },
};

/** Whether what follows the log is a stream, and not one page after the other. */
export const isStreamed = (designed: Designed): boolean => designed.parameters['live'] === 'stream';

const caughtUp = (designed: Designed): Partial<BrowserMemory> =>
  chosen(designed, 'live', LIVE_BY, { recovery: 'LIVE' });

const untilCaughtUp =
  (designed: Designed): OnPage =>
  ({ hasMore }) =>
    hasMore ? { recovery: 'RECOVERING/page', isCaughtUp: false } : caughtUp(designed);

const PAGES: Table<(designed: Designed) => OnPage> = { first: (designed) => () => caughtUp(designed) };

/** What a page without events is taken for. */
const EMPTY: Table<Partial<BrowserMemory>> = { done: { recovery: 'DONE' } };

export function afterPage(designed: Designed, page: PageRead): Partial<BrowserMemory> {
  const onPage = chosen(designed, 'pages', PAGES, untilCaughtUp)(designed);
  const next = onPage(page);
  return page.isEmpty && !page.hasMore ? { ...next, ...chosen(designed, 'empty', EMPTY, {}) } : next;
}

type OnEnd = (view: Attempt) => Partial<BrowserMemory>;

/** What the clean end of a stream is taken for. */
const EOFS: Table<OnEnd> = { done: () => ({ recovery: 'DONE', stream: null, asked: null }) };

export const streamEnded = (view: Attempt): Partial<BrowserMemory> =>
  chosen(view, 'eof', EOFS, streamLost)(view);

/** Whether an event that leaves a hole before it is applied all the same. */
export const appliesGaps = ({ parameters }: Designed): boolean => parameters['gap'] === 'apply';
