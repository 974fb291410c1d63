// What a browser tab knows, and which part of it survives a reload: the disk holds the key of a
// submission, the run, and the view with the cursor that describes it (CONTRACT §12).

import {
  type Decide,
  type GuardView,
  operation,
  type Outcome,
  type Sending,
  type Start,
  type StepView,
} from '../../../kernel/actor';
import type { Model } from '../../agent';
import type { Call } from '../../calls';
import { API, asJson, HTTP, ORIGIN, type Request } from '../../http';
import type { Arrived } from '../../ranges';
import type { Projection } from '../../projection';
import { ANSWER_MS, BACK_OFF_MS } from '../../time';

export type Submission = 'DRAFT' | 'SUBMITTING' | 'SUBMIT_UNKNOWN' | 'ACCEPTED' | 'REJECTED';

export type Recovery =
  | 'NONE'
  | 'LIVE'
  | 'RECOVERING/page'
  | 'RECOVERING/resync'
  | 'RECOVERY_UNKNOWN'
  | 'DONE'
  | 'FAILED'
  | 'CANCELLED'
  | 'INTERRUPTED';

export interface BrowserMemory {
  readonly submission: Submission;
  readonly recovery: Recovery;
  /** The request whose answer is awaited, and until when. */
  readonly asked: { readonly id: string; readonly untilAt: number } | null;
  /** Nothing is sent before this time. */
  readonly retryAt: number | null;
  /** Position that the guard counts from: the cursor at page load, then what was applied. */
  readonly position: number;
  /** Last position of the log that an answer told of: a poll is worth it once the log is elsewhere. */
  readonly toldSeq: number;
  /** What the person asked for and was sent, while it is not known what became of it: it is repeated as it was. */
  readonly calling: Pick<Request, 'method' | 'path' | 'body'> | null;
  /** Attempts since the last progress. */
  readonly failures: number;
}

/** What its person wants done, before it is a task. */
export interface Draft extends Model {
  readonly id: string;
  readonly order: string;
  readonly amount: string;
  /** The key that its page makes of the request itself; null where it makes a new one. */
  readonly key: string | null;
}

export interface BrowserDisk {
  readonly person: string;
  /** How many times the page was loaded. */
  readonly incarnation: number;
  readonly draft: Draft | null;
  /** How many keys this browser has made; the last one is of the draft. */
  readonly keys: number;
  readonly key: string | null;
  readonly runId: string | null;
  readonly cursor: number;
  readonly view: Projection | null;
  /** Position of the last event that the view holds. */
  readonly appliedSeq: number;
  /** What its person asks for, one after the other, and how many of these have been answered. */
  readonly calls: readonly Call[];
  readonly called: number;
}

export interface BrowserLocals {
  readonly events?: readonly Arrived[];
  readonly isCutShort?: boolean;
  readonly hasMore?: boolean;
  readonly accepted?: readonly Arrived[];
  readonly snapshot?: Projection;
  readonly snapshotSeq?: number;
}

export type View = StepView<BrowserMemory, BrowserDisk, BrowserLocals>;
export type Result = Outcome<BrowserMemory, BrowserDisk, BrowserLocals>;
export const browser = (decide: Decide<BrowserMemory, BrowserDisk, BrowserLocals>) => operation(decide);

export type Guard = GuardView<BrowserMemory, BrowserDisk>;

export const blockedStart = (procedure: string, key: string, actor: string): Start => {
  return { procedure, run: null, blocked: { key, values: { actor } } };
};

export const freshMemory: BrowserMemory = {
  submission: 'DRAFT',
  recovery: 'NONE',
  asked: null,
  retryAt: null,
  position: 0,
  toldSeq: 0,
  calling: null,
  failures: 0,
};

export const emptyDisk: BrowserDisk = {
  person: '',
  incarnation: 1,
  draft: null,
  keys: 0,
  key: null,
  runId: null,
  cursor: 0,
  view: null,
  appliedSeq: 0,
  calls: [],
  called: 0,
};

const ENDED: readonly Recovery[] = ['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'];

export const hasEnded = (memory: BrowserMemory): boolean => ENDED.includes(memory.recovery);

/** The state that a terminal status of the view stands for; null while the run goes on. */
export function endingOf(view: Projection | null): Recovery | null {
  const endings: Readonly<Record<string, Recovery>> = {
    succeeded: 'DONE',
    failed: 'FAILED',
    cancelled: 'CANCELLED',
    interrupted: 'INTERRUPTED',
  };
  return view === null ? null : (endings[view.status] ?? null);
}

/** What a page load makes of the disk. */
export function loaded(disk: BrowserDisk): BrowserMemory {
  if (disk.runId !== null) {
    const recovery = endingOf(disk.view) ?? 'RECOVERING/page';
    return { ...freshMemory, submission: 'ACCEPTED', recovery, position: disk.cursor };
  }
  return { ...freshMemory, submission: disk.key === null ? 'DRAFT' : 'SUBMIT_UNKNOWN' };
}

/** Whether this browser may send now: nothing is awaited, and no back-off runs. */
export function mayAsk(memory: BrowserMemory, now: number): boolean {
  const isWaiting = memory.asked !== null && memory.asked.untilAt > now;
  return !isWaiting && (memory.retryAt === null || memory.retryAt <= now);
}

/** Memory after an attempt that led nowhere: wait, then try again, as long as the budget lasts. */
export function backedOff(memory: BrowserMemory, now: number): Partial<BrowserMemory> {
  const wait = BACK_OFF_MS[memory.failures];
  const spent = { asked: null, failures: memory.failures + 1 };
  if (wait !== undefined) return { ...spent, retryAt: now + wait };
  return memory.recovery === 'NONE'
    ? { ...spent, retryAt: null }
    : { ...spent, retryAt: null, recovery: 'RECOVERY_UNKNOWN' };
}

/** True where the budget of attempts is spent: only a person tries again. */
export const isExhausted = (memory: BrowserMemory): boolean => memory.failures > BACK_OFF_MS.length;

interface Asking {
  readonly id: string;
  readonly method: Request['method'];
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request with this browser's session, and the memory that awaits its answer. */
export function ask(
  view: View,
  asking: Asking,
): { readonly send: readonly Sending[]; readonly memory: Partial<BrowserMemory> } {
  const { disk, memory } = view;
  const request: Request = {
    method: asking.method,
    path: asking.path,
    headers: { cookie: `session=${disk.person}`, origin: ORIGIN, ...asking.headers },
    body: asking.body ?? null,
    sender: { incarnation: disk.incarnation, draft: disk.draft?.id ?? null },
  };
  const timedOut = memory.asked === null ? 0 : 1;
  return {
    send: [{ channel: HTTP, id: asking.id, to: API, run: disk.runId, body: asJson(request) }],
    memory: {
      asked: { id: asking.id, untilAt: view.now + ANSWER_MS },
      retryAt: null,
      failures: memory.failures + timedOut,
    },
  };
}
