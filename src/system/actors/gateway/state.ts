// What the gateway knows of each connection, and how it is set up.

import { type Decide, type Fact, operation, type Outcome, type StepView } from '../../../kernel/actor';
import type { Arrived } from '../../ranges';
import type { Response } from '../../http';
import { type ApiLocals, settled } from '../api/state';

export interface Known {
  readonly browser: string;
  readonly runId: string;
  /** When it is to be heard again, if nothing else is written until then. */
  readonly beatAt?: number;
}

export interface GatewayMemory {
  /** The run that each open connection follows, and for whom. */
  readonly connections: Readonly<Record<string, Known>>;
  /** The position of each run's log that its own count of frames began at, where a design counts them. */
  readonly countedFrom?: Readonly<Record<string, number>>;
}

/** Its configuration: a crash does not change it. */
export interface GatewayDisk {
  /** Frames that a connection's buffer holds at most. */
  readonly bufferLimit: number;
  /** Events that are read at once. */
  readonly pageLength: number;
  /** A stream that is quiet gets a sign of life now and then. */
  readonly beats?: true;
}

type Asked = 'caller' | 'requestId' | 'sender' | 'principal' | 'endpoint' | 'target' | 'answer';

export interface GatewayLocals extends Pick<ApiLocals, Asked | 'runId' | 'page' | 'askedSeq'> {
  /** Position of the last event that was written as a frame, or asked for. */
  readonly cursor?: number;
  readonly minRetainedSeq?: number;
  readonly isRegistered?: boolean;
  /** The head of the answer, until it has been sent with the first bytes. */
  readonly head?: Response;
  /** How many frames of the log, and of the stream's own, are written and not yet on the wire; their bytes. */
  readonly frames?: readonly string[];
  /** What was read and is no frame yet. */
  readonly arrived?: readonly Arrived[];
  /** What its reader will have been told of once the frames that are kept go out. */
  readonly told?: readonly Fact[];
  readonly lastSeq?: number;
  readonly status?: string;
  /** Why the stream is about to be closed. */
  readonly closing?: Closing;
  readonly isCaughtUp?: boolean;
  /** The frame that says the stream is over has been written. */
  readonly isOver?: boolean;
  /** Pieces put on the wire so far. */
  readonly pieces?: number;
}

export type Closing = 'slow_consumer' | 'not_visible' | 'resync_required';

export type View = StepView<GatewayMemory, GatewayDisk, GatewayLocals>;
export type Result = Outcome<GatewayMemory, GatewayDisk, GatewayLocals>;
export const gateway = (decide: Decide<GatewayMemory, GatewayDisk, GatewayLocals>) =>
  operation<GatewayMemory, GatewayDisk, GatewayLocals>((view) => settled(view.locals, decide(view)));
