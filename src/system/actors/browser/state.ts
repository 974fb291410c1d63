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
import { ANSWER_MS } from '../../time';
import type { StreamState } from '../../wire/receive';
import { endingOf } from './recovering';

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

export interface OpenStream {
  readonly id: string;
  readonly parser: StreamState;
  /** When it is given up if no byte comes until then, where signs of life are on stage. */
  readonly unheardAt?: number;
}

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
  /** The connection that is read, or was asked for; every other one has been left behind. */
  readonly stream: OpenStream | null;
  /** Where the first stream of this page began: its address stays the same. */
  readonly streamFrom: number | null;
  /** How the server names events, `{}` in place of the position; null where it does not, or has not yet. */
  readonly idForm: string | null;
  /** No page has more: a stream goes on from here. */
  readonly isCaughtUp: boolean;
}

/** What its person wants done, before it is a task. */
export interface Draft extends Model {
  readonly id: string;
  readonly order: string;
  readonly amount: string;
  /** The key that its page makes of the request itself; null where it makes a new one. */
  readonly key: string | null;
  /** How many steps it asks to be allowed; the service says where it does not. */
  readonly steps?: number;
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
  /** Events that it asks for at once; null for as many as the service gives. */
  readonly pageLength: number | null;
  /** Whether a reload finds what the page had stored. */
  readonly stores: boolean;
  /** The conversation that its page shows: where it looks for a run to follow. */
  readonly opens: string | null;
  /** How many connections this browser has opened. */
  readonly connections: number;
  /** Its page listens for signs of life. */
  readonly listens?: true;
}

/** A frame of the stream's own after which it is over. */
export type Control = 'closing' | 'end' | 'resync_required';

export interface BrowserLocals {
  readonly events?: readonly Arrived[];
  readonly isCutShort?: boolean;
  /** Something in it was no event at all. */
  readonly isMalformed?: boolean;
  readonly hasMore?: boolean;
  readonly accepted?: readonly Arrived[];
  readonly snapshot?: Projection;
  readonly snapshotSeq?: number;
  /** What came by a stream, and whether it has ended behind this. */
  readonly isStream?: boolean;
  readonly isLast?: boolean;
  /** The position that the last id of a frame names. */
  readonly lastPosition?: number;
  readonly control?: Control;
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
  stream: null,
  streamFrom: null,
  idForm: null,
  isCaughtUp: false,
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
  pageLength: null,
  stores: true,
  opens: null,
  connections: 0,
};

/** What is left of a disk after a reload: a page that stores nothing begins anew, and looks where it belongs. */
export function reloaded(disk: BrowserDisk): BrowserDisk {
  const incarnation = disk.incarnation + 1;
  if (disk.stores) return { ...disk, incarnation };
  const { person, pageLength, stores, opens, connections, calls, called } = disk;
  const page = disk.listens === true ? { listens: disk.listens } : {};
  return {
    ...emptyDisk,
    person,
    pageLength,
    stores,
    opens,
    connections,
    calls,
    called,
    ...page,
    incarnation,
  };
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

interface Asking {
  readonly id: string;
  readonly method: Request['method'];
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Who answers, where it is not the API. */
  readonly by?: Pick<Sending, 'channel' | 'to'>;
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
    send: [{ channel: HTTP, to: API, ...asking.by, id: asking.id, run: disk.runId, body: asJson(request) }],
    memory: {
      asked: { id: asking.id, untilAt: view.now + ANSWER_MS },
      retryAt: null,
      failures: memory.failures + timedOut,
    },
  };
}
